package concurrency_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// notUseCases are the folders of app whose functions may write and are no use cases: the store itself, and programs for
// developers, tests and the demo, which work through use cases or seed a database of their own.
var notUseCases = []string{
	"store", "store/storetest", "dev", "demo", "admintest", "concurrency", "web/webtest", "boot/boottest",
}

// packagesOf returns the folders below app that hold packages of the product, with slashes.
func packagesOf(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == ".." {
			return err
		}
		folder := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		if entry.Name() == "testdata" || folder == "dev" {
			return fs.SkipDir
		}
		if !slices.Contains(notUseCases, folder) {
			all = append(all, folder)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
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
	for _, source := range paths {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			name := f.Name.Name
			full[name] = path.Base(folder) + "." + receiver(f) + name
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
var exempt = map[string]string{
	"boot.Start": "releases the leases of a run before, once, before anything else runs",
}

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
	for _, folder := range packagesOf(t) {
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

// TestOnlyUseCasesWrite keeps writes out of handlers, where the table would not find them: they are passed by name and
// called by nobody.
func TestOnlyUseCasesWrite(t *testing.T) {
	writers := storeWriters(t)
	for _, folder := range packagesOf(t) {
		if !slices.Contains([]string{"web", "api", "boot", "control", "httpserver"}, strings.Split(folder, "/")[0]) {
			continue
		}
		paths, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range paths {
			if strings.HasSuffix(source, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Body == nil {
					continue
				}
				for name := range called(f.Body) {
					exempted := exempt[path.Base(folder)+"."+strings.ToUpper(f.Name.Name[:1])+f.Name.Name[1:]] != ""
					if method, ok := strings.CutPrefix(name, "Store."); ok && writers[method] && !exempted {
						t.Errorf("%s: %s calls Store.%s: a use case should", source, f.Name.Name, method)
					}
				}
			}
		}
	}
}
