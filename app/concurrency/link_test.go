package concurrency_test

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/retention"
)

// link creates a link to the hosted capture page, and returns whose it is, its id and its secret.
func (w *world) link() (by intake.Caller, id, secret string) {
	w.Helper()
	by = intake.Caller{Company: w.slug, ClientID: w.client()}
	made, err := w.intake.CreateLink(w.Context(), by, intake.LinkRequest{Function: onboarding.LiveFaceCheck})
	w.must(err)
	_, secret, _ = strings.Cut(made.URL, "#")
	return by, made.ID, secret
}

// beginning is what browser i sends to begin with a link.
func beginning(id, secret string, i int) intake.LinkStart {
	token := "capture." + id + "." + strings.Repeat(string("0123456789ab"[i]), 64)
	return intake.LinkStart{
		Secret:   secret,
		Token:    token,
		Consent:  intake.ConsentVersion,
		Language: "EN",
		Device:   "PHONE",
	}
}

func linkWriters() []writer {
	return []writer{
		{name: "intake.Intake.CreateLink", stage: func(w *world) func(int) error {
			by := intake.Caller{Company: w.slug, ClientID: w.client()}
			return func(i int) error {
				_, err := w.intake.CreateLink(w.Context(), by,
					intake.LinkRequest{Function: onboarding.LiveFaceCheck, Reference: word(i)})
				return err
			}
		}},
		{name: "intake.Intake.OpenLink", stage: func(w *world) func(int) error {
			_, id, secret := w.link()
			return func(int) error {
				_, err := w.intake.OpenLink(w.Context(), id, secret)
				return err
			}
		}},
		{name: "intake.Intake.StartLink", stage: func(w *world) func(int) error {
			_, id, secret := w.link()
			return func(i int) error { return w.intake.StartLink(w.Context(), id, beginning(id, secret, i)) }
		}, blur: regexp.MustCompile(`token_sha256=[0-9a-f]{64}`)},
		{name: "intake.Intake.PutCapture while the link is revoked", stage: func(w *world) func(int) error {
			by, id, secret := w.link()
			w.must(w.intake.StartLink(w.Context(), id, beginning(id, secret, 0)))
			browser, err := w.intake.LinkCaller(w.Context(), beginning(id, secret, 0).Token)
			w.must(err)
			return func(i int) error {
				if i == requests-1 {
					return w.intake.RevokeLink(w.Context(), by, id)
				}
				_, err := w.intake.PutCapture(w.Context(), browser, browser.JobID, "selfie", "",
					bytes.NewReader(w.picture(i+1)))
				if fault.Is(err, fault.Unauthenticated) { // after the link was revoked
					return nil
				}
				return err
			}
		}, skip: `^captures `}, // how many came before depends on the order
		{name: "intake.Intake.MoveLink", stage: func(w *world) func(int) error {
			_, id, secret := w.link()
			w.must(w.intake.StartLink(w.Context(), id, beginning(id, secret, 0)))
			return func(int) error {
				_, err := w.intake.MoveLink(w.Context(), id, beginning(id, secret, 0).Token)
				return err
			}
		}},
		{name: "intake.Intake.StartLink where a link moves", stage: func(w *world) func(int) error {
			_, id, secret := w.link()
			w.must(w.intake.StartLink(w.Context(), id, beginning(id, secret, 0)))
			move, err := w.intake.MoveLink(w.Context(), id, beginning(id, secret, 0).Token)
			w.must(err)
			return func(i int) error {
				if i == 0 { // the browser that has it so far: whether that still is so depends on the order
					return nil
				}
				r := beginning(id, secret, i)
				r.Move = move
				return w.intake.StartLink(w.Context(), id, r)
			}
		}},
		{name: "intake.Intake.RevokeLink", stage: func(w *world) func(int) error {
			by, id, _ := w.link()
			return func(int) error { return w.intake.RevokeLink(w.Context(), by, id) }
		}},
	}
}

// endedPair submits jobs as their client does, while the captures of their links are removed because these have ended.
func endedPair() pair {
	const name = "submit with the removal of what came by a link"
	return pair{name: name, stage: func(w *world) (one, other func(i int) error) {
		by := intake.Caller{Company: w.slug, ClientID: w.client()}
		jobs := make([]string, requests/2)
		for i := range jobs {
			made, err := w.intake.CreateLink(w.Context(), by, intake.LinkRequest{Function: onboarding.SignatureCapture})
			w.must(err)
			_, secret, _ := strings.Cut(made.URL, "#")
			begin := beginning(made.ID, secret, i)
			w.must(w.intake.StartLink(w.Context(), made.ID, begin))
			browser, err := w.intake.LinkCaller(w.Context(), begin.Token)
			w.must(err)
			_, err = w.intake.PutCapture(w.Context(), browser, made.JobID, "signature", "", strings.NewReader(strokes))
			w.must(err)
			jobs[i] = made.JobID
		}
		w.now.Advance(24*time.Hour + retention.UnusedFor + time.Minute)
		return func(i int) error {
				_, err := w.intake.Submit(w.Context(), by, jobs[i])
				if fault.Is(err, fault.Invalid) { // the captures are gone
					return nil
				}
				return err
			}, func(int) error {
				node := retention.Sweeper{Store: w.Store, Clock: w.now, Safe: w.safe, Log: w.log}
				return node.Turn(w.Context())
			}
	}}
}
