package web_test

import (
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/preference"
)

func TestKeysAreChosenInATableThatNamesWhatTheyClashWith(t *testing.T) {
	h := open(t)
	b := h.as(access.Agent)
	b.get("/me").want(http.StatusOK, `href="/me/keys"`, "as they come")
	b.get("/me/keys").want(http.StatusOK, `name="key.a" value="a"`, `data-keys=""`)
	b.post("/me/keys", url.Values{"key.a": {"d"}, "key.n": {"x"}, "key.s": {"3"}}).
		want(http.StatusBadRequest, "Nothing was saved", "This is the key of “Decline”.",
			"Give one letter, or one sign of the keyboard that is no digit from 1 to 9.", `name="key.n" value="x"`)
	b.get("/me/keys").want(http.StatusOK, `name="key.n" value="n"`)
	b.post("/me/keys", url.Values{"key.a": {"Q"}, "key.n": {"x"}}).follow().want(http.StatusOK, "Saved.",
		`name="key.a" value="q"`, `data-keys="{&#34;a&#34;:&#34;q&#34;,&#34;n&#34;:&#34;x&#34;}"`)
	b.get("/queue").want(http.StatusOK, `<kbd aria-hidden="true">X</kbd>`)
	b.get("/me/keys").post("/me/keys", url.Values{"reset": {"a"}}).follow().want(http.StatusOK,
		`name="key.a" value="a"`, `name="key.n" value="x"`)
	b.get("/me").want(http.StatusOK, "1 changed")
	b.get("/me/keys").post("/me/keys", url.Values{"reset": {"all"}}).follow().want(http.StatusOK,
		`name="key.n" value="n"`)
}

var (
	inPage = regexp.MustCompile(`data-key(?:-focus)?="([^"{]+)"|@tool\("([^"]+)"|@ui\.Key\("([^"]+)"\)|, Key: ` +
		`"([a-z])", Class:`)
	inScript = regexp.MustCompile(`\['([^']+)', t\('`)
)

// theSame are keys that nobody can change.
var theSame = []string{
	"Enter", "Shift", "Esc", "Space", "1 9", "Shift 1 9", "Shift Enter", "Ctrl K", "← →", ",", "g Q", "g J", "g D",
}

func TestEveryKeyOfAPageOrTheListOfKeysCanBeChosen(t *testing.T) {
	var known []string
	for _, s := range preference.Shortcuts() {
		known = append(known, s.Key)
	}
	find := func(path string, pattern *regexp.Regexp) (found []string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pattern.FindAllStringSubmatch(string(data), -1) {
			found = append(found, strings.Join(m[1:], ""))
		}
		return found
	}
	err := filepath.WalkDir("../../views", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".templ" {
			for _, key := range find(path, inPage) {
				if !slices.Contains(known, strings.ToLower(key)) && !slices.Contains(theSame, key) {
					t.Errorf("%s has the key %q, which nobody can choose", path, key)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	listed := find("../../static/src/help.ts", inScript)
	for _, key := range listed {
		if !slices.Contains(known, key) && !slices.Contains(theSame, key) {
			t.Errorf("the list of keys has %q, which nobody can choose", key)
		}
	}
	for _, key := range known {
		if key != "g" && !slices.Contains(listed, key) {
			t.Errorf("the list of keys lacks %q", key)
		}
	}
}
