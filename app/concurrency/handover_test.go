package concurrency_test

import (
	"regexp"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/intake"
)

// desk is what a desktop, and own what phone i makes for itself.
const desk = "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"

func own(i int) string { return strings.Repeat(string("0123456789ab"[i]), 64) }

// offered creates a link whose QR code a desktop shows, and returns its id and the secrets of both.
func (w *world) offered() (id, secret, ticket string) {
	w.Helper()
	_, id, secret = w.link()
	shown, err := w.intake.OfferHandover(w.Context(), id, intake.HandoverOffer{Secret: secret, Desk: desk})
	w.must(err)
	_, ticket, _ = strings.Cut(shown.URL, "#scan.")
	return id, secret, ticket
}

// drawn are the numbers to choose from, which differ each time.
var drawn = regexp.MustCompile(`^\d\d( \d\d)*$`)

func handoverWriters() []writer {
	return []writer{
		{name: "intake.Intake.OfferHandover", stage: func(w *world) func(int) error {
			_, id, secret := w.link()
			return func(int) error {
				_, err := w.intake.OfferHandover(w.Context(), id, intake.HandoverOffer{Secret: secret, Desk: desk})
				return err
			}
		}, blur: drawn},
		{name: "intake.Intake.JoinHandover", stage: func(w *world) func(int) error {
			id, _, ticket := w.offered()
			return func(i int) error {
				_, err := w.intake.JoinHandover(w.Context(), id, ticket, own(i))
				return err
			}
		}, blur: drawn},
		{name: "intake.Intake.PickHandover", stage: func(w *world) func(int) error {
			id, secret, ticket := w.offered()
			_, err := w.intake.JoinHandover(w.Context(), id, ticket, own(0))
			w.must(err)
			told, err := w.intake.FollowHandover(w.Context(), id, secret, desk)
			w.must(err)
			return func(int) error { return w.intake.PickHandover(w.Context(), id, own(0), told.Code) }
		}, blur: drawn},
		{name: "intake.Intake.StartLink by the phone and by the desktop", stage: func(w *world) func(int) error {
			id, secret, ticket := w.offered()
			_, err := w.intake.JoinHandover(w.Context(), id, ticket, own(0))
			w.must(err)
			told, err := w.intake.FollowHandover(w.Context(), id, secret, desk)
			w.must(err)
			w.must(w.intake.PickHandover(w.Context(), id, own(0), told.Code))
			return func(i int) error {
				by := []string{own(0), secret}[i%2]
				err := w.intake.StartLink(w.Context(), id, beginning(id, by, i))
				if fault.Is(err, fault.NotFound) { // a phone that is no longer connected
					return fault.New(fault.Conflict, "too late")
				}
				return err
			}
		}, skip: `^capture_(handovers|links) |action=capture_link.disconnect `}, // which of them came first
		{name: "intake.Intake.AttendHandover", stage: func(w *world) func(int) error {
			id, _, ticket := w.offered()
			_, err := w.intake.JoinHandover(w.Context(), id, ticket, own(0))
			w.must(err)
			return func(int) error { return w.intake.AttendHandover(w.Context(), id, own(0)) }
		}, blur: drawn},
	}
}
