package cli

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// These tests hold the layout: which package may import which, what a pure
// package keeps away from, and how long a file and a function may be. They look
// at the non-test files of the whole tree.

// moduleRoot is where the tree begins, seen from this package.
const moduleRoot = "../.."

// layer is a package, or with /... a package and all below it, and what it may
// import besides the standard library. A trailing /... in mayImport stands for
// a tree as well. The first layer that fits a package counts.
type layer struct {
	pkg       string
	pure      bool
	mayImport []string
}

const xAnsi = "github.com/charmbracelet/x/ansi"

// Libraries of the packages that read and of those that draw.
var (
	readers = []string{
		"github.com/klauspost/compress/...", "github.com/andybalholm/brotli", "modernc.org/sqlite/...", "github.com/ncruces/go-sqlite3/...", "github.com/goccy/go-yaml/...",
		"github.com/modelcontextprotocol/go-sdk/...", "github.com/google/renameio/v2/...", "github.com/fsnotify/fsnotify", "github.com/adrg/xdg",
		"github.com/pelletier/go-toml/v2/...", "golang.org/x/text/...",
	}
	screens = []string{
		"charm.land/bubbletea/v2/...", "charm.land/lipgloss/v2/...", "charm.land/bubbles/v2/...", "github.com/charmbracelet/x/...",
		"github.com/charmbracelet/colorprofile", "github.com/alecthomas/chroma/v2/...", "github.com/sahilm/fuzzy", "github.com/aymanbagabas/go-udiff/...",
		"github.com/adrg/xdg", "github.com/google/renameio/v2/...", "github.com/pelletier/go-toml/v2/...", "golang.org/x/text/...", "github.com/fsnotify/fsnotify", "golang.org/x/sys/unix",
	}
	commands = []string{"github.com/spf13/cobra/...", "charm.land/fang/v2/...", "github.com/spf13/pflag", "github.com/muesli/...", "github.com/modelcontextprotocol/go-sdk/..."}
)

// layers is the import table of the project, lowest package first.
func layers() []layer {
	below := []string{"hopscope/vocab", "hopscope/journey/...", "hopscope/sessions/...", "hopscope/themes"}
	return []layer{
		{"vocab", true, nil},
		{"themes", false, []string{"github.com/pelletier/go-toml/v2/..."}},
		{"journey", true, []string{"golang.org/x/text/unicode/norm", "golang.org/x/text/collate"}},
		{"journey/visible", true, []string{"hopscope/journey", xAnsi}},
		{"journey/redact", true, nil},
		{"journey/scheme", true, []string{"hopscope/journey", "hopscope/vocab"}},
		{"journey/provider", true, []string{"hopscope/journey"}},
		{"journey/decide", true, []string{"hopscope/journey", "hopscope/journey/scheme", "hopscope/vocab"}},
		{"journey/diagnose", true, []string{"hopscope/journey", "hopscope/journey/scheme", "hopscope/journey/provider", "hopscope/vocab"}},
		{"journey/report", true, []string{"hopscope/journey/...", xAnsi}},
		{"sessions/...", false, append([]string{"hopscope/journey", "hopscope/journey/redact", "hopscope/journey/scheme", "hopscope/journey/provider", "hopscope/vocab", "hopscope/sessions/..."}, readers...)},
		{"tui", false, slices.Concat(below, screens)},
		{"tui/cli", false, slices.Concat(below, screens, readers, commands, []string{"hopscope/tui"})},
		{".", false, []string{"hopscope/tui/cli"}},
	}
}

// layerOf finds the layer of a folder.
func layerOf(list []layer, dir string) *layer {
	for i := range list {
		if matches(list[i].pkg, dir) {
			return &list[i]
		}
	}
	return nil
}

func matches(pattern, name string) bool {
	tree, ok := strings.CutSuffix(pattern, "/...")
	if !ok {
		return pattern == name
	}
	return name == tree || strings.HasPrefix(name, tree+"/")
}

// source is one non-test Go file.
type source struct {
	path, dir string
	lines     int
	file      *ast.File
	set       *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	tree := os.DirFS(moduleRoot)
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "dist") {
			return fs.SkipDir
		}
		if d.IsDir() || path.Ext(base) != ".go" || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		body, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, body, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		list = append(list, source{name, path.Dir(name), bytes.Count(body, []byte("\n")), f, set})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("no Go files found")
	}
	return list
}

func (s *source) imports() []string {
	var list []string
	for _, spec := range s.file.Imports {
		list = append(list, strings.Trim(spec.Path.Value, `"`))
	}
	return list
}

func standard(importPath string) bool {
	head, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(head, ".") && head != "hopscope"
}

func TestImports(t *testing.T) {
	t.Parallel()
	list := layers()
	for _, s := range sources(t) {
		l := layerOf(list, s.dir)
		if l == nil {
			t.Errorf("%s: the package %s has no row in the import table", s.path, s.dir)
			continue
		}
		for _, imp := range s.imports() {
			if standard(imp) {
				if l.pure && impure(imp) {
					t.Errorf("%s: a pure package imports %s", s.path, imp)
				}
				continue
			}
			if !slices.ContainsFunc(l.mayImport, func(p string) bool { return matches(p, imp) }) {
				t.Errorf("%s: %s may not import %s", s.path, l.pkg, imp)
			}
		}
	}
}

// The limits of the project; usual are 250 and 50 lines.
const (
	fileLines     = 400
	functionLines = 80
	mainLines     = 40
)

func TestSizesAndNames(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if s.lines > fileLines {
			t.Errorf("%s: %d lines, at most %d", s.path, s.lines, fileLines)
		}
		if s.path == "main.go" && s.lines >= mainLines {
			t.Errorf("main.go: %d lines, less than %d", s.lines, mainLines)
		}
		switch strings.TrimSuffix(path.Base(s.path), ".go") {
		case "utils", "util", "helpers", "helper", "common", "types", "misc", "interfaces":
			t.Errorf("%s: a file is named by the thing that stands in it", s.path)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from, to := s.set.Position(f.Pos()).Line, s.set.Position(f.End()).Line
			if n := to - from + 1; n > functionLines {
				t.Errorf("%s:%d: %s has %d lines, at most %d", s.path, from, f.Name.Name, n, functionLines)
			}
		}
	}
}

// The checks themselves have to be able to fail.
func TestLayoutChecksFail(t *testing.T) {
	t.Parallel()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "x.go", `package x
import "time"
var table = map[string]int{"a": 1}
var state int
var list = []int{1}
func init() {}
func bad() { table["b"] = 2; list[0]++; _ = time.Now() }
func good(list []int) { table := 1; table++; list[0] = 1 }
`, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(impurities([]source{{file: f, set: set}}), "\n")
	for _, want := range []string{"init()", "state is no table", "variable table is changed", "variable list is changed", "time.Now"} {
		if !strings.Contains(got, want) {
			t.Errorf("impurities do not tell %q:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != 5 {
		t.Errorf("%d impurities, want 5:\n%s", n, got)
	}
	for imp, want := range map[string]bool{"os": true, "os/exec": true, "net/http": true, "io": false, "embed": false, "strings": false, "time": false} {
		if got := impure(imp); got != want {
			t.Errorf("impure(%q) = %v, want %v", imp, got, want)
		}
	}
	if l := layerOf(layers(), "sessions/format"); l == nil || l.pure {
		t.Errorf("layerOf(sessions/format) = %v", l)
	}
	if l := layerOf(layers(), "journey/other"); l != nil {
		t.Errorf("layerOf(journey/other) = %v, want none", l)
	}
}
