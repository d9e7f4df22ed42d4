package cli

import (
	"bytes"
	"fmt"
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
		"github.com/klauspost/compress/...", "modernc.org/sqlite/...", "github.com/ncruces/go-sqlite3/...", "github.com/goccy/go-yaml/...",
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
		{"journey/scheme", true, []string{"hopscope/journey", "hopscope/vocab"}},
		{"journey/provider", true, []string{"hopscope/journey"}},
		{"journey/decide", true, []string{"hopscope/journey", "hopscope/journey/scheme", "hopscope/vocab"}},
		{"journey/diagnose", true, []string{"hopscope/journey", "hopscope/journey/scheme", "hopscope/journey/provider", "hopscope/vocab"}},
		{"journey/report", true, []string{"hopscope/journey/...", xAnsi}},
		{"sessions/...", false, append([]string{"hopscope/journey", "hopscope/journey/scheme", "hopscope/journey/provider", "hopscope/vocab", "hopscope/sessions/..."}, readers...)},
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

// impure reports whether a package of the standard library does I/O, reads a
// clock or a random source, or keeps state of the process.
func impure(importPath string) bool {
	for _, p := range [...]string{
		"os/...", "io/fs", "io/ioutil", "net/...", "syscall/...", "path/filepath", "log/...", "plugin", "database/...", "testing/...",
		"runtime/...", "math/rand/...", "crypto/rand", "html/template", "text/template", "archive/...", "expvar", "flag", "embed/...", "unsafe",
	} {
		if matches(p, importPath) {
			// An embedded table is data: the blank import allows only a text or bytes.
			return importPath != "embed"
		}
	}
	return false
}

// impureCalls are calls of clocks and of standard output.
var impureCalls = map[string][]string{
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
	"fmt":  {"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"},
}

func TestPurePackages(t *testing.T) {
	t.Parallel()
	list := layers()
	byDir := map[string][]source{}
	for _, s := range sources(t) {
		if l := layerOf(list, s.dir); l != nil && l.pure {
			byDir[s.dir] = append(byDir[s.dir], s)
		}
	}
	if len(byDir) == 0 {
		t.Fatal("no pure packages found")
	}
	for _, files := range byDir {
		for _, problem := range impurities(files) {
			t.Error(problem)
		}
	}
}

// impurities looks at the files of one package.
func impurities(files []source) []string {
	var problems []string
	tables := map[string]bool{}
	say := func(s *source, n ast.Node, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("%s: %s", s.set.Position(n.Pos()), fmt.Sprintf(format, args...)))
	}
	for i := range files {
		s := &files[i]
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == "init" && d.Recv == nil {
					say(s, d, "init() in a pure package")
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					for _, name := range packageVars(d, func(n ast.Node, name string) {
						say(s, n, "package variable %s is no table: it has no value", name)
					}) {
						tables[name] = true
					}
				}
			}
		}
	}
	for i := range files {
		s := &files[i]
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			local := localNames(f)
			ast.Inspect(f, func(n ast.Node) bool {
				for _, name := range changed(n) {
					if tables[name] && !local[name] {
						say(s, n, "the package variable %s is changed", name)
					}
				}
				if call, ok := n.(*ast.SelectorExpr); ok {
					if pkg, ok := call.X.(*ast.Ident); ok && !local[pkg.Name] && slices.Contains(impureCalls[pkg.Name], call.Sel.Name) {
						say(s, n, "%s.%s in a pure package", pkg.Name, call.Sel.Name)
					}
				}
				return true
			})
		}
	}
	return problems
}

// packageVars returns the variables of a declaration that have a value: a
// literal, an embedded file, or one made when the program starts.
func packageVars(d *ast.GenDecl, bad func(ast.Node, string)) []string {
	var names []string
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		embedded := hasEmbed(d.Doc) || hasEmbed(v.Doc)
		for _, name := range v.Names {
			if name.Name == "_" {
				continue
			}
			if len(v.Values) == 0 && !embedded {
				bad(name, name.Name)
				continue
			}
			names = append(names, name.Name)
		}
	}
	return names
}

func hasEmbed(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if strings.HasPrefix(c.Text, "//go:embed ") {
			return true
		}
	}
	return false
}

// changed returns the names of the variables whose value a statement changes.
func changed(n ast.Node) []string {
	var names []string
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return nil
		}
		for _, x := range n.Lhs {
			names = append(names, root(x))
		}
	case *ast.IncDecStmt:
		names = append(names, root(n.X))
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && slices.Contains([]string{"delete", "clear", "copy"}, f.Name) {
			names = append(names, root(n.Args[0]))
		}
	}
	return names
}

// root is the variable that an expression such as a.b[i].c begins with.
func root(x ast.Expr) string {
	for {
		switch e := x.(type) {
		case *ast.Ident:
			return e.Name
		case *ast.SelectorExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.ParenExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		default:
			return ""
		}
	}
}

// localNames are the names that a function declares for itself.
func localNames(f *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, x := range n.Lhs {
					names[root(x)] = true
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				for _, x := range []ast.Expr{n.Key, n.Value} {
					if x != nil {
						names[root(x)] = true
					}
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
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
