package concurrency_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// useCases are the folders of app whose exported functions may write.
var useCases = []string{
	"accounts", "apikey", "audittrail", "companies", "credentials", "customer", "dashboard", "dispatch", "endpoints",
	"intake", "keyring", "processing", "quality", "retention", "review", "session", "token", "web",
}

// writes lists the exported functions and methods of a package, as package.Type.Method, that reach a write transaction:
// they call a method of the store that writes, or a function of their package that does.
func writes(t *testing.T, folder string) []string {
	t.Helper()
	set := token.NewFileSet()
	calls := map[string]map[string]bool{} // function → what it calls, by the last word of the name
	full := map[string]string{}           // function → package.Type.Method
	paths, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			name := f.Name.Name
			full[name] = folder + "." + receiver(f) + name
			if calls[name] == nil {
				calls[name] = map[string]bool{}
			}
			maps.Copy(calls[name], called(f.Body))
		}
	}
	ofTheStore := storeWriters(t)
	writing := map[string]bool{}
	for found := true; found; {
		found = false
		for name, used := range calls {
			if writing[name] {
				continue
			}
			for other := range used {
				method, isStore := strings.CutPrefix(other, "Store.")
				if isStore && ofTheStore[method] || writing[other] && calls[other] != nil {
					writing[name], found = true, true
				}
			}
		}
	}
	var all []string
	for name := range writing {
		if ast.IsExported(name) {
			all = append(all, full[name])
		}
	}
	slices.Sort(all)
	return all
}

// storeWriters lists the methods of the store that write by themselves.
func storeWriters(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{"Write": true}
	paths, err := filepath.Glob(filepath.Join("..", "store", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && receiver(f) == "Store." && called(f.Body)["Write"] {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "."
	}
	return "" // a type with parameters
}

// called lists what a body calls: the names of functions and methods, and Store.Write for a write on a store.
func called(body *ast.BlockStmt) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch f := call.Fun.(type) {
		case *ast.Ident:
			names[f.Name] = true
		case *ast.SelectorExpr:
			if ofStore(f.X) {
				names["Store."+f.Sel.Name] = true
			} else {
				names[f.Sel.Name] = true
			}
		}
		return true
	})
	return names
}

func ofStore(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.SelectorExpr:
		return strings.EqualFold(x.Sel.Name, "store")
	case *ast.Ident:
		return strings.EqualFold(x.Name, "store")
	}
	return false
}

// exempt are use cases that the table does not run, each with the reason.
var exempt = map[string]string{}

func TestEveryWriteUseCaseIsInTheTable(t *testing.T) {
	covered := map[string]bool{}
	for _, w := range table() {
		name, _, _ := strings.Cut(w.name, " ")
		covered[strings.TrimSuffix(name, ":")] = true
		for _, other := range w.also {
			covered[other] = true
		}
	}
	found := map[string]bool{}
	for _, folder := range useCases {
		for _, name := range writes(t, folder) {
			found[name] = true
			if !covered[name] && exempt[name] == "" {
				t.Errorf("%s writes and is in no row of the table", name)
			}
		}
	}
	if len(found) < 90 {
		t.Errorf("only %d write use cases were found: the search is broken", len(found))
	}
	for name := range exempt {
		if !found[name] {
			t.Errorf("%s is exempt and writes nothing", name)
		}
	}
}
