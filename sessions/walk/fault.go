package walk

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Guarded calls f and turns a panic into an error with the place where it
// happened. A fault of a reader must not take the screen down with it: nobody
// else could give the terminal back.
func Guarded(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("a fault of hopscope (%s): %v", faultPlace(), v)
		}
	}()
	return f()
}

// faultPlace is the function of this program that panicked, with its line.
func faultPlace() string {
	var at [64]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])])
	panicked := false
	for {
		f, more := frames.Next()
		switch {
		case strings.HasPrefix(f.Function, "runtime."):
			panicked = panicked || strings.HasSuffix(f.Function, "panic")
		case panicked && strings.HasPrefix(f.Function, "hopscope/"):
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		}
		if !more {
			return "place unknown"
		}
	}
}
