package web_test

import (
	"image"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
	"proofdesk/engine/chip"
	"proofdesk/engine/specimen"
)

// readChip returns what a phone reads from a chip that holds a portrait or none.
func readChip(t testing.TB, portrait []byte) []byte {
	t.Helper()
	state, err := chip.NewState("UT", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	d, err := state.Issue([]string{
		"P<UTODOE<<JANE<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204159ZE184226B<<<<<14",
	}, portrait)
	if err != nil {
		t.Fatal(err)
	}
	body, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// chipped is a job whose document's chip was read.
func (h *house) chipped(portrait []byte, width int, outcome engine.Outcome) (id string, c onboarding.Capture) {
	h.t.Helper()
	id, captures := h.job("acme", "DOE, JANE")
	c = h.add(id, onboarding.NFC, "application/json", readChip(h.t, portrait))
	r := report(captures)
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
	h.change(func(tx *store.Tx) error { return tx.WriteJobDoc(h.t.Context(), "acme", id, store.DocReport, r) })
	return id, c
}

func TestAChipShowsItsPortraitAndWhoSignedIt(t *testing.T) {
	h := open(t)
	b := h.as(access.Agent)
	id, c := h.chipped(specimen.JPEG(image.NewRGBA(image.Rect(0, 0, 40, 40)), 80, 1), 40, engine.Pass)
	b.get("/jobs/"+id).want(http.StatusOK, `class="portrait" src="/media/`+c.ID, "what a trusted State signed",
		"DG1 right, DG2 right", "CN=Signer,C=UT", "CN=Country,C=UT", "from 2021-11-20 to 2031-11-20",
		"The portrait in the chip may not be the printed one")
	if strings.Contains(b.body, "not proven<") {
		t.Error("what a trusted State signed is called unproven")
	}
	b.get("/media/"+c.ID+"?size=view").want(http.StatusOK, "\xff\xd8\xff")
	auditor := h.as(access.Auditor)
	auditor.get("/media/" + c.ID + "?size=view").want(http.StatusForbidden)
	auditor.get("/media/"+c.ID+"?size=blurred").want(http.StatusOK, "\xff\xd8\xff")
	auditor.get("/jobs/"+id).want(http.StatusOK, `class="portrait" src="/media/`+c.ID+`?size=blurred"`, "DG1 right")
	id, c = h.chipped(nil, 0, engine.Fail)
	b.get("/jobs/"+id).want(http.StatusOK,
		"The data of the chip is not what its State signed", "DG1 right, DG2 wrong", "not proven<",
		"no trusted State signed it")
	b.get("/media/" + c.ID + "?size=view").want(http.StatusNotFound)
}
