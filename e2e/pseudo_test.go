package e2e_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/intake"
	"proofdesk/app/preset"
	"proofdesk/views/words"
)

// spokenTexts returns the pieces of text that a page shows or reads out, each with the element that has it, except raw
// documents, what somebody typed, what the page marks as data, and what says of itself that it is in English.
const spokenTexts = `() => {
	for (const one of document.querySelectorAll('wbr')) one.remove() // what may break is one text
	document.body.normalize()
	const texts = []
	const raw = 'script, style, pre, code, textarea, [translate=no], [lang=en]:not(html)'
	const where = e => e.tagName.toLowerCase() + [...e.classList].map(c => '.' + c).join('')
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	for (let node; (node = walk.nextNode());) {
		const e = node.parentElement
		if (!e.closest(raw) && node.data.trim()) texts.push([where(e), node.data.trim()])
	}
	for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'data-copied', 'data-empty', 'data-confirm'])
		for (const e of document.querySelectorAll('[' + name + ']'))
			if (!e.closest(raw)) texts.push([where(e) + '[' + name + ']', e.getAttribute(name)])
	for (const e of document.querySelectorAll('input[type=submit], input[type=button]')) texts.push([where(e), e.value])
	if (!document.querySelector('[lang=en]:not(html)')) texts.push(['title', document.title])
	return texts
}`

// latin finds a word of English: the disguise has none of its letters.
var latin = regexp.MustCompile(`[A-Za-z]{2,}`)

// allowed finds the words that are the same in every language, and data: codes, identifiers, addresses, and the values
// that the suites fill in. It is a short list on purpose: a sentence of ours must not be on it.
var allowed = regexp.MustCompile(strings.Join([]string{
	`listener\.example/\w+|[\d.]+:\d+/\S+|https?://\S+|urn:\S+|\S+@\S+`,         // addresses
	`\b(proofdesk company create|X-[A-Z][a-z]+(-[A-Z][a-z]+)*|Authorization)\b`, // commands and headers
	`\blink:|\b[A-Z][A-Z_]+\b`,          // codes, names as in an MRZ
	`\b[a-z_]+(\.[a-z_A-Z0-9]+)+\b`,     // codes with dots
	`\b[0-9A-Za-z_-]*\d[0-9A-Za-z_…-]*`, // identifiers, formats, p95
	`\b(Proofdesk|kid|curl|ms|sp|English|Español|Français|Linux|Go-http-client)\b`, // names and units
	`\b(Spanish|French|Hindi)\b`, // as the browser names them
	`\b(builtin|face-api resnet|facemesh|host-device|pigo|proofdesk(-web)?|sqlite|tesseract)\b`, // components
	`Acme Bank|Trial run|Branch in Firefox|nobody listens|acme\S*|\btest\b(, local)?`,           // what the suites fill in
	`Aplicación móvil de la Caja de Ahorros|typed in a tunnel`,                                  // what the suites fill in
	`(application|audio|font|image|video)/[\w-]+|[Ff]ewer reflections|A new red and|As it was before|Capture anyway|Take the picture of this document anyway`,
	`Killed halfway|Lost in a tunnel|\bFirefox\b|Servidor de la oficina de cumplimiento`, // what the suites fill in
	`Charlotte Rose|Carver|Mill Pond Rd|Fairview|Şule|Kılıç|Çınar Sokak No|İzmir|Muğla`,  // people of the suites
	`García-Müller|Please take your glasses off`,                                         // and what one of them typed
}, "|"))

// secretEnd finds the last characters of a secret, which are random letters, in a cell or in the name of its button.
var secretEnd = regexp.MustCompile(`^td\.data: [0-9A-Za-z_-]{4}(, [0-9A-Za-z_-]{4})*$|: \[Ŕééṽööķéé [0-9A-Za-z_-]{4}\]…?$`)

// measures are elements whose title is the code of what they measure.
const measures = "li[title]"

// names returns the names that the suites gave, those of the options, and the phrase that applicants read, the longest
// first.
func (h *house) names(t *testing.T) []string {
	t.Helper()
	people, err := h.Store.Agents(t.Context(), boottest.Company)
	check(t, err)
	names := []string{strings.TrimSuffix(intake.BuiltInPhrase("EN"), ".")}
	for _, a := range people {
		names = append(names, a.DisplayName)
	}
	clients, err := h.Store.Clients(t.Context(), boottest.Company)
	check(t, err)
	for _, one := range clients {
		names = append(names, one.Name)
	}
	presets, err := h.Store.Presets(t.Context(), boottest.Company)
	check(t, err)
	for _, one := range presets {
		names = append(names, one.Name, one.Description)
	}
	for _, o := range slices.Concat(preset.Slots(), preset.Options()) {
		names = append(names, append([]string{o.Name}, o.Aliases...)...)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
}

// without removes names from a text, where they stand as words of their own.
func without(text string, names []string) string {
	for _, name := range names {
		if strings.Contains(text, name) {
			text = regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).ReplaceAllString(text, "")
		}
	}
	return text
}

