package processing

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

func TestAFilmThatCameForAnotherJobFollowsNoChallenge(t *testing.T) {
	w := newWorker(t, clock.NewManual(decidedAt), time.Minute)
	film := func(company, sum string) onboarding.Capture {
		c := onboarding.Capture{
			ID:          ids.UUID(),
			Company:     company,
			JobID:       ids.UUID(),
			Kind:        onboarding.Video,
			ContentType: "video/webm",
			Size:        1,
			SHA256:      strings.Repeat(sum, 64),
			WrappedKey:  []byte("k"),
		}
		write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
			err := tx.InsertJob(ctx, onboarding.Job{
				ID:        c.JobID,
				Seq:       tx.NextSeq(),
				Company:   company,
				Function:  onboarding.VideoID,
				Status:    onboarding.Capturing,
				CreatedAt: tx.Now,
			})
			if err != nil {
				return err
			}
			return tx.InsertCapture(ctx, c)
		})
		return c
	}
	judge := func(c onboarding.Capture) engine.Check {
		d := &dossier{captures: []onboarding.Capture{c}}
		d.report.Checks = []engine.Check{{
			Code: engine.CodeVideo, Capture: w.urn(c), RanOn: engine.OnServer, Outcome: engine.Pass,
		}}
		if err := w.findReplays(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		return d.report.Checks[0]
	}
	first := film("acme", "a")
	film("other", "a")
	film("acme", "b")
	if c := judge(first); c.Outcome != engine.Pass {
		t.Errorf("a film that came once becomes %+v", c)
	}
	again := film("acme", "a")
	for _, one := range []onboarding.Capture{first, again} {
		if c := judge(one); c.Outcome != engine.Fail || !slices.Equal(c.Reasons, []string{"video.replayed"}) {
			t.Errorf("a film that came twice becomes %+v", c)
		}
	}
}
