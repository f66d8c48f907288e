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
	own   int64     // of those, what jobs hold that are not those of links
	at    time.Time // when it was counted
}

// left returns how many bytes more the jobs may hold of all that they may hold together. The jobs that a page opens
// hold half of that at most, so that links, whose applicants have been asked to come, always find the other half.
func (t *tally) left(limit int64, page bool) int64 {
	left := limit - t.bytes
	if page {
		left = min(left, limit/2-t.own)
	}
	return left
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
	page := false
	if c.Link == "" {
		var err error
		if page, err = in.IsPublic(ctx, c); err != nil {
			return err
		}
	}
	t := in.tallyOf(c)
	t.mu.Lock()
	defer t.mu.Unlock()
	now := in.Clock.Now()
	if age := now.Sub(t.at); age >= countedFor || t.left(in.Unsubmitted, page) <= 0 && age >= countedAgain {
		all, own, err := in.Store.UnsubmittedBytes(ctx, c.Company, c.ClientID)
		if err != nil {
			return err
		}
		t.bytes, t.own, t.at = all, own, now
		if t.left(in.Unsubmitted, page) <= 0 {
			in.log().WarnContext(ctx, "jobs that are not submitted hold as much as they may", "company", c.Company,
				"client", c.ClientID, "bytes", all, "withoutLink", own)
		}
	}
	switch {
	case t.left(in.Unsubmitted, page) > 0:
		return nil
	case t.bytes < in.Unsubmitted:
		return fault.New(fault.StorageFull, "the jobs that pages of this client opened and that are not submitted "+
			"hold as many captures as they may together: %s", fault.Size(in.Unsubmitted/2))
	}
	return fault.New(fault.StorageFull, "the jobs of this client that are not submitted hold as many captures as they "+
		"may together: %s", fault.Size(in.Unsubmitted))
}

// IsPublic reports whether a caller's client has origins: anybody can take its tokens out of a page. One that is not
// there counts as such a client.
func (in *Intake) IsPublic(ctx context.Context, c Caller) (bool, error) {
	client, err := in.Store.Client(ctx, c.Company, c.ClientID)
	if fault.Is(err, fault.NotFound) {
		return true, nil
	}
	return len(client.Origins) > 0, err
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
	if c.Link == "" {
		t.own += size
	}
}
