package static_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var (
	sentence  = regexp.MustCompile(`^[A-Z]?[a-z]+( [a-z]+)+[.:?!]?$`)
	shownText = regexp.MustCompile(`\b(textContent|title|placeholder|ariaLabel|alt)( =|:) ['"][^'"]*[A-Za-z]`)
	comment   = regexp.MustCompile(`(?m)(^|\s)//.*$|(?s)/\*.*?\*/`)
)

func TestWhatScriptsSayIsTranslated(t *testing.T) {
	for _, path := range filesBelow(t, "src", ".ts") {
		text := comment.ReplaceAllString(read(t, path), "")
		for _, place := range scriptText.FindAllStringIndex(text, -1) {
			literal := text[place[0]+1 : place[1]-1]
			if sentence.MatchString(literal) && !strings.HasSuffix(text[:place[0]], "t(") {
				t.Errorf("%s says %q without t()", path, literal)
			}
		}
		if found := shownText.FindString(text); found != "" {
			t.Errorf("%s shows %s… without t()", path, found)
		}
	}
}

func TestEveryScriptBeginsWithItsJob(t *testing.T) {
	for _, path := range append(filesBelow(t, "src", ".ts"), filesBelow(t, "sdk", ".ts")...) {
		if !strings.HasPrefix(read(t, path), "// ") {
			t.Errorf("%s does not begin with a comment that says what it is for", path)
		}
	}
}

var request = regexp.MustCompile(`\b(?:ctx\.)?fetch\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`)

func TestEveryRequestOfAScriptHasALimit(t *testing.T) {
	for _, path := range filesBelow(t, "src", ".ts") {
		text := comment.ReplaceAllString(read(t, path), "")
		for _, call := range request.FindAllString(text, -1) {
			if !regexp.MustCompile(`\b(signal|options)\b`).MatchString(call) {
				t.Errorf("%s waits for ever for %s", path, call)
			}
		}
	}
}

// mostLines is how long a script may be.
const mostLines = 150

func TestScriptsAreShort(t *testing.T) {
	for _, path := range append(filesBelow(t, "src", ".ts"), filesBelow(t, "sdk", ".ts")...) {
		if n := strings.Count(read(t, path), "\n"); n > mostLines {
			t.Errorf("%s has %d lines: %d is the most", path, n, mostLines)
		}
	}
}

func TestTheFunctionsOfTheScriptsPassTheirOwnTests(t *testing.T) {
	if out, err := exec.CommandContext(t.Context(), "node", "test.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}
