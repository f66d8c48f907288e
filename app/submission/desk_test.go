package submission_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/submission"
)

func TestMain(m *testing.M) { storetest.Main(m) }

const key = "a key of 128 random bits"

var filled = submission.Form{Company: "acme", AgentID: "ann", Key: key, Content: "/clients name=App"}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eachStore runs a test on both databases, with the companies that the forms belong to.
func eachStore(t *testing.T, test func(t *testing.T, s *store.Store, now *clock.Manual)) {
	now := clock.NewManual(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	storetest.EachAt(t, now, func(t *testing.T, s *store.Store) {
		check(t, s.Write(t.Context(), func(tx *store.Tx) error {
			for _, slug := range []string{"acme", "globex"} {
				c := company.Company{Slug: slug, Name: slug, WrappedKey: []byte("k"), CreatedAt: tx.Now}
				if err := tx.InsertCompany(t.Context(), c); err != nil {
					return err
				}
			}
			return nil
		}))
		test(t, s, now)
	})
}

func TestOfTwoEqualFormsAtOneInstantOneIsCarriedOut(t *testing.T) {
	eachStore(t, func(t *testing.T, s *store.Store, _ *clock.Manual) {
		d := &submission.Desk{Store: s}
		var ready, done sync.WaitGroup
		var fresh, busy atomic.Int32
		start := make(chan struct{})
		for range 12 {
			ready.Add(1)
			done.Go(func() {
				ready.Done()
				<-start
				_, ok, err := d.Begin(context.Background(), filled)
				var f *fault.Error
				switch {
				case err == nil && ok:
					fresh.Add(1)
				case errors.As(err, &f) && f.Code == fault.Conflict && f.RetryAfter > 0:
					busy.Add(1)
				}
			})
		}
		ready.Wait()
		close(start)
		done.Wait()
		if fresh.Load() != 1 || busy.Load() != 11 {
			t.Errorf("%d carried out, %d told to wait", fresh.Load(), busy.Load())
		}
	})
}

func TestAFormThatIsDoneIsAnsweredAsThen(t *testing.T) {
	eachStore(t, func(t *testing.T, s *store.Store, _ *clock.Manual) {
		d := &submission.Desk{Store: s}
		_, fresh, err := d.Begin(t.Context(), filled)
		check(t, err)
		did := []store.SubmittedAction{{Action: "client.create", Target: "client:1"}}
		check(t, d.Finish(t.Context(), filled, submission.Answer{Status: 303, Location: "/clients/1", Actions: did}))
		before, again, err := d.Begin(t.Context(), filled)
		check(t, err)
		if !fresh || again || before.State != store.SubmissionDone || before.Status != 303 ||
			before.Location != "/clients/1" || len(before.Actions) != 1 || before.Actions[0] != did[0] {
			t.Errorf("%t, then %t %+v", fresh, again, before)
		}
		other := filled
		other.Content = "/clients name=Other"
		if _, _, err := d.Begin(t.Context(), other); !fault.Is(err, fault.Conflict) {
			t.Errorf("other entries under the key: %v", err)
		}
		for _, somebody := range []submission.Form{
			{Company: "globex", AgentID: "ann", Key: key},
			{Company: "acme", AgentID: "ben", Key: key},
		} {
			if _, fresh, err := d.Begin(t.Context(), somebody); err != nil || !fresh {
				t.Errorf("the key of somebody else: %t, %v", fresh, err)
			}
		}
	})
}

func TestAFormOfARunThatEndedIsUnknownAndARefusedOneFree(t *testing.T) {
	eachStore(t, func(t *testing.T, s *store.Store, now *clock.Manual) {
		_, _, err := (&submission.Desk{Store: s}).Begin(t.Context(), filled)
		check(t, err)
		now.Advance(submission.Longest)
		d := &submission.Desk{Store: s} // of the program that starts after
		for range 2 {
			before, fresh, err := d.Begin(t.Context(), filled)
			if err != nil || fresh || before.State != store.SubmissionRunning {
				t.Errorf("%+v, %t, %v", before, fresh, err)
			}
		}
		refused := filled
		refused.Key += " 2"
		for range 2 {
			_, fresh, err := d.Begin(t.Context(), refused)
			if err != nil || !fresh {
				t.Errorf("after a refusal: %t, %v", fresh, err)
			}
			check(t, d.Release(t.Context(), refused))
		}
		now.Advance(submission.Validity + time.Minute)
		check(t, d.Purge(t.Context()))
		if _, fresh, err := d.Begin(t.Context(), filled); err != nil || !fresh {
			t.Errorf("after a day: %t, %v", fresh, err)
		}
	})
}

// Where several programs share a database, the first may still be carrying out what a second is sent.
func TestAFormThatAnotherProgramMayStillCarryOutIsNotCalledLost(t *testing.T) {
	eachStore(t, func(t *testing.T, s *store.Store, now *clock.Manual) {
		first, second := &submission.Desk{Store: s}, &submission.Desk{Store: s}
		_, _, err := first.Begin(t.Context(), filled)
		check(t, err)
		for range 2 {
			_, fresh, err := second.Begin(t.Context(), filled)
			var f *fault.Error
			running := errors.As(err, &f) && f.Code == fault.Conflict && f.RetryAfter > 0
			if fresh || running != (s.Dialect() == "postgres") {
				t.Errorf("while it may run: fresh %v, %v", fresh, err)
			}
			now.Advance(submission.Longest - time.Millisecond)
		}
		now.Advance(time.Millisecond)
		before, fresh, err := second.Begin(t.Context(), filled)
		if err != nil || fresh || before.State != store.SubmissionRunning {
			t.Errorf("afterwards: %s, fresh %v, %v", before.State, fresh, err)
		}
	})
}

func TestAnotherProgramAnswersAFormAsSoonAsTheFirstHasFinishedIt(t *testing.T) {
	eachStore(t, func(t *testing.T, s *store.Store, _ *clock.Manual) {
		first, second := &submission.Desk{Store: s}, &submission.Desk{Store: s}
		_, _, err := first.Begin(t.Context(), filled)
		check(t, err)
		check(t, first.Finish(t.Context(), filled, submission.Answer{Status: 303, Location: "/clients"}))
		before, fresh, err := second.Begin(t.Context(), filled)
		if err != nil || fresh || before.State != store.SubmissionDone || before.Location != "/clients" {
			t.Errorf("%s to %q, fresh %v, %v", before.State, before.Location, fresh, err)
		}
	})
}

func TestARowRevealsNeitherTheKeyNorWhatWasFilledInNorWhereItLed(t *testing.T) {
	eachStore(t, func(t *testing.T, s *store.Store, _ *clock.Manual) {
		d := &submission.Desk{Store: s}
		taken, _, err := d.Begin(t.Context(), filled)
		check(t, err)
		if row := taken.KeySHA256 + taken.FormMAC; len(row) != 128 || strings.Contains(row, key) {
			t.Errorf("stored as %q", row)
		}
		check(t, d.Finish(t.Context(), filled, submission.Answer{Status: 303, Location: "/customers/4471"}))
		check(t, s.Write(t.Context(), func(tx *store.Tx) error {
			row, fresh, err := tx.ClaimSubmission(t.Context(), taken, submission.Validity)
			if fresh || row.State != store.SubmissionDone || strings.Contains(fmt.Sprintf("%+v", row), "4471") {
				t.Errorf("stored as %+v", row)
			}
			return err
		}))
		for _, bad := range []string{"short", strings.Repeat("k", 200)} {
			if _, _, err := d.Begin(t.Context(), submission.Form{Key: bad}); !fault.Is(err, fault.Invalid) {
				t.Errorf("key %q: %v", bad, err)
			}
		}
	})
}
