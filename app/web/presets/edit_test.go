package presets_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/webtest"
)

func TestMoreChangesThanACallMayMakeAreRefusedBeforeAnyIsLookedAt(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	changes := make([]map[string]any, presets.MaxEdits+1)
	for i := range changes {
		changes[i] = map[string]any{"path": fmt.Sprint("wrong", i), "base": nil, "text": "x", "alpha": ""}
	}
	send := func(some []map[string]any) *webtest.Browser {
		text, err := json.Marshal(some)
		if err != nil {
			t.Fatal(err)
		}
		b := h.As(access.Admin).Get("/presets/retail")
		b.Headers["Accept"] = "application/json"
		return b.Post("/presets/retail", url.Values{"changes": {string(text)}})
	}
	b := send(changes)
	b.Want(http.StatusBadRequest, "send between 1 and 2000 changes")
	b.Lacks("there is no option", "There is no option")
	send(changes[:2]).Want(http.StatusBadRequest, "There is no option wrong1")
}
