package catalogue_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// root is the folder of the module.
const root = "../.."

// file is a hand-written Go file of the program or the engine.
type file struct {
	path string // from the root, with slashes
	tree *ast.File
}

// notProduct are the packages that only tests, developers or the demo run.
var notProduct = regexp.MustCompile(`^(app/(dev|catalogue|concurrency|admintest|demo)|engine/(specimen|wasm))/`)

// sources returns the hand-written Go files of the product.
var sources = sync.OnceValues(func() ([]file, error) {
	var all []file
	tree := os.DirFS(root)
	for _, folder := range []string{"app", "engine"} {
		err := fs.WalkDir(tree, folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !ofProduct(name) {
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0)
			all = append(all, file{name, parsed})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
})

// ofProduct reports whether a file is a Go file of the product, and no test.
func ofProduct(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !notProduct.MatchString(name)
}

// literals returns the string literals of the product by the files that hold them.
func literals(t *testing.T) map[string][]string {
	t.Helper()
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, f := range files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				all[text] = append(all[text], f.path)
			}
			return true
		})
	}
	return all
}

// named returns the texts of the expressions that pick finds in the product's code, by the files that hold them. An
// expression that is no literal must be in one of the helpers, whose own callers pick finds; without helpers it may be
// anywhere.
func named(t *testing.T, helpers []string, pick func(folder string, n ast.Node) []ast.Expr) map[string][]string {
	t.Helper()
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, f := range files {
		for _, d := range f.tree.Decls {
			helper := helpers == nil
			if of, ok := d.(*ast.FuncDecl); ok {
				helper = helper || slices.Contains(helpers, path.Dir(f.path)+"."+of.Name.Name)
			}
			ast.Inspect(d, func(n ast.Node) bool {
				for _, e := range pick(path.Dir(f.path), n) {
					if text, ok := literal(e); ok {
						all[text] = append(all[text], f.path)
					} else if !helper {
						t.Errorf("%s: a code is not a literal where it is made, and no test sees it", f.path)
					}
				}
				return true
			})
		}
	}
	return all
}

// rulesIn returns the rules that the product's code names, by the files that do.
func rulesIn(t *testing.T) map[string][]string {
	t.Helper()
	helpers := []string{
		"app/intake.add", "app/intake.pictureFault", "app/intake.sdkOf", "app/access.CheckPassword",
		"app/fault.BadField", "app/preset.add", "app/preset.wrong",
	}
	return named(t, helpers, func(folder string, n ast.Node) []ast.Expr {
		if e := ruleOf(folder, n); e != nil {
			return []ast.Expr{e}
		}
		return nil
	})
}

// ruleOf returns the expression that is the rule of an error about a field; nil for any other node.
func ruleOf(folder string, n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.CompositeLit:
		return ruleOfField(n)
	case *ast.CallExpr:
		switch {
		case called(n) == "BadField" && len(n.Args) > 2,
			called(n) == "add" && len(n.Args) > 2 && (folder == "app/intake" || folder == "app/preset"):
			return n.Args[1]
		case called(n) == "wrong" && folder == "app/preset":
			return n.Args[0]
		case called(n) == "refuse" && folder == "app/access":
			return n.Args[0]
		}
	case *ast.AssignStmt: // rule, message := "format", "…"
		if name, ok := n.Lhs[0].(*ast.Ident); ok && name.Name == "rule" {
			if _, text := literal(n.Rhs[0]); text {
				return n.Rhs[0]
			}
		}
	}
	return nil
}

// actionsIn returns the actions that the product's code records, by the files that do: the field Action of an entry,
// and what looks like a code among the arguments of the helpers that make one.
func actionsIn(t *testing.T) map[string][]string {
	t.Helper()
	helpers := []string{
		"app/audit.NewEntry", "app/quality.entry", "app/review.entry", "app/review.auditView",
		"app/endpoints.endpointEntry", "app/endpoints.endRedelivery", "app/retention.end",
	}
	all := named(t, helpers, func(_ string, n ast.Node) []ast.Expr {
		entry, ok := n.(*ast.CompositeLit)
		if !ok || !isEntry(entry.Type) {
			return nil
		}
		for _, e := range entry.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok && pair.Key.(*ast.Ident).Name == "Action" {
				return []ast.Expr{pair.Value}
			}
		}
		return nil
	})
	passed := named(t, nil, func(_ string, n ast.Node) []ast.Expr {
		if call, ok := n.(*ast.CallExpr); ok {
			name := strings.ToLower(called(call))
			if strings.HasSuffix(name, "entry") || strings.HasPrefix(name, "audit") || name == "record" {
				return call.Args
			}
		}
		return nil
	})
	for text, paths := range passed {
		if dotted.MatchString(text) {
			all[text] = append(all[text], paths...)
		}
	}
	if len(all) < 50 {
		t.Errorf("only %d actions were found", len(all))
	}
	return all
}

// isEntry reports whether a type is an entry of the audit trail.
func isEntry(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "Entry" && e.X.(*ast.Ident).Name == "audit"
	case *ast.Ident:
		return e.Name == "Entry"
	}
	return false
}

// ruleOfField returns the rule of a fault.Field, also where its type stands before the list that holds it.
func ruleOfField(n *ast.CompositeLit) ast.Expr {
	fields := map[string]ast.Expr{}
	for _, e := range n.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				fields[key.Name] = pair.Value
			}
		}
	}
	if fields["Message"] != nil && fields["Rule"] != nil {
		return fields["Rule"]
	}
	if s, ok := n.Type.(*ast.SelectorExpr); ok && s.Sel.Name == "Field" && len(n.Elts) == 3 && len(fields) == 0 {
		return n.Elts[1]
	}
	return nil
}

func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}
