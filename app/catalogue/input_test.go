package catalogue_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// requests are the types of the bodies that the API takes, and of what is kept of them for later.
var requests = []string{
	"proofdesk/app/intake.InitializeRequest", "proofdesk/app/intake.JobRequest", "proofdesk/app/intake.ResultsRequest",
	"proofdesk/app/api.snapshotRequest", "proofdesk/app/onboarding.DeviceResult",
	"proofdesk/app/api.contentBody", "proofdesk/app/api.newPresetBody", "proofdesk/app/api.editsBody",
	"proofdesk/app/api.noteBody", "proofdesk/app/api.rollbackBody", "proofdesk/app/api.cloneBody",
	"proofdesk/app/api.assignmentsBody", "proofdesk/app/preset.File",
}

// unread are fields of requests that the program takes and does nothing with, each with the reason. A field that the
// client gets back, or that an agent sees, is not unread: its type is written or shown whole.
var unread = map[string]string{
	"intake.Result.Values":           "stored with the job; the comparison of sources does not read it yet",
	"onboarding.DeviceResult.Values": "see intake.Result.Values",
	"preset.File.Catalogue":          "tells readers of the file; an import is of today's catalogue",
}

// settled are fields that the check of a request reads and uses up.
var settled = map[string]string{}

func TestEveryFieldOfARequestIsRead(t *testing.T) {
	mode := packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo |
		packages.NeedImports | packages.NeedExportFile
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: root},
		"./app/api", "./app/preset", "./app/intake", "./app/onboarding", "./app/processing", "./app/web/...")
	if err != nil {
		t.Fatal(err)
	}
	read := reads{}
	fields := map[string]string{} // place → name, of every field of a request
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		for _, name := range requests {
			if typeName, ok := strings.CutPrefix(name, p.PkgPath+"."); ok {
				addFields(fields, p.Fset, p.Types.Scope().Lookup(typeName).Type())
			}
		}
		for _, tree := range p.Syntax {
			read.add(p, tree)
		}
	}
	if len(fields) < 25 {
		t.Fatalf("only %d fields of requests were found", len(fields))
	}
	for place, name := range fields {
		used := read.ends(place, fields)
		switch excused := unread[name] != "" || settled[name] != ""; {
		case used && excused:
			t.Errorf("%s is read now: take it from the list", name)
		case !used && !excused:
			t.Errorf("%s is accepted and nothing reads it", name)
		}
	}
}

// place names a declaration by where it is, which is the same in source and in compiled packages.
func place(fset *token.FileSet, at token.Pos, name string) string {
	p := fset.Position(at)
	return fmt.Sprintf("%s:%d: %s", filepath.Base(p.Filename), p.Line, name)
}

// addFields lists the fields of a type that JSON fills, and of the types in it.
func addFields(fields map[string]string, fset *token.FileSet, t types.Type) {
	switch under := t.(type) {
	case *types.Pointer:
		addFields(fields, fset, under.Elem())
		return
	case *types.Slice:
		addFields(fields, fset, under.Elem())
		return
	}
	named, ok := t.(*types.Named)
	if !ok {
		return
	}
	body, ok := named.Underlying().(*types.Struct)
	if !ok || !strings.HasPrefix(named.Obj().Pkg().Path(), "proofdesk/") {
		return
	}
	for i := range body.NumFields() {
		f := body.Field(i)
		if tag := reflect.StructTag(body.Tag(i)).Get("json"); tag == "" || tag == "-" {
			continue
		}
		fields[place(fset, f.Pos(), f.Name())] = named.Obj().Pkg().Name() + "." + named.Obj().Name() + "." + f.Name()
		addFields(fields, fset, f.Type())
	}
}

// reads are the fields that the program reads by name, each with the fields into which it is copied; an empty name
// stands for any other use.
type reads map[string][]string

// ends reports whether a field is read for something else than to fill another field of a request.
func (r reads) ends(place string, fields map[string]string) bool {
	for _, to := range r[place] {
		if fields[to] == "" || r.ends(to, fields) {
			return true
		}
	}
	return false
}

// add marks what a file reads, outside of the functions that only check a request.
func (r reads) add(p *packages.Package, tree *ast.File) {
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name == "check" || isMethodOf(f, "findings") {
			continue
		}
		copied := map[ast.Expr]string{}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok {
					copied[n.Value] = placeOf(p, key)
				}
			case *ast.SelectorExpr:
				if from := placeOf(p, n.Sel); from != "" {
					r[from] = append(r[from], copied[n])
				}
			}
			return true
		})
	}
}

// placeOf returns the place of the field that a name means; empty where it means something else.
func placeOf(p *packages.Package, name *ast.Ident) string {
	v, ok := p.TypesInfo.Uses[name].(*types.Var)
	if !ok || !v.IsField() {
		return ""
	}
	return place(p.Fset, v.Pos(), v.Name())
}

func isMethodOf(f *ast.FuncDecl, typeName string) bool {
	if f.Recv == nil {
		return false
	}
	star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	name, ok := star.X.(*ast.Ident)
	return ok && name.Name == typeName
}

var (
	control   = regexp.MustCompile(`(?s)<(?:input|select|textarea|button)\b[^>]*?\bname="([^"{]+)"`)
	inScripts = regexp.MustCompile(`\bname=\\?["']?([\w-]+)`)
)

func TestEveryFieldOfAFormIsRead(t *testing.T) {
	all := literals(t)
	scripts := map[string]bool{}
	walk(t, "static/src", ".ts", func(_, text string) {
		for _, m := range inScripts.FindAllStringSubmatch(text, -1) {
			scripts[m[1]] = true
		}
	})
	found := 0
	walk(t, "views", ".templ", func(path, text string) {
		for _, m := range control.FindAllStringSubmatch(text, -1) {
			found++
			if len(all[m[1]]) == 0 && !scripts[m[1]] {
				t.Errorf("%s: nothing reads the field %q", path, m[1])
			}
		}
	})
	if found < 50 {
		t.Errorf("only %d fields of forms were found", found)
	}
}

// walk visits the text of every file below a folder of the module that has the extension.
func walk(t *testing.T, folder, extension string, visit func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != extension {
			return err
		}
		text, err := os.ReadFile(path)
		visit(path, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
