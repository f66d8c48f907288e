package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "proofdesk/"

// floors lists the packages of each floor. A package imports only lower floors, and none of its own. A name that ends
// in a slash includes all packages below it.
var floors = []struct {
	floor    int
	packages []string
}{
	{0, []string{"app/catalogue"}},
	{1, []string{
		"app/fault", "app/clock", "app/ids", "app/config", "app/apiclient", "migrations", "static", "views/words",
	}},
	{2, []string{
		"app/onboarding", "app/access", "app/audit", "app/vault", "app/naming", "app/preference",
		"views/ui",
	}},
	{3, []string{"app/webhook", "app/policy", "app/preset", "views/layout", "views/finding"}},
	{4, []string{"app/company", "app/presetfile", "views/"}},
	{5, []string{"app/store", "views/storybook"}},
	{6, []string{"app/evidence", "app/keyring", "app/inspection", "app/httpserver", "app/store/storetest"}},
	{7, []string{"app/draft", "app/gallery", "app/playground", "app/rendition", "app/session"}},
	{8, []string{
		"app/intake", "app/processing", "app/review", "app/dispatch", "app/token", "app/customer", "app/accounts",
		"app/credentials", "app/endpoints", "app/companies", "app/audittrail", "app/apikey", "app/dashboard",
		"app/quality", "app/retention", "app/submission", "app/presets", "app/artifact",
	}},
	{9, []string{
		"app/api", "app/control", "app/admintest", "app/concurrency", "app/web/shell/form", "app/web/shell/format",
	}},
	{10, []string{"app/web/shell", "app/web/shell/wording"}},
	{11, []string{
		"app/web/shell/delivery", "app/web/shell/download", "app/web/shell/figure", "app/web/shell/masking",
		"app/web/shell/picture", "app/web/shell/savedview", "app/web/shell/trail",
	}},
	{12, []string{"app/web/shell/dossier", "app/web/shell/repeat"}},
	{13, []string{"app/web/"}},
	{14, []string{"app/web"}},
	{15, []string{"app/boot", "app/web/webtest"}},
	{16, []string{"app/demo", "app/boot/boottest"}},
	{17, []string{"app", "app/dev/", "e2e"}},
}

func floorOf(name string) int {
	best, length := -1, -1
	for _, f := range floors {
		for _, p := range f.packages {
			exact, below := p == name, strings.HasSuffix(p, "/") && strings.HasPrefix(name, p)
			if (exact || below) && len(p) > length {
				best, length = f.floor, len(p)
			}
		}
	}
	if best < 0 && (name == "engine" || strings.HasPrefix(name, "engine/")) {
		return 0
	}
	return best
}

// sources lists every hand-written Go file with its package's path and its imports.
func sources(t *testing.T, visit func(path, pkg string, imports []string)) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name == "node_modules" || name == ".git" || name == ".cache" || name == "dist" ||
				name == "data" || name == "bin" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, i := range file.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			imports = append(imports, name)
		}
		relative, _ := filepath.Rel(root, path)
		visit(relative, filepath.ToSlash(filepath.Dir(relative)), imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFloors(t *testing.T) {
	sources(t, func(path, pkg string, imports []string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		from := floorOf(pkg)
		if from < 0 {
			t.Errorf("%s: package %s is on no floor: add it to one in layers_test.go", path, pkg)
			return
		}
		for _, name := range imports {
			if reason := forbidden(pkg, name); reason != "" {
				t.Errorf("%s imports %s: %s", path, name, reason)
			}
			used, ours := strings.CutPrefix(name, module)
			if !ours || pkg == used {
				continue
			}
			if to := floorOf(used); to >= from && !related(pkg, used) {
				t.Errorf("%s (floor %d) imports %s (floor %d): imports point down only", path, from, used, to)
			}
		}
	})
}

// related reports whether two packages on one floor may import each other: only those of the engine may.
func related(a, b string) bool {
	return strings.HasPrefix(a, "engine") && strings.HasPrefix(b, "engine")
}

// forbidden returns the reason why a package may never import another; "" where it may.
func forbidden(pkg, name string) string {
	engine := pkg == "engine" || strings.HasPrefix(pkg, "engine/")
	switch {
	case engine && (name == "net/http" || name == "database/sql" || strings.HasPrefix(name, module+"app")):
		return "the engine does no I/O and knows no program"
	case strings.HasPrefix(pkg, "engine/") && pkg != "engine/wasm" && name == module+"engine":
		return "the engine's parts never import the whole"
	case strings.HasPrefix(pkg, "views") &&
		name != module+"app/catalogue" && // which holds texts
		(strings.HasPrefix(name, module+"app") || strings.HasPrefix(name, module+"engine")):
		return "a view never sees a domain type"
	case name == "database/sql" && pkg != "app/store" && pkg != "app/store/storetest":
		return "only store uses SQL"
	}
	return ""
}

func TestEveryPackageHasADoc(t *testing.T) {
	documented := map[string]bool{}
	sources(t, func(path, pkg string, _ []string) {
		if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil,
			parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		documented[pkg] = documented[pkg] || file.Doc != nil
	})
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s has no doc comment", pkg)
		}
	}
}

// How much a file, a function and a line may hold. Statements are counted, not lines: a bound on lines is kept by
// packing them. A function of 25 statements is the aim and 40 asks for another look; here is where it stops.
const (
	mostStatements       = 60
	mostStatementsOfFile = 350
)

// longTests are test functions that tell one story from beginning to end.
var longTests = []string{"TestTheMainFlowWorksInABrowserWithoutScript"}

func TestNoFunctionOrFileHoldsTooMuch(t *testing.T) {
	sources(t, func(path, _ string, _ []string) {
		if strings.HasSuffix(path, "_templ.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := statements(f)
			total += n
			if n > mostStatements && !slices.Contains(longTests, f.Name.Name) {
				t.Errorf("%s: %s has %d statements: %d is the stop", path, f.Name.Name, n, mostStatements)
			}
		}
		if total > mostStatementsOfFile {
			t.Errorf("%s has %d statements: %d is the stop", path, total, mostStatementsOfFile)
		}
	})
}

// statements counts the statements of a function, those of functions inside it too; a block counts as what is in it.
func statements(f *ast.FuncDecl) int {
	n := 0
	ast.Inspect(f, func(node ast.Node) bool {
		switch node.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		case ast.Stmt:
			n++
		}
		return true
	})
	return n
}

// writesRows finds what a package needs to write rows itself, past the use cases.
var writesRows = regexp.MustCompile(`\b(store\.(Tx|Open)|database/sql)\b`)

func TestTheDemoWritesNoRowsItself(t *testing.T) {
	read := 0
	sources(t, func(path, pkg string, _ []string) {
		if pkg != "app/demo" || strings.HasSuffix(path, "_test.go") {
			return
		}
		b, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			t.Fatal(err)
		}
		if found := writesRows.Find(b); found != nil {
			t.Errorf("%s uses %s: what happens in the demo goes through the use cases", path, found)
		}
		read++
	})
	if read == 0 {
		t.Error("no source of the demo was read")
	}
}

var sleeping = regexp.MustCompile(`\b(time\.Sleep|[tb]\.Skip(f|Now)?)\(`)

func TestNoTestSleepsOrSkips(t *testing.T) {
	sources(t, func(path, _ string, _ []string) {
		if !strings.HasSuffix(path, "_test.go") || path == "e2e/full_test.go" {
			return
		}
		b, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			t.Fatal(err)
		}
		if call := sleeping.Find(b); call != nil {
			t.Errorf("%s calls %s", path, call)
		}
	})
}
