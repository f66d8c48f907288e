package access_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"proofdesk/app/access"
)

func TestOneAttemptPerAccountIsUnderWayAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g access.Gate
		ctx := t.Context()
		leave, err := g.Enter(ctx, "ann")
		if err != nil {
			t.Fatal(err)
		}
		other, err := g.Enter(ctx, "ben") // another account does not wait
		if err != nil {
			t.Fatal(err)
		}
		other()
		entered := false
		go func() {
			next, err := g.Enter(ctx, "ann")
			entered = err == nil
			next()
		}()
		synctest.Wait()
		if entered {
			t.Error("two attempts of one account are under way")
		}
		leave()
		synctest.Wait()
		if !entered {
			t.Error("the second attempt never had its turn")
		}
	})
}

func TestAnAttemptWhoseCallerLeftGivesUpItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g access.Gate
		leave, err := g.Enter(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := g.Enter(ctx, "ann"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("entered although somebody is in: %v", err)
		}
		leave()
		if again, err := g.Enter(t.Context(), "ann"); err != nil {
			t.Error(err)
		} else {
			again()
		}
	})
}
