package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/playwright-community/playwright-go"
	xhtml "golang.org/x/net/html"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
)

// english holds the sentences of the catalogue that differ in Spanish: those without values as they are, the others as
// patterns.
type english struct {
	plain  map[string]bool
	shapes []*regexp.Regexp
}

var (
	values  = regexp.MustCompile(`%(?:\[\d+\])?[-+.0-9]*[a-z]`)
	letters = regexp.MustCompile(`\p{Ll}{2}`) // a text without lower-case letters is a code
)

// catalogue loads the catalogue of the console.
var catalogue = sync.OnceValues(func() (english, error) {
	e := english{plain: map[string]bool{}}
	paths, err := filepath.Glob("../views/words/es/*.json")
	if err != nil {
		return e, err
	}
	all := map[string]string{}
	for _, path := range paths {
		if filepath.Base(path) == "locale.json" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return e, err
		}
		if err := json.Unmarshal(data, &all); err != nil {
			return e, err
		}
	}
	spanish := map[string]bool{}
	for _, text := range all {
		spanish[text] = true
	}
	for key, text := range all {
		if key == text || spanish[key] || !letters.MatchString(key) {
			continue
		}
		if !values.MatchString(key) {
			e.plain[key], e.plain[raised(key)] = true, true
			continue
		}
		parts := values.Split(key, -1)
		if !slices.ContainsFunc(parts, func(s string) bool { return len(strings.TrimSpace(s)) > 4 }) {
			continue
		}
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		e.shapes = append(e.shapes, regexp.MustCompile(`^`+strings.Join(parts, `.+`)+`$`))
	}
	return e, nil
})

