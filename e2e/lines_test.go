package e2e_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

func TestTheFormForNewCapturesIsNotScrolledOnAPhone(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &phoneSize})
	for _, language := range []string{"en", "es"} {
		p.visit(base + "/review/asking-again?language=" + language)
		p.press("q")
		wrong, err := p.Evaluate(`() => {
			const sheet = document.querySelector('.ask .sheet'), bar = document.querySelector('.bar .outcomes')
			const [a, b] = [sheet, bar].map(e => e.getBoundingClientRect())
			const outer = document.querySelector('.bar').getBoundingClientRect()
			const wrong = []
			if (sheet.scrollHeight > sheet.clientHeight) wrong.push('scrolls ' + sheet.scrollHeight + ' in ' + a.height)
			if (a.top < 0 || a.bottom > b.top) wrong.push('lies from ' + a.top + ' to ' + a.bottom)
			if (outer.bottom > innerHeight) wrong.push('the bar ends at ' + outer.bottom)
			return wrong
		}`)
		check(t, err)
		for _, w := range wrong.([]any) {
			t.Errorf("in %s the form %v", language, w)
		}
	}
}

func TestTheDownloadOfAFilteredListStandsBesideItsButton(t *testing.T) {
	h := at(t)
	p := h.seatInSpanish(t, access.Admin)
	p.visit(h.base + "/audit")
	for width := 340; width <= 1920; width += 20 {
		check(t, p.SetViewportSize(width, 800))
		apart, err := p.Evaluate(`() => {
			const form = document.querySelector('form[role=search].adding')
			const [go, csv] = ['button', '.button'].map(s => form.querySelector(s).getBoundingClientRect())
			return go.top !== csv.top
		}`)
		check(t, err)
		if apart == true {
			t.Errorf("at %d they stand on two lines", width)
		}
	}
}

// Tables of the documentation have identifiers, which may be broken, beside words, which may not.
func TestNoPageOfTheDocumentationSticksOutOrBreaksAWord(t *testing.T) {
	h := at(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	for _, path := range []string{
		"", "/web", "/links", "/options", "/api", "/events", "/errors", "/signature", "/playground",
	} {
		p.visit(h.base + "/docs" + path)
		for _, width := range []int{1920, 1366, 390} {
			check(t, p.SetViewportSize(width, 800))
			found, err := p.Evaluate(misplaced)
			check(t, err)
			for _, wrong := range found.([]any) {
				t.Errorf("/docs%s at %d: %v", path, width, wrong)
			}
		}
	}
}

// eventID is what misplaced says of a broken id of an event.
var eventID = regexp.MustCompile(`^[0-9A-Z]{26};? is broken`)

// Spanish is longer than English, and a phone is where it is cut. The documentation has no other language. The states
// of the storybook have a test of their own, and each page is looked at here as the program fills it.
func TestNoPageSticksOutIsCutOrHidesTheFocusInSpanish(t *testing.T) {
	h := alone(t)
	h.passport(t)
	h.supply(t, 3)
	h.burden(t)
	pages := h.unlikeBuilt(t, access.Admin)[access.Admin]
	p := h.seatInSpanish(t, access.Admin)
	for _, path := range pages {
		if strings.HasPrefix(path, "/docs") {
			continue
		}
		check(t, p.SetViewportSize(phoneSize.Width, phoneSize.Height))
		p.visit(h.base + path)
		for _, size := range []playwright.Size{phoneSize, {Width: 1366, Height: 768}, {Width: 1920, Height: 1080}} {
			if testing.Short() && size.Width > 1366 {
				continue // the states of the gallery have as much room there
			}
			check(t, p.SetViewportSize(size.Width, size.Height))
			p.inOrder(t, fmt.Sprintf("%s at %d", path, size.Width))
		}
		p.narrow(t, path)
	}
}

// inOrder fails the test where something of the page is misplaced or a Tab stop goes unseen.
func (p *page) inOrder(t *testing.T, where string) {
	t.Helper()
	found, err := p.Evaluate(misplaced)
	check(t, err)
	for _, wrong := range found.([]any) {
		if eventID.MatchString(fmt.Sprint(wrong)) {
			continue // it is as wide as a card, and ends in the next line beside its label
		}
		t.Errorf("%s: %v", where, wrong)
	}
	found, err = p.Evaluate(obscured)
	check(t, err)
	for _, stop := range found.([]any) {
		t.Errorf("%s: %v", where, stop)
	}
}

func TestADurationBesideABarStandsOnOneLine(t *testing.T) {
	t.Parallel()
	p := open(t, playwright.BrowserNewContextOptions{})
	p.visit(gallery(t) + "/dashboard/work")
	for _, width := range []int{1920, 1366, 390} {
		check(t, p.SetViewportSize(width, 844))
		lines, err := p.Evaluate(`() => Math.max(...[...document.querySelectorAll('.barlist .num.soft')].map(e => {
			e.textContent = '12 min 25 s'
			const range = document.createRange()
			range.selectNodeContents(e)
			return new Set([...range.getClientRects()].map(r => Math.round(r.top))).size
		}))`)
		check(t, err)
		if lines != 1 {
			t.Errorf("%v lines at %d", lines, width)
		}
	}
}
