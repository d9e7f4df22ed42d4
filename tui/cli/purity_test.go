package cli

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

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
