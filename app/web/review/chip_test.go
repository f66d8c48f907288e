package review_test

import (
	"image"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
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

func TestAChipShowsItsPortraitAndWhoSignedIt(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	id, c := chipped(h, specimen.JPEG(image.NewRGBA(image.Rect(0, 0, 40, 40)), 80, 1), 40, engine.Pass)
	b.Get("/jobs/"+id).Want(http.StatusOK, `class="portrait" src="/media/`+c.ID, "was signed by a trusted State",
		"DG1 right, DG2 right", "CN=Signer,C=UT", "CN=Country,C=UT", "from 20 Nov 2021 to 20 Nov 2031",
		"The portrait in the chip may not match the printed one")
	if strings.Contains(b.Body, "not proven<") {
		t.Error("was signed by a trusted State is called unproven")
	}
	b.Get("/media/"+c.ID+"?size=view").Want(http.StatusOK, "\xff\xd8\xff")
	auditor := h.As(access.Auditor)
	auditor.Get("/media/" + c.ID + "?size=view").Want(http.StatusForbidden)
	auditor.Get("/media/"+c.ID+"?size=blurred").Want(http.StatusOK, "\xff\xd8\xff")
	auditor.Get("/jobs/"+id).Want(http.StatusOK, `class="portrait" src="/media/`+c.ID+`?size=blurred"`, "DG1 right")
	id, c = chipped(h, nil, 0, engine.Fail)
	b.Get("/jobs/"+id).Want(http.StatusOK,
		"The chip data does not match what its State signed", "DG1 right, DG2 wrong", "not proven<",
		"no trusted State signed it")
	b.Get("/media/" + c.ID + "?size=view").Want(http.StatusNotFound)
}
