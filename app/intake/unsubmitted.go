package intake

import (
	"context"
	"sync"
	"time"

	"proofdesk/app/fault"
)

const (
	// countedFor is how long a count of what a client's jobs hold is good for. Meanwhile what this process takes in is
	// added, and what is submitted or removed is not taken off.
	countedFor = time.Minute
	// countedAgain is after how long it is counted anew for a client that has no room.
	countedAgain = 5 * time.Second
)

// tally is what the jobs of a client hold that are not submitted.
type tally struct {
	mu    sync.Mutex
	bytes int64
	at    time.Time // when it was counted
}

// tallyOf returns the tally of a caller's client.
func (in *Intake) tallyOf(c Caller) *tally {
	t, _ := in.tallies.LoadOrStore([2]string{c.Company, c.ClientID}, &tally{})
	return t.(*tally)
}

// clientRoom refuses bytes where the jobs of the caller's client that are not submitted hold as many as they may:
// whoever has a token of a page can create jobs without end. What an agent asks for is of a job that is submitted.
func (in *Intake) clientRoom(ctx context.Context, c Caller) error {
	if in.Unsubmitted == 0 || c.Asked != nil {
		return nil
	}
	t := in.tallyOf(c)
	t.mu.Lock()
	defer t.mu.Unlock()
	now := in.Clock.Now()
	if age := now.Sub(t.at); age >= countedFor || t.bytes >= in.Unsubmitted && age >= countedAgain {
		n, err := in.Store.UnsubmittedBytes(ctx, c.Company, c.ClientID)
		if err != nil {
			return err
		}
		t.bytes, t.at = n, now
		if n >= in.Unsubmitted {
			in.log().WarnContext(ctx, "jobs that are not submitted hold as much as they may", "company", c.Company,
				"client", c.ClientID, "bytes", n)
		}
	}
	if t.bytes < in.Unsubmitted {
		return nil
	}
	return fault.New(fault.StorageFull, "the jobs of this client that are not submitted hold as many captures as they "+
		"may together: %s", fault.Size(in.Unsubmitted))
}

// took adds bytes that the caller sent to the tally of its client.
func (in *Intake) took(c Caller, size int64) {
	if in.Unsubmitted == 0 || c.Asked != nil {
		return
	}
	t := in.tallyOf(c)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes += size
}
