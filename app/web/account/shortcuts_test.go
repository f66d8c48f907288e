package account_test

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
	"proofdesk/app/web/webtest"
)

func TestKeysAreChosenInATableThatNamesWhatTheyClashWith(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	b.Get("/me").Want(http.StatusOK, `href="/me/keys"`, "default")
	b.Get("/me/keys").Want(http.StatusOK, `name="key.a" value="a"`, `data-keys=""`)
	post := func(form url.Values) *webtest.Browser {
		form.Set("version", b.Get("/me/keys").Field("version"))
		return b.Post("/me/keys", form)
	}
	post(url.Values{"key.a": {"d"}, "key.n": {"x"}, "key.s": {"3"}}).
		Want(http.StatusBadRequest, "Nothing was saved", "Already used for “Decline”.",
			"Enter one letter or symbol, but not a digit from 1 to 9.", `name="key.n" value="x"`)
	b.Get("/me/keys").Want(http.StatusOK, `name="key.n" value="n"`)
	post(url.Values{"key.a": {"W"}, "key.n": {"x"}}).Follow().Want(http.StatusOK, "Saved.",
		`name="key.a" value="w"`, `data-keys="{&#34;a&#34;:&#34;w&#34;,&#34;n&#34;:&#34;x&#34;}"`)
	b.Get("/queue").Want(http.StatusOK, `<kbd aria-hidden="true">X</kbd>`)
	post(url.Values{"reset": {"a"}}).Follow().Want(http.StatusOK,
		`name="key.a" value="a"`, `name="key.n" value="x"`)
	b.Get("/me").Want(http.StatusOK, "1 changed")
	post(url.Values{"key.a": {"d"}, "key.d": {"a"}}).Follow().Want(http.StatusOK, "Saved.")
	post(url.Values{"reset": {"a"}}).Want(http.StatusBadRequest, "Already used for “Approve”.")
	post(url.Values{"reset": {"all"}}).Follow().Want(http.StatusOK, `name="key.n" value="n"`)
}

func TestAResetOfKeysThatAnotherBrowserHasChangedIsAConflict(t *testing.T) {
	h := webtest.Open(t)
	here, there := h.As(access.Agent), h.As(access.Agent)
	save := func(b *webtest.Browser, form url.Values) *webtest.Browser {
		form.Set("version", b.Field("version"))
		return b.Post("/me/keys", form)
	}
	save(here.Get("/me/keys"), url.Values{"key.a": {"w"}}).Want(http.StatusSeeOther)
	for _, reset := range []string{"a", "all"} {
		here.Get("/me/keys")
		there.Get("/me/keys")
		other := map[string]string{"a": "x", "all": "z"}[reset]
		save(there, url.Values{"key.a": {"w"}, "key.n": {other}}).Want(http.StatusSeeOther)
		save(here, url.Values{"reset": {reset}}).Want(http.StatusConflict,
			"Your shortcuts were changed in another window", "Saved meanwhile: w", "Saved meanwhile: "+other)
		there.Get("/me/keys").Want(http.StatusOK, `name="key.a" value="w"`, `name="key.n" value="`+other+`"`)
	}
	save(here, url.Values{"reset": {"a"}}).Follow().Want(http.StatusOK, `name="key.a" value="a"`,
		`name="key.n" value="z"`)
}

var (
	inPage = regexp.MustCompile(`data-key(?:-focus)?="([^"{]+)"|@tool\("([^"]+)"|@ui\.Key\("([^"]+)"\)|, Key: ` +
		`"([a-z])", Class:`)
	inScript = regexp.MustCompile(`\['([^']+)', t\('`)
)

// theSame are keys that nobody can change.
var theSame = []string{
	"Enter", "Shift", "Esc", "Space", "1 9", "Shift 1 9", "Shift Enter", "Ctrl K", "← →", ",", "g Q", "g J", "g D",
	"g M",
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
	err := filepath.WalkDir("../../../views", func(path string, _ fs.DirEntry, err error) error {
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
	listed := find("../../../static/src/help.ts", inScript)
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
