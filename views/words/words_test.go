package words_test

import (
	"encoding/json"
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

	templates "github.com/a-h/templ/parser/v2"

	"proofdesk/app/catalogue"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

const root = "../.."

// never are words that are the same in every language: names, codes and units.
var never = regexp.MustCompile(`^(Proofdesk|CSV|JSON|HMAC|URL|URN|TOTP|SDK|MRZ|ID|px|ms|kB|kid|v1|·|→|—|…|×|/|\W+|\d+)+$`)

func areas(t *testing.T) map[string]map[string]string {
	t.Helper()
	paths, err := filepath.Glob("es/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("no catalogue", err)
	}
	all := map[string]map[string]string{}
	for _, path := range paths {
		if filepath.Base(path) == "locale.json" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		entries := map[string]string{}
		if err := json.Unmarshal(data, &entries); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all[path] = entries
	}
	return all
}

func walk(t *testing.T, folders []string, visit func(path string)) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "dist") {
				return fs.SkipDir
			}
			if err == nil && !entry.IsDir() {
				visit(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// said lists the English sentences that the console passes to T and N, and every other string that might be one.
func said(t *testing.T) (asked map[string]string, anywhere map[string]bool) {
	t.Helper()
	asked, anywhere = map[string]string{}, map[string]bool{}
	walk(t, []string{"views", "app"}, func(path string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if expr, ok := n.(ast.Expr); ok {
				if text, ok := literal(expr); ok {
					anywhere[text] = true
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, text := range sentences(call) {
				asked[text] = path
			}
			return true
		})
	})
	return asked, anywhere
}

// sentences returns the literal sentences of a call of T or N.
func sentences(call *ast.CallExpr) []string {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	if name != "T" && name != "N" {
		return nil
	}
	var all []string
	for i, arg := range call.Args {
		text, ok := literal(arg)
		if !ok || name == "T" && len(all) > 0 || len(all) == 2 || i > 3 {
			continue
		}
		all = append(all, text)
	}
	return all
}

// literal returns the text of a string literal, or of several that + joins.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		left, one := literal(e.X)
		right, two := literal(e.Y)
		return left + right, e.Op == token.ADD && one && two
	}
	return "", false
}

func TestEverySentenceThatIsSaidIsInTheCatalogue(t *testing.T) {
	asked, _ := said(t)
	for text, path := range asked {
		if never.MatchString(text) || words.Spanish.T(text) != text {
			continue
		}
		if !catalogued(t, text) {
			t.Errorf("%s says %q, which views/words/es does not hold", path, text)
		}
	}
}

func catalogued(t *testing.T, text string) bool {
	t.Helper()
	for _, entries := range areas(t) {
		if _, ok := entries[text]; ok {
			return true
		}
	}
	return slices.ContainsFunc(catalogue.Texts(), func(c catalogue.Text) bool { return c.English == text })
}

func TestATextOfACodeIsTranslatedInTheCatalogueOfCodesOnly(t *testing.T) {
	for path, entries := range areas(t) {
		for text := range entries {
			if slices.ContainsFunc(catalogue.Texts(), func(c catalogue.Text) bool { return c.English == text }) {
				t.Errorf("%s: %q stands in the catalogue of codes already", path, text)
			}
		}
	}
}

// refusing are the folders whose failures the console shows.
var refusing = []string{
	"app/access", "app/accounts", "app/audittrail", "app/companies", "app/company", "app/credentials", "app/customer",
	"app/endpoints", "app/naming", "app/onboarding", "app/preference", "app/preset", "app/presets", "app/quality",
	"app/retention", "app/review", "app/session", "app/store", "app/web", "app/webhook",
}

// messageAt are the functions that make a failure, with the position of its message among their arguments.
var messageAt = map[string]int{
	"fault.New":      1,
	"fault.Wrap":     2,
	"fault.BadField": 2,
	"naming.Taken":   2,
	"or":             0, // of a row of the store
	"mustChange":     1, // of a transaction of the store
}

// refusals lists the English messages of the failures that the console may show, with their files. An internal failure
// is left out: its message is only logged.
func refusals(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	walk(t, refusing, func(path string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if text, ok := refusal(call); ok {
					all[text] = path
				}
			}
			return true
		})
	})
	return all
}

// refusal returns the literal message of a call that makes a failure.
func refusal(call *ast.CallExpr) (string, bool) {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	name := f.Sel.Name
	if from, ok := f.X.(*ast.Ident); ok && (from.Name == "fault" || from.Name == "naming") {
		name = from.Name + "." + name
	}
	at, ok := messageAt[name]
	if !ok || at >= len(call.Args) {
		return "", false
	}
	for _, arg := range call.Args[:at] {
		if code, ok := arg.(*ast.SelectorExpr); ok && code.Sel.Name == "Internal" {
			return "", false
		}
	}
	text, ok := literal(call.Args[at])
	return text, ok && text != "%s"
}

func TestEveryRefusalIsShownInSpanish(t *testing.T) {
	all := refusals(t)
	if len(all) < 100 {
		t.Fatalf("only %d refusals were found", len(all))
	}
	values := strings.NewReplacer("%d", "7", "%q", `"kid"`, "%s", "acme")
	for message, path := range all {
		if shown := values.Replace(message); format.Translate(words.Spanish, shown) == shown {
			t.Errorf("%s refuses with %q, which is shown in English on Spanish pages", path, message)
		}
	}
}

func TestTheCatalogueHoldsNothingThatIsNeverSaid(t *testing.T) {
	_, anywhere := said(t)
	scripts := scriptSentences(t)
	for path, entries := range areas(t) {
		for text := range entries {
			if strings.HasSuffix(path, "script.json") {
				if !slices.Contains(scripts, text) {
					t.Errorf("%s: no script says %q", path, text)
				}
			} else if !anywhere[text] {
				t.Errorf("%s: nothing says %q", path, text)
			}
		}
	}
}

