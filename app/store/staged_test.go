package store_test

import (
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// Two documents in one request would be of two people, or would take a side away that nobody asked for.
func TestOneRequestKeepsACardOrAPassport(t *testing.T) {
	const (
		front, back = onboarding.IDFront, onboarding.IDBack
		passport    = onboarding.Passport
		selfie      = onboarding.Selfie
	)
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme").ID
		for _, tt := range []struct{ sent, kept []onboarding.CaptureKind }{
			{[]onboarding.CaptureKind{front, back, selfie}, []onboarding.CaptureKind{front, back, selfie}},
			{[]onboarding.CaptureKind{front, back, selfie, passport}, []onboarding.CaptureKind{selfie, passport}},
			{[]onboarding.CaptureKind{passport, front}, []onboarding.CaptureKind{front}},
			{[]onboarding.CaptureKind{front, passport, back}, []onboarding.CaptureKind{back}},
			{[]onboarding.CaptureKind{passport, passport}, []onboarding.CaptureKind{passport}},
		} {
			request := ids.UUID()
			for _, kind := range tt.sent {
				c.Advance(time.Second)
				write(t, st, func(tx *store.Tx) error {
					return tx.InsertCapture(t.Context(), onboarding.Capture{
						ID:          ids.UUID(),
						Company:     "acme",
						JobID:       job,
						Kind:        kind,
						ContentType: "image/png",
						Size:        1,
						SHA256:      strings.Repeat("0", 64),
						WrappedKey:  []byte("k"),
						Request:     request,
						CreatedAt:   tx.Now,
					})
				})
			}
			var kept []onboarding.CaptureKind
			for _, one := range must(st.StagedCaptures(t.Context(), "acme", job, request))(t) {
				kept = append(kept, one.Kind)
			}
			same(t, "kept", kept, tt.kept)
		}
	})
}
