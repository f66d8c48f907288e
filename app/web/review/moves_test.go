package review_test

import (
	"net/http"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestTheMovesAskedForAreShownWithTheirSeconds(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	id, captures := h.Job("acme", "DOE, JANE")
	film := h.Add(id, onboarding.Video, "video/webm", []byte("\x1a\x45\xdf\xa3"))
	checked := func(c engine.Check, sha256 string) {
		r := webtest.Report(captures)
		c.Code, c.Capture = engine.CodeVideo, film.ID
		r.Checks = append(r.Checks, c)
		challenge := onboarding.Challenge{Moves: []string{"turn_left", "blink", "look_up"}, Seconds: 4, SHA256: sha256}
		h.Change(func(tx *store.Tx) error {
			if err := tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, r); err != nil {
				return err
			}
			return tx.WriteJobDoc(t.Context(), "acme", id, store.DocRequest, onboarding.RequestDetails{
				Challenges: map[string]onboarding.Challenge{"": challenge},
			})
		})
	}
	checked(engine.Check{Outcome: engine.Fail, Reasons: []string{"video.no_blink"}, Evidence: []engine.Evidence{
		{Capture: film.ID, Label: "turn_left", At: new(9.44)}, {Capture: film.ID, Label: "look_up", At: new(18.)},
	}}, film.SHA256)
	b.Get("/jobs/"+id).Want(http.StatusOK, "Move 1 of 3", "turn to the left, at second 9.4",
		"close both eyes: not seen", "Move 3 of 3", "look up, at second 18.0")
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/jobs/"+id).Want(http.StatusOK, "Movimiento 1 de 3", "girar a la izquierda, en el segundo 9,4",
		"cerrar los ojos: no se ve")
	delete(b.Headers, "Accept-Language")
	checked(engine.Check{Outcome: engine.NotRun, Reasons: []string{"video.few_poses"}}, film.SHA256)
	b.Get("/jobs/"+id).Want(http.StatusOK, "turn to the left: not followed", "look up: not followed")
	checked(engine.Check{Outcome: engine.NotRun}, "of another film")
	b.Get("/jobs/" + id).Want(http.StatusOK)
	b.Lacks("Move 1 of 3")
}
