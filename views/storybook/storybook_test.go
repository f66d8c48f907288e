package storybook_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"proofdesk/views/storybook"
	"proofdesk/views/words"
)

var update = flag.Bool("update", false, "write what is drawn as what is meant")

// The pages as they are meant, one tag a line so that a difference is easy to read. A change that is meant is taken
// over with go test ./views/storybook -update, and read in the difference before it is committed.
func TestEveryStateIsDrawnAsItIsMeant(t *testing.T) {
	for _, s := range storybook.States() {
		t.Run(s.Path(), func(t *testing.T) {
			got := outline(s, draw(t, s, words.English))
			path := filepath.Join("testdata", s.Area+"."+s.Name+".html")
			if *update {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s differs from %s at %s", s.Path(), path, difference(got, want))
			}
		})
	}
}

func draw(t *testing.T, s storybook.State, l words.Language) []byte {
	t.Helper()
	page, err := s.Draw(t.Context(), storybook.Look{
		Theme:    "auto",
		Language: l,
		CSS:      "/console.css",
		Charts:   "/dashboard.css",
		Icons:    "/icons.svg",
	})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// common is what every page has around its own: its head and the top bar, which the parts keep.
var common = regexp.MustCompile(`(?s)<head>.*</head>|<header class="top">.*?</header>|<svg class="icon".*?</svg>`)

// outline returns a page one tag a line, without what is common to all.
func outline(s storybook.State, page []byte) []byte {
	if s.Area != "parts" {
		page = common.ReplaceAll(page, nil)
	}
	return bytes.ReplaceAll(page, []byte("><"), []byte(">\n<"))
}

var tag = regexp.MustCompile(`</?[a-z0-9]+`)

func TestAPageIsBuiltAlikeInEveryLanguage(t *testing.T) {
	for _, s := range storybook.States() {
		english, spanish := tag.FindAll(draw(t, s, words.English), -1), tag.FindAll(draw(t, s, words.Spanish), -1)
		if !slices.EqualFunc(english, spanish, bytes.Equal) {
			t.Errorf("%s has other elements in Spanish", s.Path())
		}
	}
}

func TestNoFixtureIsLeftBehind(t *testing.T) {
	meant := map[string]bool{}
	for _, s := range storybook.States() {
		meant[s.Area+"."+s.Name+".html"] = true
	}
	kept, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range kept {
		if !meant[file.Name()] {
			t.Errorf("testdata/%s is of no state", file.Name())
		}
	}
}

// difference returns the first line that differs.
func difference(got, want []byte) string {
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			return "\n got " + string(g[i]) + "\nwant " + string(w[i])
		}
	}
	return "its end"
}

func TestEveryStateHasANameOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range storybook.States() {
		if seen[s.Path()] {
			t.Errorf("%s is there twice", s.Path())
		}
		seen[s.Path()] = true
	}
}

func TestEveryPageHasALineForMessages(t *testing.T) {
	for _, s := range storybook.States() {
		page := draw(t, s, words.English)
		if !bytes.Contains(page, []byte(" data-csrf=")) || bytes.Contains(page, []byte(`class="door"`)) {
			continue // the documentation, or a page for whoever is not signed in
		}
		if n := bytes.Count(page, []byte(" data-news")); n != 1 {
			t.Errorf("%s has %d lines for messages, want 1", s.Path(), n)
		}
	}
}
