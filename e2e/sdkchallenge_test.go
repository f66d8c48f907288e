package e2e_test

import (
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// refuses answers a request as the server does where it refuses a challenge by a rule.
func refuses(t *testing.T, r playwright.Route, rule string) {
	check(t, r.Fulfill(playwright.RouteFulfillOptions{
		Status:      playwright.Int(409),
		ContentType: playwright.String("application/problem+json"),
		Body: `{"title":"Conflict","status":409,"detail":"no","errors":[` +
			`{"field":"challenge","rule":"` + rule + `","message":"no"}]}`,
	}))
}

// films goes with a link for a video as far as the moves.
func (h *house) films(t *testing.T, number string, prepare func(p *page)) *page {
	t.Helper()
	link := h.link(t, map[string]any{"function": onboarding.VideoID, "uniqueNumber": number})
	p := equipped(t, spoken(t)...)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(facing)}))
	prepare(p)
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.obeys(t, h.set.Person)
	p.agrees(t)
	p.records(t)
	return p
}

// records begins a video and ends its voice.
func (p *page) records(t *testing.T) {
	t.Helper()
	p.does(t, "continue")
	p.recordsAnew(t)
}

// recordsAnew is records where what is to be done was said before.
func (p *page) recordsAnew(t *testing.T) {
	t.Helper()
	p.does(t, "take")
	p.left(t, "0:17")
	check(t, first(p.Evaluate(takes)))
}

func TestAVideoWaitsThroughAnOutageAndIsTakenAnewOnceItsChallengeIsOver(t *testing.T) {
	full(t, "TestALinkTakesAVideoThatAnAgentCanWatch")
	h := at(t)
	var asked, uploads atomic.Int32
	p := h.films(t, "700711", func(p *page) {
		check(t, p.Route("**/challenge", func(r playwright.Route) {
			if asked.Add(1) <= 4 { // as often as the SDK asks before it tells
				check(t, r.Abort("connectionreset"))
				return
			}
			check(t, r.Continue())
		}))
		check(t, p.Route("**/captures/video?*", func(r playwright.Route) {
			if uploads.Add(1) == 1 {
				refuses(t, r, "challenge_ended")
				return
			}
			check(t, r.Continue())
		}))
	})
	p.becomes(t, "told that the video waits",
		inShadow+`.querySelector('.prompt')?.textContent.startsWith('No connection')`)
	p.accessibleIn(t, "outage of a video", plainly)
	p.does(t, "done") // of the film, which went on
	if n := asked.Load(); n != 5 {
		t.Errorf("%d challenges were asked for", n)
	}
	p.records(t) // the server takes the first one no more
	p.does(t, "done")
	p.heading(t, "Done")
	if n := asked.Load(); n != 6 {
		t.Errorf("%d challenges were asked for", n)
	}
}

// lateCamera lets a camera take its time to open, so that an applicant presses the button before that.
const lateCamera = `
const opens = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
navigator.mediaDevices.getUserMedia = async how => {
	if (how.video) await new Promise(done => setTimeout(done, 1500))
	return opens(how)
}`

func TestAVideoThatHasHadAllItsChallengesEndsAtTheRetryLimit(t *testing.T) {
	h := at(t)
	p := h.films(t, "700712", func(p *page) {
		check(t, p.AddInitScript(playwright.Script{Content: playwright.String(lateCamera)}))
		check(t, p.Route("**/challenge", func(r playwright.Route) { refuses(t, r, "challenge_limit") }))
	})
	p.becomes(t, "told that there is no other try", inShadow+`.querySelector('.screen.retry button') !== null`)
	p.accessibleIn(t, "last try of a video", plainly)
	check(t, p.Locator(".screen.retry button").First().Click())
	p.heading(t, "That did not work yet")
	p.becomes(t, "told so", `document.body.textContent.includes('It did not work after several tries')`)
}
