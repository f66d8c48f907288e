package main_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	main "proofdesk/app/dev/mutate"
)

// root is the module's folder as seen from here.
const root = "../../.."

func load(t *testing.T, folder string) []main.Mutation {
	t.Helper()
	all, err := main.Load(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEveryMutationAppliesToTheCodeAsItIs guards the tables: code that changes takes its mutations with it.
func TestEveryMutationAppliesToTheCodeAsItIs(t *testing.T) {
	all := load(t, "mutations")
	if len(all) < 80 {
		t.Errorf("there are %d mutations: 80 are the least", len(all))
	}
	for _, m := range all {
		source, err := os.ReadFile(filepath.Join(root, m.File))
		if err != nil {
			t.Errorf("%s: %v", m.Place, err)
			continue
		}
		mutant, err := m.Apply(source)
		if err != nil {
			t.Errorf("%s: %v", m.Place, err)
			continue
		}
		if bytes.Equal(source, mutant) {
			t.Errorf("%s: it changes nothing", m.Place)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), m.File, mutant, 0); err != nil {
			t.Errorf("%s: %v", m.Place, err)
		}
		for _, tests := range m.Tests {
			if found, _ := filepath.Glob(filepath.Join(root, tests, "*_test.go")); len(found) == 0 {
				t.Errorf("%s: %s has no tests", m.Place, tests)
			}
		}
	}
}

func TestARunReportsTheResultOfEachMutation(t *testing.T) {
	var out strings.Builder
	r := main.Runner{Dir: "testdata/module", Timeout: 2 * time.Minute, Out: &out}
	if r.Run(t.Context(), load(t, "testdata/mutations")) {
		t.Error("the run says that every mutation was caught")
	}
	for _, want := range []string{
		"caught    caught.txt:1              Nobody of exactly eighteen is an adult, and everybody is a child.\n",
		"          by TestAnAdultIsEighteen of ./...\n",
		"SURVIVED  more.txt:1                A child of exactly twelve stays one.\n",
		"STALE     more.txt:6                The text is no longer there.\n",
		"          stale: \"age < 13\" is there 0 times in age.go\n",
		"STALE     more.txt:11               The text is there twice.\n",
		"STALE     more.txt:16               The file is no longer there.\n",
		"BROKEN    more.txt:21               The package does not compile.\n",
		"6 mutations: 1 caught, 1 survived, 3 stale, 1 broken\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	if !r.Run(t.Context(), load(t, "testdata/mutations")[:1]) {
		t.Errorf("a run with every mutation caught fails:\n%s", out.String())
	}
}

func TestARunIsRefusedWhereTheTestsFailByThemselves(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module tiny\n\ngo 1.26.0\n",
		"tiny.go":      "package tiny\n\nconst Zero = 0\n",
		"tiny_test.go": "package tiny\n\nimport \"testing\"\n\nfunc TestZero(t *testing.T) { t.Error(Zero) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	r := main.Runner{Dir: dir, Timeout: 2 * time.Minute, Out: &out}
	m := main.Mutation{
		Harm:  "Zero is one.",
		File:  "tiny.go",
		Tests: []string{"./..."},
		Edits: []main.Edit{{Old: "= 0", New: "= 1"}},
	}
	if r.Run(t.Context(), []main.Mutation{m}) || !strings.Contains(out.String(), "the tests fail without a mutation") {
		t.Errorf("the run was not refused:\n%s", out.String())
	}
}

func TestATableIsRefusedThatLacksAPart(t *testing.T) {
	for name, text := range map[string]string{
		"no sentence":      "a.go ./a\n- x\n+ y\n",
		"no file":          "# It breaks.\n- x\n+ y\n",
		"no package":       "# It breaks.\na.go\n- x\n+ y\n",
		"two files":        "# It breaks.\na.go ./a\nb.go ./b\n- x\n+ y\n",
		"nothing replaced": "# It breaks.\na.go ./a\n+ y\n",
	} {
		if _, err := main.Parse("t.txt", text); err == nil || !strings.HasPrefix(err.Error(), "t.txt:1: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
