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
func TestNoStateInTheGalleryHasAnAccessibilityViolation(t *testing.T) {
	t.Parallel()
	assets, err := static.Load()
	check(t, err)
	grey := specimen.PNG(image.NewGray(image.Rect(0, 0, 16, 12)))
	server := httptest.NewServer(storybook.Handler(assets, func(string) []byte { return grey }))
	t.Cleanup(server.Close)
	p := open(t, playwright.BrowserNewContextOptions{BypassCSP: playwright.Bool(true)})
	narrow := open(t, playwright.BrowserNewContextOptions{Viewport: &playwright.Size{Width: 390, Height: 844}})
	for _, s := range storybook.States() {
		p.visit(server.URL + s.Path())
		p.press(s.Keys...)
		looks := inEveryLook
		if testing.Short() && !strings.Contains(s.Path(), "/review/") {
			looks = plainly
		}
		p.accessibleIn(t, s.Path(), looks)
		if !s.Phone {
			continue
		}
		for _, language := range []string{"en", "es"} {
			narrow.visit(server.URL + s.Path() + "?language=" + language)
			if fits, err := narrow.Evaluate("() => " + notWider); err != nil || fits != true {
				t.Errorf("%s in %s is wider than a phone (%v)", s.Path(), language, err)
			}
		}
	}
}
