package e2e_test

import (
	"maps"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// paused lets a test hold the timers of one length in milliseconds, paused.ms, and end them when it is ready; it notes
// when the engine answered last as well.
const paused = `{
	const soon = window.setTimeout
	window.paused = { ms: null, runs: [], answered: 0 }
	window.setTimeout = (run, ms, ...all) => ms === paused.ms ? -paused.runs.push(run) : soon(run, ms, ...all)
	window.Worker = class extends Worker {
		set onmessage(hear) {
			super.onmessage = event => {
				paused.answered = performance.now()
				hear(event)
			}
		}
	}
}`

// The page's times for holding still and for a move are in milliseconds.
const (
	holdsStill = `() => { paused.ms = 3000 }`
	moveStands = `() => { paused.ms = 4000 }`
	goesOn     = `() => { paused.ms = null; paused.runs.splice(0).forEach(run => run()) }`
)

func TestASelfieIsFilmedWithTheMovesThatTheServerAsksFor(t *testing.T) {
	h := alone(t)
	check(t, h.asksForMoves(true))
	face, room := shown(t, posed(t, h.set.Person, specimen.Still)), shown(t, nil)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := equipped(t, spoken(t)...)
	check(t, p.SetViewportSize(320, 568))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(facing + "\n" + lighted + "\n" + paused)}))
	b.begins(t, p)
	p.turns(t, room)
	p.warned(t, "No live face was found")
	p.accessibleIn(t, "warning of a selfie", plainly)
	check(t, first(p.Evaluate(`() => {
		window.feet = new Set()
		window.stood = new Set()
		const look = () => {
			const screen = document.querySelector('dialog > div')?.shadowRoot
			const foot = screen?.querySelector('.screen.capture:not(:has(.shutter)) > .foot')
			if (foot) feet.add(foot.getBoundingClientRect().top)
			const still = screen?.querySelector('.prompt.info')?.textContent
			if (still) stood.add(screen.querySelector('.remaining')?.textContent + ' ' + still)
			requestAnimationFrame(look)
		}
		look()
	}`)))
	check(t, first(p.Evaluate(holdsStill)))
	check(t, first(p.Evaluate(`() => { window.came = performance.now() }`)))
	p.turns(t, face)
	p.becomes(t, "told how long to hold still", `stood.has('0:03 Keep still')`)
	p.becomes(t, "still itself as the countdown comes", `feet.size === 1`)
	p.unwarned(t, "selfie")
	p.turns(t, room)
	check(t, first(p.Evaluate(`() => { window.went = performance.now() }`)))
	p.becomes(t, "looked at while nobody was there, most of the time",
		`paused.answered > went && performance.now() - paused.answered > 1000 + 2 * (paused.answered - came)`)
	check(t, first(p.Evaluate(goesOn)))
	p.becomes(t, "told that nobody was seen",
		inShadow+`.querySelector('.retry .reason')?.textContent === 'No live face was found'`)
	p.turns(t, face)
	p.obeys(t, h.set.Person)
	check(t, first(p.Evaluate(moveStands)))
	p.does(t, "retry")
	p.becomes(t, "asked for the first move", inShadow+`.querySelector('.phrase')?.textContent === '1 / 3'`)
	p.becomes(t, "told the move and nothing else", inShadow+`.querySelector('.label') === null`)
	p.accessibleIn(t, "a move with a selfie", plainly)
	check(t, p.Locator("[data-action=light]").Click()) // which ends nothing
	check(t, first(p.Evaluate(hides)))
	p.becomes(t, "told that the film was interrupted", interrupted)
	check(t, first(p.Evaluate(goesOn)))
	check(t, first(p.Evaluate(`() => { window.told = [] }`)))
	p.does(t, "retry")
	p.becomes(t, "told each move with its number", `JSON.stringify(window.told) === '["1 / 3","2 / 3","3 / 3"]'`)
	job := submitted.FindStringSubmatch(p.says(t, `"QUEUED"`))[1]
	h.obeyed(t, job)
	h.isSmall(t, job)
	if got := h.outcomeOf(t, job, engine.CodeFilmPerson); got != engine.Pass {
		t.Errorf("the person of the film is: %s", got)
	}
	if status := h.record(t, job).Status; !status.Is(onboarding.Review) {
		t.Errorf("the job is %v", status)
	}
	captures, err := h.Store.Captures(t.Context(), boottest.Company, job)
	check(t, err)
	types := map[onboarding.CaptureKind]string{}
	for _, c := range captures {
		types[c.Kind] = c.ContentType
	}
	want := map[onboarding.CaptureKind]string{"selfie": "image/jpeg", "video": "video/webm"}
	if !maps.Equal(types, want) {
		t.Errorf("the captures are %v", types)
	}
	p.quiet(t)
	agent := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	agent.pick(t, job)
	agent.becomes(t, "told which moves were asked for", `document.body.textContent.includes('Move 3 of 3')`)
}

func TestASelfieWhoseFilmWasLostOrIsTooLateIsTakenAgain(t *testing.T) {
	full(t, "a film that arrives too late ends the submission and is taken anew by the same call")
	h := alone(t)
	check(t, h.asksForMoves(true))
	face := shown(t, posed(t, h.set.Person, specimen.Still))
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck})
	begins := func(p *page, video func(playwright.Route)) {
		check(t, p.AddInitScript(playwright.Script{Content: playwright.String(facing)}))
		check(t, p.Route("**/captures/video?*", video))
		p.visit(link.URL)
		p.agrees(t)
		p.turns(t, face)
		p.becomes(t, "asked for the selfie", inShadow+`.querySelector('[data-subject=face]')`)
	}
	p := equipped(t)
	begins(p, func(r playwright.Route) { check(t, r.Abort("connectionreset")) })
	p.heading(t, "That did not work yet")
	until(t, "the server has the selfie", func() bool {
		captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
		return err == nil && len(captures) == 1
	})
	other := p.beside(t) // without what the first tab keeps
	check(t, p.Close())
	var late atomic.Bool
	late.Store(true)
	begins(other, func(r playwright.Route) {
		if late.Load() {
			check(t, r.Abort("connectionreset"))
			return
		}
		refuses(t, r, "challenge_ended")
	})
	other.heading(t, "That did not work yet")
	other.becomes(t, "told of the connection", `document.body.textContent.includes('be reached')`)
	late.Store(false)
	other.agrees(t)
	other.becomes(t, "told to make it again", `document.body.textContent.includes('took too long to arrive')`)
	other.accessibleIn(t, "a film that is too late", plainly)
	check(t, other.Unroute("**/captures/video?*"))
	other.obeys(t, h.set.Person)
	other.agrees(t)
	other.heading(t, "Done")
	captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
	check(t, err)
	kinds := map[onboarding.CaptureKind]bool{}
	for _, c := range captures {
		kinds[c.Kind] = true
	}
	if !kinds["selfie"] || !kinds["video"] {
		t.Errorf("the captures are %v", kinds)
	}
}
