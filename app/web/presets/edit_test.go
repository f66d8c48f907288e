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

func TestTheAnswerToASavedChangeIsTheDraftAsItWasSaved(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .4})
	b := h.As(access.Admin)
	over := make(chan struct{})
	stopped := make(chan error, 1)
	go func() { // somebody else sets it as soon as it is saved
		for {
			select {
			case <-over:
				stopped <- nil
				return
			default:
				_, _, err := h.Console.Presets.EditDraft(t.Context(), "cli", "acme", "retail",
					[]preset.Edit{{Path: glare, Base: .3, Value: .4}})
				if err != nil {
					stopped <- err
					return
				}
			}
		}
	}()
	saved := 0
	for range 60 {
		b.Headers["Accept"] = "text/html"
		b.Get("/presets/retail")
		b.Headers["Accept"] = "application/json"
		change := fmt.Sprintf(`[{"path": %q, "base": 0.4, "exact": true, "value": 0.3}]`, glare)
		b.Post("/presets/retail", url.Values{"changes": {change}})
		var answer struct {
			Saved    string
			Overlaps map[string]any
			Draft    struct{ Values preset.Values }
		}
		if err := json.Unmarshal([]byte(b.Body), &answer); err != nil {
			t.Fatal(err, b.Body)
		}
		if answer.Saved == "" || len(answer.Overlaps) > 0 {
			continue
		}
		saved++
		if got := answer.Draft.Values[glare]; got != .3 {
			t.Errorf("saved as .3 and answered as %v", got)
			break
		}
	}
	close(over)
	if err := <-stopped; err != nil || saved == 0 {
		t.Errorf("%d saved: %v", saved, err)
	}
}
