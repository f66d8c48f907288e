package main_test

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

// vagueVerbs are verbs that a doc comment must not begin with, each with the plain ones to choose from.
var vagueVerbs = map[string]string{
	"asks":      "requests, reads or sends",
	"believes":  "trusts or accepts",
	"bounds":    "limits",
	"forgives":  "ignores",
	"gives":     "returns or sets",
	"heeds":     "reads",
	"knows":     "holds or reports",
	"lays":      "puts or writes",
	"lies":      "is",
	"mends":     "repairs",
	"minds":     "reads or handles",
	"mints":     "generates or returns",
	"remembers": "holds or caches",
	"says":      "reports or returns",
	"speaks":    "uses",
	"stands":    "is",
	"tells":     "reports or returns",
	"wants":     "requires",
}

// TestEveryDocCommentUsesAPlainVerb checks the doc comments of functions, methods, types, constants, variables, fields
// and interface methods: after the name comes a verb that a Go programmer would write there.
func TestEveryDocCommentUsesAPlainVerb(t *testing.T) {
	sources(t, func(path, _ string, _ []string) {
		if strings.HasSuffix(path, "_templ.go") {
			return
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, filepath.Join("..", path), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		eachDoc(file, func(doc *ast.CommentGroup, names ...*ast.Ident) {
			if verb, plain := vagueVerb(doc, names); verb != "" {
				t.Errorf("%s:%d: the doc comment of %s begins with the verb %q: write %s", path,
					files.Position(doc.Pos()).Line, names[0].Name, verb, plain)
			}
		})
	})
}

// eachDoc visits every doc comment in a file with the names that it is about.
func eachDoc(file *ast.File, visit func(doc *ast.CommentGroup, names ...*ast.Ident)) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch d := node.(type) {
		case *ast.FuncDecl:
			visit(d.Doc, d.Name)
			return false
		case *ast.GenDecl:
			if len(d.Specs) == 1 && !d.Lparen.IsValid() {
				visit(d.Doc, namesOf(d.Specs[0])...)
			}
		case *ast.TypeSpec:
			visit(d.Doc, d.Name)
		case *ast.ValueSpec:
			visit(d.Doc, d.Names...)
		case *ast.Field:
			if len(d.Names) > 0 {
				visit(d.Doc, d.Names...)
			}
		}
		return true
	})
}

func namesOf(spec ast.Spec) []*ast.Ident {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return []*ast.Ident{s.Name}
	case *ast.ValueSpec:
		return s.Names
	}
	return []*ast.Ident{ast.NewIdent("an import")}
}

// vagueVerb returns the verb after the name at the beginning of a doc comment, and what to write, if it is a vague one.
func vagueVerb(doc *ast.CommentGroup, names []*ast.Ident) (verb, plain string) {
	if doc == nil {
		return "", ""
	}
	words := strings.Fields(doc.Text())
	if len(words) < 2 || !slices.ContainsFunc(names, func(n *ast.Ident) bool { return n.Name == words[0] }) {
		return "", ""
	}
	verb = strings.Trim(words[1], ".,:;")
	if plain = vagueVerbs[verb]; plain == "" {
		return "", ""
	}
	return verb, plain
}

// sharedTypeNames are the names of exported types that several packages under app declare, with the one meaning that
// the name has in all of them.
var sharedTypeNames = map[string]string{
	"Agent":      "a user of the console who reviews: the whole row in store, what a use case needs of it elsewhere",
	"Band":       "what a reason is about: as found in policy, as given by an agent in onboarding",
	"Candidate":  "an enrolled customer who may be the applicant",
	"Correction": "a value of a job that an agent corrected",
	"Desk":       "the use cases behind the pages of agents: review decides jobs, submission carries out a form once",
	"Dossier":    "everything that is known about a job, for an agent",
	"Draft":      "what an agent has filled in for a job and not submitted",
	"File":       "a preset as a file: as exported and imported in preset, as kept in a folder in presetfile",
	"Handler":    "what answers the requests of the console's pages",
	"Identity":   "whom a verified credential belongs to",
	"Limits":     "how often credentials may be tried before attempts are refused",
	"Override":   "why an agent approved a job in spite of a red finding",
	"Options":    "the settings with which a package's main type is opened",
	"Reason":     "why a job was not approved: as decided in policy, as worded for a reader in wording",
	"Registry":   "the use cases that administer the records of the package",
	"Request":    "one call as the caller sent it, before it is checked",
	"Worker":     "a background loop that claims due rows and processes them until its context ends",
}

// TestEveryTypeNameHasOneMeaning guards that a name seen in one package means the same in another.
func TestEveryTypeNameHasOneMeaning(t *testing.T) {
	packages := map[string]map[string]bool{}
	sources(t, func(path, pkg string, _ []string) {
		ours := strings.HasPrefix(pkg, "app/") && !strings.HasPrefix(pkg, "app/dev/")
		if !ours || strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range exportedTypes(file) {
			if packages[name] == nil {
				packages[name] = map[string]bool{}
			}
			packages[name][pkg] = true
		}
	})
	for name, in := range packages {
		if len(in) > 1 && sharedTypeNames[name] == "" {
			t.Errorf("type %s is declared in %s: rename one, or add its one meaning to sharedTypeNames", name,
				strings.Join(slices.Sorted(maps.Keys(in)), ", "))
		}
	}
	for name := range sharedTypeNames {
		if len(packages[name]) < 2 {
			t.Errorf("sharedTypeNames lists %s, which fewer than two packages declare: remove it", name)
		}
	}
}

func exportedTypes(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		general, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			if s, ok := spec.(*ast.TypeSpec); ok && s.Name.IsExported() {
				names = append(names, s.Name.Name)
			}
		}
	}
	return names
}
