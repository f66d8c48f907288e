package concurrency_test

import (
	"net/http"
	"regexp"

	"proofdesk/app/store"
	"proofdesk/app/submission"
)

// form returns a form that an agent of the company sends under a key.
func (w *world) form(key string) submission.Form {
	return submission.Form{Company: w.slug, AgentID: "ann", Key: "key of 128 random bits " + key, Content: "/clients"}
}

func submissionWriters() []writer {
	begin := func(w *world, f submission.Form) error {
		_, _, err := w.forms.Begin(w.Context(), f)
		return err
	}
	return []writer{
		{name: "submission.Desk.Begin", stage: func(w *world) func(int) error {
			return func(i int) error { return begin(w, w.form(word(i))) }
		}},
		{name: "submission.Desk.Begin of one form", stage: func(w *world) func(int) error {
			return func(int) error { return begin(w, w.form("once")) }
		}},
		{name: "submission.Desk.Finish", stage: func(w *world) func(int) error {
			w.must(begin(w, w.form("once")))
			return func(int) error {
				return w.forms.Finish(w.Context(), w.form("once"), submission.Answer{
					Status:   http.StatusSeeOther,
					Location: "/clients?done=state",
					Actions:  []store.SubmittedAction{{Action: "client.state", Target: "client:1"}},
				})
			}
		}, blur: regexp.MustCompile(`^[\w-]{40,}$`)}, // a location
		{name: "submission.Desk.Release", stage: func(w *world) func(int) error {
			w.must(begin(w, w.form("once")))
			return func(int) error { return w.forms.Release(w.Context(), w.form("once")) }
		}},
		{name: "submission.Desk.Purge", stage: func(w *world) func(int) error {
			w.must(begin(w, w.form("once")))
			return func(int) error { return w.forms.Purge(w.Context()) }
		}},
	}
}
