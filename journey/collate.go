package journey

import "golang.org/x/text/collate"

// LocaleCompare returns a function that orders texts as JavaScript's
// localeCompare does without a locale: by Unicode collation, so that _ comes
// before - and upper case after lower case of one letter. The function keeps
// buffers: it is for one goroutine.
func LocaleCompare() func(a, b string) int {
	return collate.New(collate.Supported()[0]).CompareString
}
