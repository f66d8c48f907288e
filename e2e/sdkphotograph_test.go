package e2e_test

import (
	"bytes"
	"image/png"
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
			const missed = `/^We could not see/.test(` + inShadow + `?.querySelector('.reason')?.textContent)`
			for range 3 { // tries, of which the server saw no move
				p.becomes(t, "told that no move was seen", missed)
				p.does(t, "retry")
				if w.function == onboarding.VideoID {
					p.recordsAnew(t)
					p.does(t, "done")
				}
			}
			p.heading(t, "Done")
			h.unproven(t, link.JobID)
		})
	}
}

// The moves are those that were asked for, with a second photograph for the blink: all that is known against them is
// that they are made by something flat.
func TestAPhotographThatAHandTiltsNeverPassesAsLive(t *testing.T) {
	full(t, "TestALinkTakesAVideoThatAnAgentCanWatch")
	h := alone(t)
	check(t, h.asksForMoves(true))
	h.acceptsTheLeast(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "uniqueNumber": "700721"})
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.performs(t, func(move specimen.Move) []byte { return tilted(t, h.set.Person, move) })
	p.agrees(t)
	p.heading(t, "Done")
	h.waits(t, link.JobID)
	// How well a browser films decides whether that is certain, and on a busy machine whether a move is seen at all.
	if got := h.checkOf(t, link.JobID, engine.CodeVideo); got.Outcome == engine.Pass {
		t.Errorf("the photograph is not doubted: %s %s, %s", got.Outcome, got.Reasons, got.Detail)
	}
}

// tilted returns a picture of a photograph of a person that a hand tilts as a head would make a move.
func tilted(t *testing.T, p specimen.Person, move specimen.Move) []byte {
	t.Helper()
	by, ok := map[specimen.Move][2]float64{
		specimen.TurnRight: {45, 0}, specimen.TurnLeft: {-45, 0}, specimen.LookUp: {0, -42},
	}[move]
	if !ok {
		return posed(t, p, move)
	}
	var out bytes.Buffer
	check(t, png.Encode(&out, specimen.Tilted(specimen.Pose(p, 1, 420, specimen.Still), by[0], by[1])))
	return out.Bytes()
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
	h.waits(t, job)
}

// waits fails the test unless a job waits for a person, with a film that moves and proves nobody.
func (h *house) waits(t *testing.T, job string) {
	t.Helper()
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
