package e2e_test

import (
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// inside is the User-Agent header of an app for messages on a phone.
var inside = strings.Replace(onPhone, "Pixel 9)", "Pixel 9; wv)", 1)

func TestALinkIsNotBoundInsideAnApp(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": "LIVE_FACE_CHECK"})
	app := open(t, playwright.BrowserNewContextOptions{
		UserAgent:   playwright.String(inside),
		Permissions: []string{"clipboard-read", "clipboard-write"},
	})
	app.visit(link.URL)
	app.heading(t, "Open this in your browser")
	app.accessibleIn(t, "inside an app", plainly)
	href, err := app.Locator("a.main").GetAttribute("href")
	check(t, err)
	_, address, _ := strings.Cut(link.URL, "://")
	if !strings.HasPrefix(href, "intent://"+address+"#Intent;scheme=http") {
		t.Errorf("it opens %s", href)
	}
	check(t, app.Locator("button.plain").Click())
	app.becomes(t, "copied", `document.querySelector('[role=status]').textContent.startsWith('Copied')`)
	if copied, err := app.Evaluate(`() => navigator.clipboard.readText()`); err != nil || copied != link.URL {
		t.Errorf("copied %v, %v", copied, err)
	}
	if got := h.stateOf(t, link); got != "OPENED" {
		t.Errorf("state %s", got)
	}
	app.quiet(t)
}

func TestALinkMovesFromAnAppToTheBrowser(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": "LIVE_FACE_CHECK"})
	app := filmed(t, refused)
	app.visit(link.URL)
	app.agrees(t)
	app.troubled(t, "Allow the camera")
	// the same storage, in a browser that now says that it is inside an app
	check(t, app.AddInitScript(playwright.Script{
		Content: playwright.String(`Object.defineProperty(navigator, 'userAgent', { value: '` + inside + `' })`),
	}))
	check(t, first(app.Reload()))
	app.heading(t, "Open this in your browser")
	app.accessibleIn(t, "begun inside an app", plainly)
	href, err := app.Locator("a.main").GetAttribute("href")
	check(t, err)
	fragment := strings.Split(href, "#")[1]
	if !strings.HasPrefix(fragment, "move.") {
		t.Fatalf("it opens %s", href)
	}
	other := filmed(t, shot(t, picture.Bytes, 1))
	other.visit(strings.Split(link.URL, "#")[0] + "#" + fragment)
	other.heading(t, "Show that it is you")
	other.agrees(t)
	other.heading(t, "Done")
	if got := h.stateOf(t, link); got != "SUBMITTED" {
		t.Errorf("state %s", got)
	}
	other.quiet(t)
}