var (
	inScript = regexp.MustCompile(`\bt\(\s*'((?:[^'\\]|\\.)*)'`)
	counted  = regexp.MustCompile(`\bn\([^'\n]*'((?:[^'\\]|\\.)*)',\s*'((?:[^'\\]|\\.)*)'`)
)

func scriptSentences(t *testing.T) []string {
	t.Helper()
	var all []string
	walk(t, []string{"static/src"}, func(path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		said := inScript.FindAllStringSubmatch(string(data), -1)
		for _, m := range append(said, counted.FindAllStringSubmatch(string(data), -1)...) {
			for _, text := range m[1:] {
				all = append(all, strings.ReplaceAll(text, `\'`, `'`))
			}
		}
	})
	return all
}

func TestEverySentenceOfAScriptIsInTheCatalogue(t *testing.T) {
	entries := areas(t)["es/script.json"]
	for _, text := range scriptSentences(t) {
		if _, ok := entries[text]; !ok {
			t.Errorf("a script says %q, which es/script.json does not hold", text)
		}
	}
}

var verb = regexp.MustCompile(`%(\[\d+\])?[-+.0-9]*[a-z]`)

func TestASentenceTakesTheSameValuesInEveryLanguage(t *testing.T) {
	for path, entries := range areas(t) {
		for english, spanish := range entries {
			if !slices.Equal(verb.FindAllString(english, -1), verb.FindAllString(spanish, -1)) &&
				!strings.Contains(spanish, "%[") {
				t.Errorf("%s: %q and %q take other values", path, english, spanish)
			}
			if strings.TrimSpace(spanish) == "" {
				t.Errorf("%s: %q has no words", path, english)
			}
		}
	}
}

func TestAnEntryMeansTheSameInEveryArea(t *testing.T) {
	first := map[string]string{}
	for path, entries := range areas(t) {
		for english, spanish := range entries {
			if before, ok := first[english]; ok && before != spanish {
				t.Errorf("%s: %q is %q here and %q elsewhere", path, english, spanish, before)
			}
			first[english] = spanish
		}
	}
}

// spoken are attributes that people hear or read.
var spoken = []string{"title", "aria-label", "placeholder", "alt", "data-copied", "data-empty"}

func TestTemplatesHoldNoPlainEnglish(t *testing.T) {
	walk(t, []string{"views"}, func(path string) {
		if filepath.Ext(path) != ".templ" {
			return
		}
		file, err := templates.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range file.Nodes {
			if template, ok := node.(*templates.HTMLTemplate); ok {
				plain(t, path, template.Children)
			}
		}
	})
}

// plain finds text and spoken attributes that do not go through the catalogue.
func plain(t *testing.T, path string, nodes []templates.Node) {
	t.Helper()
	for _, node := range nodes {
		switch n := node.(type) {
		case *templates.Text:
			if text := strings.TrimSpace(n.Value); text != "" && !never.MatchString(text) {
				t.Errorf("%s: plain English %q", path, text)
			}
		case *templates.Element:
			for _, attribute := range n.Attributes {
				constant, ok := attribute.(*templates.ConstantAttribute)
				if ok && slices.Contains(spoken, constant.Key.String()) && constant.Value != "" &&
					!never.MatchString(constant.Value) {
					t.Errorf("%s: plain English %s=%q", path, constant.Key.String(), constant.Value)
				}
			}
		}
		if composite, ok := node.(templates.CompositeNode); ok {
			plain(t, path, composite.ChildNodes())
		}
	}
}

func TestTheBrowsersLanguageIsTakenUnlessOneWasChosen(t *testing.T) {
	cases := []struct {
		chosen, accepted string
		want             words.Language
	}{
		{"", "", words.English},
		{"", "es-MX,es;q=0.9,en;q=0.8", words.Spanish},
		{"", "mi-NZ, es;q=0.5", words.Spanish},
		{"", "mi", words.English},
		{"en", "es-MX", words.English},
		{"es", "en", words.Spanish},
		{"xx", "es", words.Spanish},
		{"", "en;q=0.5, es;q=0.9", words.Spanish},
		{"", "es-419", words.Spanish},
		{"", "de;q=, *", words.English},
	}
	for _, c := range cases {
		if got := words.Choose(c.chosen, c.accepted); got != c.want {
			t.Errorf("Choose(%q, %q) = %s, want %s", c.chosen, c.accepted, got, c.want)
		}
	}
}

func TestCountsTakeTheirOwnSentence(t *testing.T) {
	if got := words.English.N(1, "1 job", "%d jobs"); got != "1 job" {
		t.Error(got)
	}
	if got := words.English.N(4, "1 job of %s", "%d jobs of %s", "Ana"); got != "4 jobs of Ana" {
		t.Error(got)
	}
}

func TestPluralsFollowTheRulesOfTheLanguage(t *testing.T) {
	for _, c := range []struct {
		language words.Language
		n        int
		want     string
	}{
		{words.English, 0, "0 waiting"},
		{words.English, 1, "1 waiting"},
		{words.Spanish, 0, "0 en espera"},
		{words.Spanish, 1, "1 en espera"},
		{words.Spanish, 1_000_000, "1.000.000 en espera"},
	} {
		if got := c.language.N(c.n, "1 waiting", "%d waiting"); got != c.want {
			t.Errorf("%s of %d: %q, want %q", c.language, c.n, got, c.want)
		}
	}
}

func TestEveryLanguageNamesItself(t *testing.T) {
	for _, l := range words.Languages() {
		if name := l.Name(); name == "" || strings.HasPrefix(name, "(") {
			t.Errorf("%s is called %q", l, name)
		}
	}
}
