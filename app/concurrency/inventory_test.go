package concurrency_test

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// notUseCases are the folders of app whose functions may write and are no use cases: the store itself, and programs for
// developers, tests and the demo, which work through use cases or seed a database of their own.
var notUseCases = []string{
	"store", "dev", "demo", "admintest", "concurrency", "web/webtest", "boot/boottest",
}

// function is a function or a method of the program, and what it calls.
type function struct {
	folder, name string // name is package.Type.Method
	exported     bool
	calls        []*types.Func
}

// load reads the packages below app, once for all tests. What they import from elsewhere is read as the compiler left
// it, because to check all of that anew takes ten times as long.
var load = sync.OnceValues(func() ([]*packages.Package, error) {
	mode := packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo |
		packages.NeedImports | packages.NeedExportFile
	return packages.Load(&packages.Config{Mode: mode, Dir: ".."}, "./...")
})

// sources returns the packages below app, which have no errors.
func sources(t *testing.T) []*packages.Package {
	t.Helper()
	loaded, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
	}
	return loaded
}

// program returns the functions of the packages below app by their objects, and those of them that write: they call
// Store.Write, or a function of their own package that writes, or a method of the store that does.
func program(t *testing.T) (all map[*types.Func]function, writing map[*types.Func]bool) {
	t.Helper()
	loaded := sources(t)
	all = map[*types.Func]function{}
	for _, p := range loaded {
		folder := strings.TrimPrefix(p.PkgPath, "proofdesk/app/")
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Body == nil {
					continue
				}
				object := p.TypesInfo.Defs[f.Name].(*types.Func)
				name := path.Base(folder) + "." + receiver(object) + f.Name.Name
				all[object] = function{folder, name, f.Name.IsExported(), called(p.TypesInfo, f.Body)}
			}
		}
	}
	writing = map[*types.Func]bool{}
	for object, f := range all {
		writing[object] = f.name == "store.Store.Write"
	}
	for found := true; found; {
		found = false
		for object, f := range all {
			if !writing[object] && slices.ContainsFunc(f.calls, func(to *types.Func) bool {
				return writing[to] && (to.Pkg() == object.Pkg() || strings.HasPrefix(all[to].name, "store.Store."))
			}) {
				writing[object], found = true, true
			}
		}
	}
	return all, writing
}

// receiver returns the name of the type of a method with a dot; empty for a function.
func receiver(f *types.Func) string {
	of := f.Signature().Recv()
	if of == nil {
		return ""
	}
	t := of.Type()
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "."
	}
	return ""
}

// called lists the functions and methods that a body calls, by whatever name.
func called(info *types.Info, body *ast.BlockStmt) []*types.Func {
	var all []*types.Func
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		var name *ast.Ident
		switch f := call.Fun.(type) {
		case *ast.Ident:
			name = f
		case *ast.SelectorExpr:
			name = f.Sel
		default:
			return true
		}
		if f, ok := info.Uses[name].(*types.Func); ok {
			all = append(all, f.Origin())
		}
		return true
	})
	return all
}

// exempt are use cases that the table does not run, each with the reason.
var exempt = map[string]string{
	"boot.Start":        "releases the leases of a run before, once, before anything else runs",
	"boot.Program.Work": "the same, which boot.Start calls",
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
	all, writing := program(t)
	found := map[string]bool{}
	for object, f := range all {
		if !writing[object] || !f.exported || slices.ContainsFunc(notUseCases, f.isIn) {
			continue
		}
		found[f.name] = true
		if !covered[f.name] && exempt[f.name] == "" {
			t.Errorf("%s writes and is in no row of the table", f.name)
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

// isIn reports whether a function is in a folder of app or below it.
func (f function) isIn(folder string) bool {
	return f.folder == folder || strings.HasPrefix(f.folder, folder+"/")
}

// TestOnlyUseCasesWrite keeps writes out of handlers, where the table would not find them: they are passed by name and
// called by nobody.
func TestOnlyUseCasesWrite(t *testing.T) {
	all, writing := program(t)
	for object, f := range all {
		transport := slices.ContainsFunc([]string{"web", "api", "boot", "control", "httpserver"}, f.isIn)
		if transport && writing[object] && !slices.ContainsFunc(notUseCases, f.isIn) &&
			exempt[f.name] == "" && f.name != "boot.Program.start" {
			t.Errorf("%s writes to the store: a use case should", f.name)
		}
	}
}
