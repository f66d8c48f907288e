package review_test

import (
	"slices"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestTheReportSaysWhatTheReviewPageShows(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.As(access.Agent).Get("/jobs/"+id+"/report").Want(200, "DOE, JANE", "<td>13 Mar 1987</td>",
		"<td>18 Mar 1987</td>", "no match",
		"Glare", "0.31", "Printed 20 Nov 2026")
}

func TestTheReportNamesDaysAndPeopleForWhoeverReadsThePaper(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil)
	b.Get("/jobs/"+id).Want(200, ">12:00:00<", "Taken by you")
	b.Get("/jobs/"+id+"/report").Want(200, "<dt>20 Nov 2026 12:00:00</dt>", "Taken by The agent")
	b.Lacks("<dt>12:00:00</dt>", "Taken by you")
}

// chipped is a job whose document's chip was read.
func chipped(h *webtest.Fixture, portrait []byte, width int, outcome engine.Outcome) (id string, c onboarding.Capture) {
	h.T.Helper()
	id, captures := h.Job("acme", "DOE, JANE")
	c = h.Add(id, onboarding.NFC, "application/json", readChip(h.T, portrait))
	r := webtest.Report(captures)
	r.Captures = append(r.Captures, engine.CaptureReport{
		ID:     c.ID,
		Kind:   "nfc",
		Width:  width,
		Height: width,
		Chip: &engine.ChipContents{
			Groups: []engine.ChipGroup{
				{Number: 1, Hash: "right"},
				{Number: 2, Hash: map[bool]string{true: "right", false: "wrong"}[outcome == engine.Pass]},
			},
			Country:   "UT",
			Signer:    "CN=Signer,C=UT",
			Issuer:    "CN=Country,C=UT",
			ValidFrom: "2021-11-20",
			ValidTo:   "2031-11-20",
		},
	})
	r.Checks = append(r.Checks, engine.Check{
		Code:    engine.CodeChip,
		Capture: c.ID,
		Outcome: outcome,
	}, engine.Check{Code: engine.CodeChipPortrait, Outcome: engine.Warn, Reasons: []string{"chip.portrait_unsure"}})
	r.Readings = append(r.Readings, engine.Reading{
		Source:   engine.Chip,
		Field:    "lastName",
		Value:    "DOE",
		Capture:  c.ID,
		Unproven: outcome != engine.Pass,
	})
	r.Comparisons[slices.IndexFunc(r.Comparisons,
		func(c engine.Comparison) bool { return c.Field == "lastName" })].Values[engine.Chip] = "DOE"
	h.Change(func(tx *store.Tx) error { return tx.WriteJobDoc(h.T.Context(), "acme", id, store.DocReport, r) })
	return id, c
}
