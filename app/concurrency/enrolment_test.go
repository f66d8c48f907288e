package concurrency_test

import (
	"proofdesk/app/gallery"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	reading "proofdesk/engine"
	"proofdesk/engine/face"
)

// enrol enrols one person under a unique number, as a decision does.
func (w *world) enrol(number string) error {
	person := onboarding.Customer{Company: w.slug, UniqueNumber: number, FullName: "ROEHRIG, JANELLE"}
	looks := reading.Template{Kind: "face", Role: "selfie", ModelSHA256: "model"}
	looks.Vector = make([]float32, len(face.Descriptor{}))
	g := &gallery.Gallery{Store: w.Store, Keys: w.Keys}
	prepared, err := g.Prepare(w.Context(), person, []reading.Template{looks})
	if err != nil {
		return err
	}
	return w.Store.Write(w.Context(), func(tx *store.Tx) error { return prepared.Write(w.Context(), tx) })
}

// enrolmentPairs enrol one person at the same instant twice, and while they are erased.
func enrolmentPairs() []pair {
	const number = "4711004711"
	enrol := func(w *world) func(int) error { return func(int) error { return w.enrol(number) } }
	return []pair{
		{
			name: "enrol with enrol",
			rows: `SELECT count(*) FROM templates WHERE company = $1`,
			stage: func(w *world) (one, other func(i int) error) {
				if record, err := w.customers.Record(w.Context(), w.slug, number); err == nil { // of the round before
					_, err = w.customers.Erase(w.Context(), "cli", w.slug, number, record.Digest(), 0)
					w.must(err)
				}
				return enrol(w), enrol(w)
			},
		},
		{name: "enrol with erase", stage: func(w *world) (one, other func(i int) error) {
			w.must(w.enrol(number))
			return enrol(w), func(int) error {
				record, err := w.customers.Record(w.Context(), w.slug, number)
				if err != nil {
					return err
				}
				_, err = w.customers.Erase(w.Context(), "cli", w.slug, number, record.Digest(), 0)
				return err
			}
		}},
	}
}