// fullNames returns the names that have a space.
func fullNames(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.Contains(name, " ") })
}

// untranslated returns the texts of the page that are not disguised.
func (p *person) untranslated(t *testing.T) []string {
	t.Helper()
	found, err := p.Evaluate(spokenTexts)
	check(t, err)
	names := p.names(t)
	full := fullNames(names)
	code := regexp.MustCompile(`^[a-z_]+$`)
	var plain []string
	for _, one := range found.([]any) {
		pair := one.([]any)
		text := fmt.Sprint(pair[1])
		if !latin.MatchString(text) || secretEnd.MatchString(fmt.Sprint(pair[0], ": ", text)) || pair[0] == "kbd" ||
			pair[0] == measures && code.MatchString(text) {
			continue
		}
		// Full names first, as they may hold what looks like a code; then codes, which may hold a short name.
		known := allowed.ReplaceAllString(without(text, full), "")
		if latin.MatchString(known) && latin.MatchString(allowed.ReplaceAllString(without(known, names), "")) {
			plain = append(plain, fmt.Sprintf("%s: %s", pair[0], text))
		}
	}
	slices.Sort(plain)
	return slices.Compact(plain)
}

func TestEveryTextOfEveryPageGoesThroughTheCatalogue(t *testing.T) {
	h := furnished(t)
	said := map[string]string{}
	for role, pages := range h.unlike(t, access.Admin, access.Senior) {
		p := h.seatIn(t, role, string(words.Pseudo))
		for _, path := range pages {
			p.visit(h.base + path)
			for _, text := range p.untranslated(t) {
				if said[text] == "" {
					said[text] = path
				}
			}
		}
		p.quiet(t)
	}
	for text, path := range said {
		t.Errorf("%s: %s", path, strings.ReplaceAll(text, "\n", " "))
	}
}

func TestEveryTextThatAScriptShowsGoesThroughTheCatalogue(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	h.inhabit(t)
	id := h.passport(t)
	p := h.seatIn(t, access.Senior, string(words.Pseudo))
	disguised := func(state string) {
		for _, text := range p.untranslated(t) {
			t.Errorf("%s: %s", state, strings.ReplaceAll(text, "\n", " "))
		}
	}
	p.press("j")
	p.sees("#peek:not([hidden])")
	disguised("queue with a job at a glance")
	p.pick(t, id)
	p.press("p", "f")
	disguised("review page, correcting")
	p.press("Escape", "c")
	disguised("review page, comparing")
	p.press("c", "m")
	check(t, p.Keyboard().Type("1234"))
	p.becomes(t, "kept", `/\d\d:\d\d:\d\d/.test(document.querySelector('[data-saved]').textContent)`)
	disguised("review page, with a draft")
	p.press("Escape", "?")
	p.sees("dialog[open]")
	disguised("list of keys")
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)
	p.press("Control+k")
	p.sees("dialog[open] .palette")
	disguised("box of commands")
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)
	p.offline(true)
	p.press("d", "5", "Shift+Enter")
	p.sees(".notice.unsent")
	disguised("review page, with a decision that was not sent")
	p.offline(false)
	p.sees(".verdict")
	disguised("review page, decided, to be undone")
	p.visit(h.base + "/dashboard")
	check(t, p.Locator(".zoomable button").First().Click())
	p.becomes(t, "zoomed", `document.querySelector('.uplot')`)
	disguised("dashboard with zoomable charts")
	for _, path := range []string{"/nowhere", "/users"} {
		_, err := p.Goto(h.base + path)
		check(t, err)
		p.sees("h1")
		disguised(path + ", refused")
	}
}

// seatIn signs a user in whose browser asks for a language.
func (h *house) seatIn(t *testing.T, role access.Role, language string) *person {
	t.Helper()
	options := playwright.BrowserNewContextOptions{}
	if language != string(words.Pseudo) {
		options.Locale = playwright.String(language)
	}
	a, password := h.hire(t, role)
	p := &person{house: h, Agent: a, password: password, page: open(t, options)}
	if language == string(words.Pseudo) { // no browser asks for it
		words.OfferPseudo()
		check(t, p.Context().AddCookies([]playwright.OptionalCookie{
			{Name: "proofdesk_language", Value: language, URL: playwright.String(h.base)},
		}))
	}
	p.enter()
	p.visit(h.base + "/queue")
	return p
}
