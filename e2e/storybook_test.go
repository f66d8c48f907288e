package e2e_test

import (
	"image"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
	"proofdesk/static"
	"proofdesk/views/storybook"
)

// With -short forced colours are checked on the review page only.
// With -short a state whose elements were all in states before it is not checked again.
func TestNoStateInTheGalleryHasAnAccessibilityViolation(t *testing.T) {
	t.Parallel()
	assets, err := static.Load()
	check(t, err)
	grey := specimen.PNG(image.NewGray(image.Rect(0, 0, 16, 12)))
	server := httptest.NewServer(storybook.Handler(assets, func(string) []byte { return grey }))
	t.Cleanup(server.Close)
	p := open(t, playwright.BrowserNewContextOptions{BypassCSP: playwright.Bool(true)})
	narrow := open(t, playwright.BrowserNewContextOptions{Viewport: &phoneSize})
	seen := map[any]bool{}
	for _, s := range storybook.States() {
		p.visit(server.URL + s.Path())
		if s.Phone {
			check(t, p.SetViewportSize(phoneSize.Width, phoneSize.Height))
			p.fitsPhone(t, s.Path()+" in en")
			check(t, p.SetViewportSize(1366, 768))
		}
		p.press(s.Keys...)
		looks := inEveryLook
		if testing.Short() && !strings.Contains(s.Path(), "/review/") {
			looks = plainly
		}
		if p.hasOther(t, seen) || !testing.Short() {
			p.accessibleInAll(t, s.Path(), looks)
		}
		if s.Phone {
			narrow.visit(server.URL + s.Path() + "?language=es")
			narrow.fitsPhone(t, s.Path()+" in es")
		}
	}
}

// madeOf lists the kinds of elements of which a page consists, each with that of the element around it.
const madeOf = `() => {
	const told = /^(class|type|role|aria-(current|pressed|selected|checked|disabled))$/
	const kind = e => e.tagName + [...e.attributes].map(a => told.test(a.name) ? a.name + a.value : a.name).sort()
	return [...new Set([...document.querySelectorAll('body *')].map(e => kind(e.parentElement) + kind(e)))]
}`

// hasOther reports whether the page has an element of a kind that no page before it had.
func (p *page) hasOther(t *testing.T, seen map[any]bool) bool {
	t.Helper()
	kinds, err := p.Evaluate(madeOf)
	check(t, err)
	before := len(seen)
	for _, kind := range kinds.([]any) {
		seen[kind] = true
	}
	return len(seen) > before
}

// phoneSize is the window of a phone.
var phoneSize = playwright.Size{Width: 390, Height: 844}

// fitsPhone fails the test where the page is wider than its window.
func (p *page) fitsPhone(t *testing.T, name string) {
	t.Helper()
	if fits, err := p.Evaluate("() => " + notWider); err != nil || fits != true {
		t.Errorf("%s is wider than a phone (%v)", name, err)
	}
}
