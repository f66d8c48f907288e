package e2e_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/draft"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
)

const (
	decidable = `document.querySelector('#decision[data-shown]')`
	absentA   = paneA + `.querySelector('.absent')`
	absentB   = paneB + `.querySelector('.absent')`
	flashed   = `document.querySelector('[data-notice=flash]')?.textContent`
)

// withholds answers the requests of a page for its large pictures with a handler as long as on says so.
func (p *person) withholds(t *testing.T, on *atomic.Bool, handle func(playwright.Route)) {
	t.Helper()
	on.Store(true)
	check(t, p.Route("**/media/**", func(r playwright.Route) {
		if on.Load() && strings.Contains(r.Request().URL(), "view") {
			handle(r)
			return
		}
		_ = r.Continue()
	}))
}

func TestAPictureThatFailsIsToldAndNothingIsDecidedBeforeItIsSeenOrWaived(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	var failing atomic.Bool
	p.withholds(t, &failing, func(r playwright.Route) { _ = r.Abort("connectionreset") })
	p.visit(p.base + "/jobs/" + id)
	p.becomes(t, "told in both panes", absentA+`?.textContent.includes('could not be loaded') && `+absentB)
	check(t, p.Keyboard().Press("t"))
	p.becomes(t, "taken, and told in both panes",
		`document.querySelector('#decision') && `+absentA+`?.textContent.includes('could not be loaded') && `+absentB)
	p.accessible(t, "pictures that could not be loaded")
	p.strike(t, "d", "1", "Enter") // too soon for what press waits for
	p.becomes(t, "chosen, and told why it is not decided", `document.querySelector('[value=Declined]').checked && `+
		`document.querySelector('[data-reason="1"]').checked && `+flashed+`?.startsWith('Not decided') && !`+decidable)
	check(t, p.Locator(".pane[data-pane=a] .absent button").Last().Click())
	p.becomes(t, "waived for pane A alone", `!`+absentA+` && `+absentB+` && !`+decidable)
	failing.Store(false)
	p.becomes(t, "asked for again, drawn and decidable", `!`+absentB+` && `+decidable)
	p.press("a")
	p.becomes(t, "chosen", `document.querySelector('[value=Approved]').checked`)
}

func TestAJobCanBeDecidedOnlyOnceEveryPictureInSightIsDrawn(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	var hanging atomic.Bool
	let := make(chan struct{})
	p.withholds(t, &hanging, func(r playwright.Route) {
		go func() {
			<-let
			_ = r.Continue()
		}()
	})
	_, err := p.Reload(playwright.PageReloadOptions{WaitUntil: playwright.WaitUntilStateDomcontentloaded})
	check(t, err)
	p.becomes(t, "told that they take long", absentA+`?.textContent.includes('not come yet') && `+absentB)
	p.becomes(t, "not decidable", `!`+decidable)
	close(let)
	p.becomes(t, "decidable once they are drawn", `!`+absentA+` && !`+absentB+` && `+decidable)
	p.stands(t, id, onboarding.Review)
	p.quiet(t)
}

func TestTheSecondClickOfADoubleClickNeverDecidesTheNextJob(t *testing.T) {
	h := at(t)
	ids := h.twoPassports(t)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	for _, id := range ids {
		check(t, h.Desk.SaveDraft(t.Context(), review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}, id,
			draft.Draft{Outcome: string(onboarding.Declined), Reasons: []string{"data.expired"}}))
	}
	p.pick(t, ids[0])
	p.becomes(t, "chosen and decidable", `document.querySelector('[value=Declined]').checked && `+decidable)
	box, err := p.Locator(".send .go").BoundingBox()
	check(t, err)
	check(t, p.Mouse().Move(box.X+box.Width/2, box.Y+box.Height/2))
	check(t, p.Mouse().Down())
	check(t, p.Mouse().Up())
	p.becomes(t, "at the next job, its draft filled in", `document.querySelector('#decision')?.dataset.job === '`+ids[1]+
		`' && document.querySelector('[value=Declined]').checked && `+decidable)
	check(t, p.Mouse().Down(playwright.MouseDownOptions{ClickCount: playwright.Int(2)}))
	check(t, p.Mouse().Up(playwright.MouseUpOptions{ClickCount: playwright.Int(2)}))
	p.becomes(t, "told", flashed+`?.includes('double click')`)
	p.stands(t, ids[0], onboarding.Declined)
	p.stands(t, ids[1], onboarding.Review)
	p.quiet(t)
}

func TestTheSecondClickOfADoubleClickSkipsNoSecondJob(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.shown()
	point := func() { // another job may have the button elsewhere
		box, err := p.Locator("#decision [data-key=s]").BoundingBox()
		check(t, err)
		check(t, p.Mouse().Move(box.X+box.Width/2, box.Y+box.Height/2))
	}
	point()
	check(t, p.Mouse().Down())
	check(t, p.Mouse().Up())
	// The address changes before the page does.
	p.becomes(t, "at the next job", `!['`+id+`', undefined].includes(document.querySelector('#decision')?.dataset.job) && `+
		decidable)
	next := p.job()
	point()
	check(t, p.Mouse().Down(playwright.MouseDownOptions{ClickCount: playwright.Int(2)}))
	check(t, p.Mouse().Up(playwright.MouseUpOptions{ClickCount: playwright.Int(2)}))
	p.becomes(t, "told", flashed+`?.includes('double click')`)
	if p.job() != next || !h.file(t, next).HeldBy(p.ID, h.Clock.Now()) {
		t.Error("a second job was skipped")
	}
	p.quiet(t)
}

func TestCtrlEnterSendsNothingBehindADialog(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	var sent atomic.Int32
	p.OnRequest(func(r playwright.Request) {
		if strings.HasSuffix(r.URL(), "/decide") {
			sent.Add(1)
		}
	})
	p.press("d", "4")
	for _, key := range []string{"?", "Control+k"} {
		p.press("Escape", "d", key)
		p.becomes(t, "a dialog", dialog)
		p.press("Control+Enter")
		p.becomes(t, "still at the job", `document.querySelector('#decision:not([data-sent])')`)
		_, err := p.Evaluate(`() => document.querySelector('dialog[open]')?.close()`)
		check(t, err)
	}
	if n := sent.Load(); n > 0 {
		t.Errorf("sent %d times", n)
	}
	p.stands(t, id, onboarding.Review)
}

func TestAPictureWhoseFetchedBytesAreGoneIsFetchedOnceMore(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(
		`{
			const make = URL.createObjectURL
			window.made = 0
			URL.createObjectURL = bytes => {
				const url = make.call(URL, bytes)
				URL.revokeObjectURL(url)
				window.made++
				return url
			}
		}`,
	)}))
	id := h.signature(t)
	p.pick(t, id)
	p.becomes(t, "a picture of the next job fetched", `window.made > 0`)
	p.shown()
	p.press("d", "4", "Enter") // a decline, as an approval may need keys for findings
	p.becomes(t, "at the next job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	p.becomes(t, "decidable", decidable)
}
