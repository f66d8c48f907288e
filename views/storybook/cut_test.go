package storybook_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"proofdesk/views/storybook"
	"proofdesk/views/words"
)

func TestNoSentenceEndsBeforeItsValue(t *testing.T) {
	cut := cutSentences(t)
	for _, s := range storybook.States() {
		for _, language := range []words.Language{words.English, words.Spanish} {
			for _, text := range paragraphs(parsed(t, draw(t, s, language))) {
				if lacksValue(cut, text) {
					t.Errorf("%s says %q, where a value is missing", s.Path(), text)
				}
			}
		}
	}
}

func TestASentenceWithoutItsValueIsFound(t *testing.T) {
	cut := cutSentences(t)
	for text, lacks := range map[string]bool{
		"Times are in .":                        true,
		"Times are in <b></b>.":                 true,
		"Escalado por <svg></svg> ":             true,
		"Escalado por <b>Noor</b>":              false,
		"Made at noon , by <i>Noor</i>":         true,
		"Reason: <input>":                       false,
		"Times are in <time>UTC</time>.":        false,
		"Proposed by <q>x</q> (<i>y</i> again)": false,
		"Proposed by ( again)":                  true,
	} {
		got := paragraphs(parsed(t, []byte("<main><p>"+text+"</p><p>Wait</p></main>")))
		if len(got) != 2 || lacksValue(cut, got[0]) != lacks {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

// hole finds where a value is missing inside a text: a blank before the mark that ends it, or nothing in brackets.
var hole = regexp.MustCompile(`\pL [.,;)](\s|$)|\( |\(\)|“”|«»|%!`)

func lacksValue(cut map[string]bool, text string) bool { return cut[text] || hole.MatchString(text) }

var verb = regexp.MustCompile(`%[a-z]`)

// cutSentences returns the texts of the catalogue that have a value, without it. Some of them are texts of their own.
func cutSentences(t *testing.T) map[string]bool {
	t.Helper()
	all, err := filepath.Glob("../words/es/*.json")
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	cut, whole := map[string]bool{}, map[string]bool{"": true, "Face": true} // a kind of template of a customer
	for _, path := range all {
		if filepath.Base(path) == "locale.json" {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		entries := map[string]string{}
		if err := json.Unmarshal(content, &entries); err != nil {
			t.Fatal(path, err)
		}
		for english, spanish := range entries {
			for _, text := range []string{english, spanish} {
				whole[text] = true
				cut[strings.Join(strings.Fields(verb.ReplaceAllString(text, "")), " ")] = true
			}
		}
	}
	for text := range whole {
		delete(cut, text)
	}
	return cut
}

var inline = map[atom.Atom]bool{
	atom.A: true, atom.B: true, atom.Strong: true, atom.I: true, atom.Em: true,
	atom.Span: true, atom.Small: true, atom.Time: true, atom.Q: true, atom.Code: true, atom.Mark: true,
	atom.Kbd: true, atom.Del: true, atom.Ins: true, atom.Abbr: true, atom.Svg: true, atom.Label: true,
}

// paragraphs returns the texts of a page as they are read, each with what stands inside it. A field counts as a value.
func paragraphs(root *html.Node) (all []string) {
	var text strings.Builder
	end := func() {
		if line := strings.Join(strings.Fields(text.String()), " "); line != "" {
			all = append(all, line)
		}
		text.Reset()
	}
	var read func(n *html.Node)
	read = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(n.Data)
		case n.DataAtom == atom.Head, n.DataAtom == atom.Svg:
		case n.DataAtom == atom.Input, n.DataAtom == atom.Select, n.DataAtom == atom.Img:
			text.WriteString("\uFFFC")
		case inline[n.DataAtom]:
			for child := range n.ChildNodes() {
				read(child)
			}
		default:
			end()
			for child := range n.ChildNodes() {
				read(child)
			}
			end()
		}
	}
	read(root)
	return all
}
