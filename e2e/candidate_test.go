package e2e_test

import (
	"fmt"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// impostor enrols the face of a customer under another name and document, and returns the job, which is in review.
func (h *house) impostor(t *testing.T) string {
	t.Helper()
	h.inhabit(t)
	other := specimen.Applicant(12, specimen.Good, h.Clock.Now())
	captures := draw(other)
	for i, c := range captures {
		if face, ok := captured(enrolled(h), c.Kind); ok && c.Kind == "selfie" {
			captures[i] = face
		}
	}
	id := apply(t, h.Trusted, map[string]any{
		"function":     onboarding.Enrollment,
		"uniqueNumber": "200011",
		"submitted":    other.Submitted,
	}, captures)
	until(t, "it is in review", func() bool { return h.record(t, id).Status == onboarding.Review })
	return id
}

func TestADigitShowsTheEnrolledFaceBesideTheSelfie(t *testing.T) {
	h := at(t)
	id := h.impostor(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	candidate := `document.querySelector('.thumb[data-capture^="customer-"]')`
	p.becomes(t, "beside the selfie at once", paneB+`.dataset.capture === `+candidate+`?.dataset.capture`)
	key, err := p.Evaluate(`() => ` + candidate + `.dataset.key`)
	check(t, err)
	p.becomes(t, "its key beside the customer's name",
		`[...document.querySelectorAll('.candidate kbd')].some(k => k.textContent === '`+fmt.Sprint(key)+`')`)
	p.press("Shift+1")
	p.becomes(t, "replaced", paneB+`.dataset.capture === document.querySelector('.thumb[data-key="1"]').dataset.capture`)
	p.press(fmt.Sprint(key))
	p.becomes(t, "drawn in pane B again", paneB+`.dataset.capture === `+candidate+`.dataset.capture && `+
		paneB+`.querySelector('image').getBoundingClientRect().width > 100`)
	t.Run("compared with the selfie on the stage", func(t *testing.T) {
		_, err := p.Evaluate(markEyes)
		check(t, err)
		p.press("c")
		p.becomes(t, "one face over the other, in the middle of the stage", faces(`(stage => eyesA.every(([x, y]) =>
			x > stage.left && x < stage.right && y > stage.top && y < stage.bottom) && `+apart+` > stage.width / 8)(
			document.querySelector('.stage').getBoundingClientRect())`))
		p.press("c")
	})
	p.quiet(t)
	p.press("d", "1", "Shift+Enter")
	p.becomes(t, "decided", `!document.querySelector('#decision')`)
}
