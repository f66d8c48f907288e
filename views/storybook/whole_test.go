package storybook_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"proofdesk/views/storybook"
	"proofdesk/views/words"
)

func TestNoHeadingStandsAboveNothing(t *testing.T) {
	for _, s := range storybook.States() {
		for _, heading := range bareHeadings(parsed(t, draw(t, s, words.English))) {
			t.Errorf("%s has nothing under the heading %q", s.Path(), heading)
		}
	}
}

func TestAHeadingAboveNothingIsFound(t *testing.T) {
	for page, bare := range map[string]string{
		`<section><h2>History</h2></section><p>else</p>`:              "History",
		`<section><h2>History</h2><p> </p><ul></ul></section>`:        "History",
		`<h2>History</h2><h2>Person</h2><p>x</p>`:                     "History",
		`<div><h3>Headers</h3></div><h2>Body</h2><p>x</p>`:            "Headers",
		`<h2>Person</h2><p>x</p><div><h2>History</h2></div>`:          "History",
		`<h1>Job</h1><section><h2>History</h2><p>x</p></section>`:     "",
		`<div><h2>Pictures</h2></div><form><input></form>`:            "",
		`<section><h2>Pictures</h2><ul><li><img></li></ul></section>`: "",
		`<div hidden><h2>Viewing now</h2></div>`:                      "",
	} {
		if got := strings.Join(bareHeadings(parsed(t, []byte(page))), ", "); got != bare {
			t.Errorf("%s: bare is %q, want %q", page, got, bare)
		}
	}
}

func parsed(t *testing.T, page []byte) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// part is a heading, with its level, or a thing that stands under one: words, a picture or a field.
type part struct {
	level   int
	text    string
	section *html.Node
}

var levels = map[atom.Atom]int{atom.H1: 1, atom.H2: 2, atom.H3: 3, atom.H4: 4, atom.H5: 5, atom.H6: 6}

var things = map[atom.Atom]bool{
	atom.Img: true, atom.Input: true, atom.Select: true, atom.Textarea: true,
	atom.Video: true, atom.Audio: true, atom.Canvas: true, atom.Svg: true,
}

var sections = map[atom.Atom]bool{
	atom.Section: true, atom.Article: true, atom.Aside: true, atom.Main: true,
	atom.Nav: true, atom.Dialog: true, atom.Details: true, atom.Form: true, atom.Fieldset: true, atom.Body: true,
}

// bareHeadings returns the headings that are followed by one of their level or above, or by the end of their section.
func bareHeadings(root *html.Node) (bare []string) {
	all := parts(root, nil, nil)
	for i, p := range all {
		if p.level == 0 {
			continue
		}
		under := i+1 < len(all) && within(all[i+1].section, p.section) &&
			(all[i+1].level == 0 || all[i+1].level > p.level)
		if !under {
			bare = append(bare, p.text)
		}
	}
	return bare
}

// parts lists the headings and things of a page in their order.
func parts(n, section *html.Node, before []part) []part {
	switch {
	case has(n, "data-pictures", "data-fit"): // what the script shows; without script its section is not shown either
		return append(before, part{section: section})
	case isHidden(n):
		return before
	case levels[n.DataAtom] > 0:
		return append(before, part{level: levels[n.DataAtom], text: said(n), section: section})
	case things[n.DataAtom], n.Type == html.TextNode && strings.TrimSpace(n.Data) != "":
		return append(before, part{section: section})
	case sections[n.DataAtom]:
		section = n
	}
	for child := range n.ChildNodes() {
		before = parts(child, section, before)
	}
	return before
}

// isHidden reports whether nobody sees an element, such as a list that the script has yet to fill.
func isHidden(n *html.Node) bool {
	if n.DataAtom == atom.Head || n.DataAtom == atom.Script || n.DataAtom == atom.Template {
		return true
	}
	return has(n, "hidden") || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "class" && slices.Contains(strings.Fields(a.Val), "none")
	})
}

// has reports whether an element has one of some attributes.
func has(n *html.Node, keys ...string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return slices.Contains(keys, a.Key) })
}

func within(n, section *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == section {
			return true
		}
	}
	return section == nil
}

// said returns the words of an element.
func said(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
