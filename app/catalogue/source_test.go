package catalogue_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
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
	out, err := exec.Command("git", "-C", root, "ls-files", "-co", "--exclude-standard", "app", "engine").Output()
	if err != nil {
		return nil, err
	}
	var all []file
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || notProduct.MatchString(name) {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0)
		if err != nil {
			return nil, err
		}
		all = append(all, file{name, tree})
	}
	return all, nil
})

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

// rulesIn returns the rules that the product's code names, by the files that do. A rule is the second argument of what
// makes an error about a field, the first one of a helper for a single field, or the field Rule.
func rulesIn(t *testing.T) map[string][]string {
	t.Helper()
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, f := range files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if text, ok := literal(ruleOf(path.Dir(f.path), n)); ok {
				all[text] = append(all[text], f.path)
			}
			return true
		})
	}
	return all
}

// ruleOf returns the expression that is the rule of an error about a field; nil for any other node.
func ruleOf(folder string, n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Rule" {
			return n.Value
		}
	case *ast.CallExpr:
		switch {
		case called(n) == "BadField" && len(n.Args) > 2,
			called(n) == "add" && len(n.Args) > 2 && folder == "app/intake":
			return n.Args[1]
		case called(n) == "refuse" && len(n.Args) == 2:
			return n.Args[0]
		}
	case *ast.AssignStmt: // rule, message := "format", "…"
		if name, ok := n.Lhs[0].(*ast.Ident); ok && name.Name == "rule" {
			return n.Rhs[0]
		}
	}
	return nil
}

// actionsIn returns the actions that the product's code records, by the files that do: the value of a field Action, and
// the argument of the helpers that make an entry.
func actionsIn(t *testing.T) map[string][]string {
	t.Helper()
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, f := range files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			for _, e := range actionOf(n) {
				if text, ok := literal(e); ok && strings.Contains(text, ".") {
					all[text] = append(all[text], f.path)
				}
			}
			return true
		})
	}
	if len(all) < 50 {
		t.Errorf("only %d actions were found", len(all))
	}
	return all
}

// actionOf returns the expressions that may be the action of an entry of the audit trail.
func actionOf(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Action" {
			return []ast.Expr{n.Value}
		}
	case *ast.CallExpr:
		name := strings.ToLower(called(n))
		if strings.HasSuffix(name, "entry") || strings.HasPrefix(name, "audit") {
			return n.Args
		}
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