func raised(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// speaks reports whether a text is English from the catalogue.
func (e english) speaks(text string) bool {
	text = strings.Join(strings.Fields(text), " ")
	bare := strings.TrimSuffix(text, ".")
	return e.plain[text] || e.plain[bare] ||
		slices.ContainsFunc(e.shapes, func(s *regexp.Regexp) bool { return s.MatchString(text) || s.MatchString(bare) })
}

// shownTexts returns the pieces of text that a page shows or reads out, except raw documents.
const shownTexts = `() => {
	const texts = []
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	for (let node; (node = walk.nextNode());) {
		if (!node.parentElement.closest('script, style, pre, code, textarea')) texts.push(node.data)
	}
	for (const e of document.querySelectorAll('[title], [aria-label], [placeholder], [alt]')) {
		for (const name of ['title', 'aria-label', 'placeholder', 'alt']) if (e.hasAttribute(name)) texts.push(e.getAttribute(name))
	}
	return [...new Set(texts.map(s => s.trim()).filter(Boolean))]
}`

// inEnglish returns the page's texts in English that the catalogue has in Spanish.
func (p *person) inEnglish(t *testing.T) []string {
	t.Helper()
	shown, err := p.Evaluate(shownTexts)
	check(t, err)
	var texts []string
	for _, one := range shown.([]any) {
		texts = append(texts, fmt.Sprint(one))
	}
	return p.ofCatalogue(t, texts)
}

// ofCatalogue returns those of the texts that are English from the catalogue, and no name that was given to a person or
// a preset.
func (h *house) ofCatalogue(t *testing.T, texts []string) []string {
	t.Helper()
	e, err := catalogue()
	check(t, err)
	people, err := h.Store.Agents(t.Context(), boottest.Company)
	check(t, err)
	var names []string
	for _, a := range people {
		names = append(names, a.DisplayName)
	}
	presets, err := h.Store.Presets(t.Context(), boottest.Company)
	check(t, err)
	for _, one := range presets {
		names = append(names, one.Name)
	}
	return slices.DeleteFunc(texts, func(text string) bool { return !e.speaks(text) || slices.Contains(names, text) })
}

// english returns what inEnglish does, of a page as the server sends it.
func (h *house) english(t *testing.T, body string) []string {
	t.Helper()
	root, err := xhtml.Parse(strings.NewReader(strings.ReplaceAll(body, "<wbr>", ""))) // one text, wherever it breaks
	check(t, err)
	texts := map[string]bool{}
	for node := range root.Descendants() {
		if inEnglishOnly(node) {
			continue
		}
		if node.Type == xhtml.TextNode && !belongs(node, "head", "script", "style", "pre", "code", "textarea") {
			texts[strings.TrimSpace(node.Data)] = true
		}
		for _, a := range node.Attr {
			if slices.Contains([]string{"title", "aria-label", "placeholder", "alt"}, a.Key) {
				texts[strings.TrimSpace(a.Val)] = true
			}
		}
	}
	delete(texts, "")
	return h.ofCatalogue(t, slices.Sorted(maps.Keys(texts)))
}

// inEnglishOnly reports whether a node is part of an element that says of itself that it is in English: the text of the
// documentation is, whatever the language of the page around it.
func inEnglishOnly(node *xhtml.Node) bool {
	for above := range node.Ancestors() {
		if above.Data != "html" && slices.Contains(above.Attr, xhtml.Attribute{Key: "lang", Val: "en"}) {
			return true
		}
	}
	return false
}

// belongs reports whether a node is part of an element of one of some kinds.
func belongs(node *xhtml.Node, kinds ...string) bool {
	for above := range node.Ancestors() {
		if slices.Contains(kinds, above.Data) {
			return true
		}
	}
	return false
}

// inSpanish fails the test where the page has a text in English that the catalogue has in Spanish.
func (p *person) inSpanish(t *testing.T, name string) {
	t.Helper()
	if found := p.inEnglish(t); len(found) > 0 {
		t.Errorf("%s says in English:\n  %s", name, strings.Join(found, "\n  "))
	}
}

// seatInSpanish signs a user in who chose Spanish on the sign-in page.
func (h *house) seatInSpanish(t *testing.T, role access.Role) *person {
	t.Helper()
	a, password := h.hire(t, role)
	p := &person{house: h, Agent: a, password: password, page: open(t, playwright.BrowserNewContextOptions{})}
	p.visit(h.base + "/login")
	if found := p.inEnglish(t); !slices.Contains(found, "Sign in") {
		t.Fatalf("English goes unseen: of the sign-in page only %q is found", found)
	}
	check(t, p.Locator("button[value=es]").Click())
	p.sees("html[lang=es] input[name=email]")
	p.inSpanish(t, "sign-in")
	check(t, p.Locator("input[name=email]").Fill(a.Email))
	check(t, p.Locator("input[name=password]").Fill(password))
	p.press("Enter")
	check(t, p.WaitForURL("**/queue"))
	p.sees("html[lang=es] main")
	return p
}

func TestASeniorWhoChoseSpanishReadsSpanishFromTheQueueToTheDashboard(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	h.supply(t, 2)
	p := h.seatInSpanish(t, access.Senior)
	p.inSpanish(t, "queue")
	p.press("j")
	p.sees("#peek:not([hidden])")
	p.inSpanish(t, "queue with a job at a glance")
	p.pick(t, id)
	p.inSpanish(t, "review page")
	p.press("p", "d", "5")
	p.inSpanish(t, "review page, deciding")
	check(t, p.Locator("[name=note]").Fill("visto con calma"))
	p.press("Escape", "?")
	p.sees("dialog[open]")
	p.inSpanish(t, "list of keys")
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)
	p.press("Control+k")
	p.sees("dialog[open] .palette")
	p.inSpanish(t, "box of commands")
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)
	p.press("d", "Shift+Enter") // the reason is ticked already
	p.sees(".verdict")
	p.stands(t, id, onboarding.Declined)
	p.inSpanish(t, "review page, decided")
	for _, path := range []string{"/history", "/report", "/payload"} {
		p.visit(h.base + "/jobs/" + id + path)
		p.inSpanish(t, path)
	}
	p.visit(h.base + "/dashboard")
	p.inSpanish(t, "dashboard")
	p.quiet(t)
}
