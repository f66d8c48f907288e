package processing

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// sent stores a capture of a new job for an applicant with a unique number, in which an SDK's client sends it.
func sent(t *testing.T, w *Worker, company, uniqueNumber string, c onboarding.Capture) onboarding.Capture {
	t.Helper()
	c.ID, c.Company, c.JobID, c.Size, c.WrappedKey = ids.UUID(), company, ids.UUID(), 1, []byte("k")
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		err := tx.InsertJob(ctx, onboarding.Job{
			ID:           c.JobID,
			Seq:          tx.NextSeq(),
			Company:      company,
			Function:     onboarding.VideoID,
			UniqueNumber: uniqueNumber,
			Status:       onboarding.Capturing,
			CreatedAt:    tx.Now,
		})
		if err != nil {
			return err
		}
		return tx.InsertCapture(ctx, c)
	})
	return c
}

func content(letter string) string { return strings.Repeat(letter, 64) }

func TestAFilmThatCameForAnotherJobFollowsNoChallenge(t *testing.T) {
	w := newWorker(t, clock.NewManual(decidedAt), time.Minute)
	film := func(company, sum string) onboarding.Capture {
		return sent(t, w, company, "4471", onboarding.Capture{
			Kind: onboarding.Video, ContentType: "video/webm", SHA256: content(sum),
		})
	}
	sandbox := false
	judge := func(c onboarding.Capture, frames ...string) engine.Check {
		d := &dossier{captures: []onboarding.Capture{c}, sandbox: sandbox}
		d.report.Captures = []engine.CaptureReport{{ID: "another"}, {ID: w.urn(c)}}
		for _, frame := range frames {
			d.report.Captures[1].KeyFrames = append(d.report.Captures[1].KeyFrames, content(frame))
		}
		d.report.Checks = []engine.Check{
			{Code: engine.CodeVideo, Capture: w.urn(c), RanOn: engine.OnServer, Outcome: engine.Pass},
			{Code: engine.CodeVideo, Capture: w.urn(c), RanOn: engine.OnDevice, Outcome: engine.Pass},
			{Code: engine.CodeVideo, Capture: "another", RanOn: engine.OnServer, Outcome: engine.Pass},
		}
		if err := w.findReplays(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		for _, other := range d.report.Checks[1:] {
			if other.Outcome != engine.Pass {
				t.Errorf("the check of another film, or of the device, becomes %+v", other)
			}
		}
		return d.report.Checks[0]
	}
	replayed := func(c engine.Check) bool {
		return c.Outcome == engine.Fail && slices.Equal(c.Reasons, []string{"video.replayed"})
	}
	first := film("acme", "a")
	film("other", "a")
	for _, frames := range [][]string{nil, {"1", "2", "3", "4", "5"}} {
		if c := judge(first, frames...); c.Outcome != engine.Pass {
			t.Errorf("a film that came once becomes %+v", c)
		}
	}
	again := film("acme", "a")
	for _, one := range []onboarding.Capture{first, again} {
		if c := judge(one); !replayed(c) {
			t.Errorf("a film that came twice becomes %+v", c)
		}
	}
	for _, tt := range []struct {
		name, company string
		frames        []string
		want          bool
	}{
		{"made of another job's", "acme", []string{"2", "3", "4", "5", "6"}, true},
		{"made of another company's", "other", []string{"2", "3", "4", "5", "6"}, false},
		{"of a covered camera, as others are", "acme", []string{"1", "2", "3", "7", "8"}, false},
		{"of its own", "acme", []string{"a", "b", "c", "d"}, false},
	} {
		if c := judge(film(tt.company, strconv.Itoa(len(tt.name)%10)), tt.frames...); replayed(c) != tt.want {
			t.Errorf("a film %s becomes %+v", tt.name, c)
		}
	}
	sandbox = true
	if c := judge(again, "1", "2", "3", "4", "5"); c.Outcome != engine.Pass {
		t.Errorf("the film of a test becomes %+v", c)
	}
	judge(again, "b", "c", "d", "e", "f")
	sandbox = false
	if c := judge(film("acme", "b"), "b", "c", "d", "e", "f"); c.Outcome != engine.Pass {
		t.Errorf("a film that is like one of a test becomes %+v", c)
	}
}

func TestAPictureOfAnotherApplicantIsNotOriginal(t *testing.T) {
	w := newWorker(t, clock.NewManual(decidedAt), time.Minute)
	picture := func(company, number, sum string, kind onboarding.CaptureKind) onboarding.Capture {
		return sent(t, w, company, number, onboarding.Capture{
			Kind: kind, ContentType: "image/jpeg", SHA256: content(sum),
		})
	}
	picture("acme", "1", "a", onboarding.Passport)
	picture("acme", "1", "b", onboarding.Document)
	picture("acme", "", "c", onboarding.Selfie)
	picture("other", "1", "d", onboarding.Passport)
	for _, tt := range []struct {
		name, number, sum string
		kind              onboarding.CaptureKind
		sandbox           bool
		want              bool
	}{
		{"the applicant's own, sent again", "1", "a", onboarding.Passport, false, false},
		{"another applicant's", "2", "a", onboarding.Passport, false, true},
		{"another applicant's, as another kind", "2", "a", onboarding.Selfie, false, true},
		{"of nobody in particular", "", "a", onboarding.Passport, false, false},
		{"a paper that a household shares", "2", "b", onboarding.Document, false, false},
		{"one that came for nobody in particular", "2", "c", onboarding.Selfie, false, false},
		{"another company's", "2", "d", onboarding.Passport, false, false},
		{"a test's", "2", "a", onboarding.Passport, true, false},
	} {
		c := picture("acme", tt.number, tt.sum, tt.kind)
		d := &dossier{captures: []onboarding.Capture{c}, sandbox: tt.sandbox}
		d.job.UniqueNumber = tt.number
		if err := w.findCopies(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		found := len(d.report.Checks) == 1 && d.report.Checks[0].Outcome == engine.Fail &&
			d.report.Checks[0].Capture == w.urn(c)
		if found != tt.want {
			t.Errorf("%s: %+v", tt.name, d.report.Checks)
		}
	}
}
