package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// waved moves the picture of a scene as a hand moves a sheet before a camera: aside, in its plane, and to and fro.
const waved = `
const { drawImage } = pen
pen.drawImage = (picture, ...place) => {
	const { width, height } = seen
	const sway = (seconds, by) => by * Math.sin(2 * Math.PI * performance.now() / 1000 / seconds)
	const near = 1.15 + sway(5, .15)
	pen.fillStyle = '#78746c'
	pen.fillRect(0, 0, width, height)
	pen.translate(width * (.5 + sway(3.1, .03)), height * (.5 + sway(2.3, .03)))
	pen.rotate(sway(3.7, .1))
	pen.scale(near, near)
	pen.translate(-width / 2, -height / 2)
	drawImage.call(pen, picture, ...place)
	pen.resetTransform()
}`

// A photograph that is moved is no still picture any more, and it shows the person of the selfie: that it makes none of
// the moves is all that is known against it.
func TestAPhotographThatAHandMovesNeverPassesAsLive(t *testing.T) {
	full(t, "TestAFilmShowsTheMovesThatWereAskedFor")
	h := alone(t)
	check(t, h.asksForMoves(true))
	h.acceptsTheLeast(t)
	face := shown(t, posed(t, h.set.Person, specimen.Still))
	for _, w := range []way{
		{onboarding.LiveFaceCheck, "", scene, nil, func(*testing.T, *page) {}},
		{onboarding.VideoID, "", facing, spoken(t), func(t *testing.T, p *page) {
			p.records(t)
			p.does(t, "done")
		}},
	} {
		t.Run(string(w.function), func(t *testing.T) {
			link := h.link(t, map[string]any{"function": w.function, "uniqueNumber": "700720"})
			p := equipped(t, w.flags...)
			moved := strings.Replace(w.camera, scene, scene+waved, 1)
			check(t, p.AddInitScript(playwright.Script{Content: playwright.String(moved)}))
			p.visit(link.URL)
			p.heading(t, "Show that it is you")
			p.turns(t, face)
			p.agrees(t)
			w.does(t, p)
			p.heading(t, "Done")
			h.unproven(t, link.JobID)
		})
	}
}

// acceptsTheLeast has the company accept each check at the lowest assurance that it may.
func (h *house) acceptsTheLeast(t *testing.T) {
	t.Helper()
	of, err := h.Store.Company(t.Context(), boottest.Company)
	check(t, err)
	rules := of.Rules()
	rules.Accepted = company.Lowerable()
	for code := range rules.Accepted {
		rules.Accepted[code] = 1
	}
	check(t, h.Companies.SetRules(t.Context(), "test", boottest.Company, rules))
}

// unproven fails the test unless a job waits for a person, as its film shows somebody who moves and makes no move.
func (h *house) unproven(t *testing.T, job string) {
	t.Helper()
	moves, keys := h.checkOf(t, job, engine.CodeVideo), h.keysOf(t, job)
	if moves.Outcome != engine.Fail && (moves.Outcome != engine.NotRun || !sparse(keys)) {
		t.Errorf("the moves are: %s, %s; key frames at %v", moves.Outcome, moves.Detail, keys)
	}
	if got := h.checkOf(t, job, engine.CodeLiveness); got.Outcome == engine.Pass {
		t.Error("a photograph is proven to be alive")
	}
	if got := h.checkOf(t, job, engine.CodeFilmMotion); got.Outcome != engine.Pass {
		t.Errorf("the photograph did not move: %s, %s", got.Outcome, got.Detail)
	}
	if status := h.record(t, job).Status; !status.Is(onboarding.Review) {
		t.Errorf("the job is %v", status)
	}
}
