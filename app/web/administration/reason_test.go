package administration_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/webtest"
)

func TestReasonsAreManagedByAdmins(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/settings/reasons").Want(200, "fraud.document_altered", "data.mismatch", "quality.unreadable", ">9 ")
	b.Post("/settings/reasons/add", url.Values{"band": {"DATA"}, "text": {""}}).Want(http.StatusBadRequest,
		`id="new-data-problem">Enter the text`)
	if n := strings.Count(b.Body, "-problem\">"); n != 1 {
		t.Errorf("%d fields are marked", n)
	}
	b.Post("/settings/reasons/add", url.Values{"band": {"DATA"}, "text": {"Name misspelt"}}).Follow().Want(200,
		"data.name_misspelt")
	b.Post("/settings/reasons/rename", url.Values{
		"code":    {"data.name_misspelt"},
		"version": {form.Version("Name misspelt")},
		"text":    {"Name differs"},
	}).Follow().Want(
		200, "Name differs")
	b.Post("/settings/reasons/rename", url.Values{
		"code":    {"data.name_misspelt"},
		"version": {form.Version("Name differs")},
		"text":    {"Person is under age"},
	}).Want(
		http.StatusBadRequest, "Another reason already has this text", "<details class=\"sure\" name=\"sure\" open>")
	b.Post("/settings/reasons/retire", url.Values{"code": {"data.name_misspelt"}}).Follow().Want(200,
		"No longer offered")
	b.Post("/settings/reasons/add", url.Values{"band": {"FRAUD"}, "text": {"Name differs"}}).Follow().Want(200,
		"fraud.name_differs")
	b.Post("/settings/reasons/restore", url.Values{"code": {"data.name_misspelt"}}).Want(http.StatusBadRequest,
		"Another reason already has this text")
	b.Post("/settings/reasons/rename", url.Values{
		"code":    {"fraud.name_differs"},
		"version": {form.Version("Name differs")},
		"text":    {"Another name"},
	}).Follow().Want(200, "Another name")
	b.Post("/settings/reasons/restore", url.Values{"code": {"data.name_misspelt"}}).Follow().Want(200, "Name differs")
	move := regexp.MustCompile(`value="data.name_misspelt"><input type="hidden" name="way" value="up">` +
		`<input type="hidden" name="past" value="([^"]+)"`).FindStringSubmatch(b.Body)
	if move == nil {
		t.Fatalf("the reason can't be moved up: %s", b.Body)
	}
	for _, status := range []int{http.StatusSeeOther, http.StatusConflict} { // it stands above the other one then
		b.Get("/settings/reasons").Post("/settings/reasons/move",
			url.Values{"code": {"data.name_misspelt"}, "way": {"up"}, "past": {move[1]}}).Want(status)
	}
	h.As(access.Auditor).Get("/settings/reasons").Want(200, "Name differs")
	if strings.Contains(h.As(access.Auditor).Get("/settings/reasons").Body, "Retire") {
		t.Error("an auditor is offered to change reasons")
	}
}
