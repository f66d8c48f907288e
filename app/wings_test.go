package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// wingOf returns the wing of the console that a package is or belongs to; empty for any other package.
func wingOf(pkg string) string {
	rest, inside := strings.CutPrefix(pkg, "app/web/")
	name, _, _ := strings.Cut(rest, "/")
	if !inside || floorOf("app/web/"+name) != floorOf("app/web/") {
		return ""
	}
	return name
}

func TestNoWingImportsAnother(t *testing.T) {
	wings := map[string]bool{}
	sources(t, func(file, pkg string, imports []string) {
		wing := wingOf(pkg)
		wings[wing] = true
		for _, name := range imports {
			used := wingOf(strings.TrimPrefix(name, module))
			if wing != "" && used != "" && used != wing {
				t.Errorf("%s imports %s: what wings share belongs into app/web/shell", file, name)
			}
		}
	})
	if len(wings) < 10 {
		t.Errorf("only %d wings were found", len(wings))
	}
}

// TestNoWingUsesTheViewsOfAnother holds for every package of views that has the name of a wing. The storybook shows
// all.
func TestNoWingUsesTheViewsOfAnother(t *testing.T) {
	sources(t, func(file, pkg string, imports []string) {
		for _, name := range imports {
			views, ours := strings.CutPrefix(name, module+"views/")
			if !ours || !isWing(views) {
				continue
			}
			if wingOf(pkg) != views && pkg != "views/"+views && pkg != "views/storybook" {
				t.Errorf("%s imports %s: its views are those of the wing app/web/%s alone", file, name, views)
			}
		}
	})
}

// isWing reports whether there is a wing of a name.
func isWing(name string) bool {
	found, _ := filepath.Glob(filepath.Join("web", name, "handler.go"))
	return len(found) > 0
}

// How large a part of the console may become before it has to be parted.
const (
	mostMethods = 60
	mostNames   = 150
)

func TestNoTypeOrPackageOfTheConsoleIsTooLarge(t *testing.T) {
	methods, names := map[string]int{}, map[string]int{}
	sources(t, func(file, pkg string, _ []string) {
		if pkg != "app/web" && !strings.HasPrefix(pkg, "app/web/") || strings.HasSuffix(file, "_test.go") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[path.Join(pkg, receiver(f))]++
			} else {
				names[pkg] += declared(d)
			}
		}
	})
	for name, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d methods: %d is the most", name, n, mostMethods)
		}
	}
	for pkg, n := range names {
		if n > mostNames {
			t.Errorf("package %s declares %d names: %d is the most", pkg, n, mostNames)
		}
	}
}

// receiver returns the name of the type that a method is of.
func receiver(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	name, _ := of.(*ast.Ident)
	return name.Name
}

// declared counts the package-level names of a declaration.
func declared(d ast.Decl) int {
	group, ok := d.(*ast.GenDecl)
	if !ok {
		return 1
	}
	n := 0
	for _, s := range group.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			n++
		case *ast.ValueSpec:
			n += len(s.Names)
		}
	}
	return n
}
