package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/views/words"
)

// pair is a sentence for a count of 1, and the one for other counts.
type pair struct{ one, many string }

var (
	ofOne  = regexp.MustCompile(`(^|\P{L})1 (\p{L}+)`)
	ofMany = regexp.MustCompile(`%(?:\[1\])?[ds] (\p{L}+)`)
	// oneOfMany finds a plural after 1, in English and in Spanish.
	oneOfMany = regexp.MustCompile(`(^|[^\p{L}\d.,])1 \p{L}*[^\P{L}suá]s($|\P{L})`)
	// bounded finds a number that is a limit or the whole of which something is a part.
	bounded = regexp.MustCompile(`(at most|at least|more than|longer than|larger than|less than|between 1 and|` +
		`[01] to|%d to|%[ds] of|every|after|last|newest|current) (the )?%[ds] `)
)

// never1 are sentences whose number is never 1.
var never1 = []string{
	"%d times",            // said from 2 on
	"by %d hours, %s",     // hour by hour has a sentence of its own
	"by %d days",          // day by day too
	"%d probes succeeded", // as many as close a breaker
	"%s waiting deliveries will be marked as failed.", // 1 has a sentence of its own, and many are "999+"
	// Said only where more are there than at least 1 that was shown.
	"%d deliveries have not reached their receivers by now, and this list showed %d: confirm again",
	// The value is the name of a repository.
	"%s set options here (%s). When it sends its file again, that replaces what you change.",
}

// pairs lists the sentences of counts that the console or one of its scripts says.
func pairs(t *testing.T) []pair {
	t.Helper()
	found := map[pair]bool{}
	walk(t, []string{"views", "app"}, func(path string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				besides(call.Args, found)
			}
			return true
		})
	})
	texts := scriptSentences(t)
	for i := range texts[1:] {
		if ofOne.MatchString(texts[i]) && ofMany.MatchString(texts[i+1]) {
			found[pair{texts[i], texts[i+1]}] = true
		}
	}
	return slices.Collect(maps.Keys(found))
}

// besides adds each pair of sentences that stand beside each other among the arguments of a call.
func besides(args []ast.Expr, found map[pair]bool) {
	for i := 1; i < len(args); i++ {
		one, ok := literal(args[i-1])
		many, also := literal(args[i])
		if ok && also && verb.MatchString(many) && ofOne.MatchString(one) {
			found[pair{one, many}] = true
		}
	}
}

func TestACountOfOneIsSaidInTheSingular(t *testing.T) {
	all := pairs(t)
	nouns, paired := map[string]bool{}, map[string]bool{}
	for _, p := range all {
		paired[p.many] = true
		one, many := ofOne.FindStringSubmatch(p.one), ofMany.FindStringSubmatch(p.many)
		if one != nil && many != nil && one[2] != many[1] {
			nouns[many[1]] = true
		}
		for _, l := range []words.Language{words.English, words.Spanish} {
			if text := l.T(p.one); oneOfMany.MatchString(text) {
				t.Errorf("%s: %q", l, text)
			}
		}
	}
	if len(all) < 40 || !nouns["jobs"] || !nouns["deliveries"] {
		t.Fatalf("only %d counted sentences were found, of %v", len(all), slices.Collect(maps.Keys(nouns)))
	}
	counts := regexp.MustCompile(`%(\[\d\])?[ds] (\p{L}+ )?(` + strings.Join(slices.Sorted(maps.Keys(nouns)), "|") + `)\b`)
	for path, entries := range areas(t) {
		for english := range entries {
			excused := paired[english] || bounded.MatchString(english)
			if counts.MatchString(english) && !excused && !slices.Contains(never1, english) {
				t.Errorf("%s: %q has no sentence for 1", path, english)
			}
		}
	}
	for _, english := range never1 {
		if !catalogued(t, english) {
			t.Errorf("nobody says %q", english)
		}
	}
}
