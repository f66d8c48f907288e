package endpoints

import (
	"context"
	"errors"
	"fmt"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// DeliveryWindow selects the deliveries of a state that were created in a period, to be made due again.
type DeliveryWindow struct {
	State      webhook.State // Failed or Delivered
	EndpointID string        // empty for every endpoint
	From       time.Time
	Until      time.Time
}

// WindowPreview is what a Window would make due again.
type WindowPreview struct {
	DeliveryWindow
	Total   int // without Removed
	Removed int // deliveries whose endpoint was removed: they are skipped
	First   time.Time
	Last    time.Time
	Shares  []store.EndpointShare // by endpoint
}

const (
	// MaxWindow limits how many deliveries one redelivery makes due again.
	MaxWindow     = 100_000
	maxRunning    = 3   // redeliveries of a company at a time
	windowBatch   = 100 // deliveries per transaction
	redeliverPoll = time.Second
)

// seqs returns the seqs between which the deliveries of a window are; both are excluded.
func (s DeliveryWindow) seqs() (after, before int64) {
	return ids.FirstSeq(s.From) - 1, ids.FirstSeq(s.Until)
}

func (s DeliveryWindow) check() error {
	switch {
	case s.State != webhook.Failed && s.State != webhook.Delivered:
		return fault.BadField("state", "one_of", "choose which deliveries to send again: failed or successful ones")
	case s.From.IsZero():
		return fault.BadField("from", "required", "enter a start time")
	case s.Until.IsZero():
		return fault.BadField("until", "required", "enter an end time")
	case !s.From.Before(s.Until):
		return fault.BadField("until", "order", "the end must be after the start")
	}
	return nil
}

// PreviewWindow returns what a window would make due again, without changing anything.
func (g *Registry) PreviewWindow(ctx context.Context, company string, s DeliveryWindow) (WindowPreview, error) {
	p := WindowPreview{DeliveryWindow: s}
	if err := s.check(); err != nil {
		return p, err
	}
	after, before := s.seqs()
	shares, err := g.Store.CountDeliveriesInWindow(ctx, company, s.State, s.EndpointID, after, before, MaxWindow+1)
	if err != nil {
		return p, err
	}
	endpoints, err := g.Store.Endpoints(ctx, company)
	if err != nil {
		return p, err
	}
	known := map[string]bool{}
	for _, e := range endpoints {
		known[e.ID] = true
	}
	for _, share := range shares {
		p.add(share, known[share.EndpointID])
	}
	return p, p.checkSize()
}

// checkSize refuses a window with more deliveries than a redelivery may look at, those of removed endpoints included.
func (p WindowPreview) checkSize() error {
	if p.Total+p.Removed > MaxWindow {
		return fault.BadField("from", "limit", "this window has more than 100,000 deliveries: make it shorter")
	}
	return nil
}

func (p *WindowPreview) add(share store.EndpointShare, known bool) {
	if !known {
		p.Removed += share.Count
		return
	}
	p.Total += share.Count
	p.Shares = append(p.Shares, share)
	if p.First.IsZero() || share.First.Before(p.First) {
		p.First = share.First
	}
	if share.Last.After(p.Last) {
		p.Last = share.Last
	}
}

// StartRedelivery starts to make a window's deliveries due again in the background and returns the redelivery's id.
// seen is the number that the preview showed: where it differs now, nothing starts.
func (g *Registry) StartRedelivery(
	ctx context.Context, actor, company string, s DeliveryWindow, seen int,
) (string, error) {
	p, err := g.PreviewWindow(ctx, company, s)
	switch {
	case err != nil:
		return "", err
	case p.Total == 0:
		return "", fault.BadField("from", "nonempty", "there are no deliveries in this window")
	case p.Total != seen:
		return "", fault.New(fault.Conflict,
			"the deliveries in this window have changed: review them and confirm again")
	}
	after, before := s.seqs()
	r := store.Redelivery{
		Company:    company,
		ID:         ids.ULID(g.Clock.Now()),
		Actor:      actor,
		State:      s.State,
		EndpointID: s.EndpointID,
		From:       s.From,
		Until:      s.Until,
		Stage:      store.RedeliveryRunning,
		After:      after,
		Before:     before,
		Total:      p.Total,
	}
	detail := map[string]any{
		"state":      s.State,
		"from":       s.From,
		"until":      s.Until,
		"endpoint":   s.EndpointID,
		"deliveries": p.Total,
	}
	return r.ID, g.Store.Change(ctx, audit.NewEntry(company, actor, "redelivery.start", "redelivery:"+r.ID, detail),
		func(tx *store.Tx) error {
			if err := tx.LockCompany(ctx, company); err != nil { // no other redelivery starts meanwhile
				return err
			}
			running, err := tx.Redeliveries(ctx, company, 50)
			if err != nil {
				return err
			}
			if err := mayRun(r, running); err != nil {
				return err
			}
			return tx.InsertRedelivery(ctx, r)
		})
}

// mayRun refuses a redelivery beside as many others as may run, or beside the same one: two people who were told of one
// outage would have everything sent twice.
func mayRun(r store.Redelivery, others []store.Redelivery) error {
	n := 0
	for _, other := range others {
		if other.Stage != store.RedeliveryRunning {
			continue
		}
		if n++; other.State == r.State && other.EndpointID == r.EndpointID && other.From.Equal(r.From) &&
			other.Until.Equal(r.Until) {
			return fault.New(fault.Conflict,
				"this window is being redelivered already: stop that before you start it again")
		}
	}
	if n >= maxRunning {
		return fault.New(fault.Conflict, "three redeliveries are in progress: wait for one of them or stop one")
	}
	return nil
}

// StopRedelivery ends a redelivery. Deliveries that it made due again stay due.
func (g *Registry) StopRedelivery(ctx context.Context, actor, company, id string) error {
	return g.Store.Write(ctx, func(tx *store.Tx) error {
		r, err := tx.LockRedelivery(ctx, company, id)
		if err != nil || r.Stage != store.RedeliveryRunning {
			return err
		}
		return endRedelivery(ctx, tx, actor, r, store.RedeliveryStopped, r.After)
	})
}

// endRedelivery writes the last step of a redelivery that has reached a seq, with its audit entry.
func endRedelivery(
	ctx context.Context, tx *store.Tx, actor string, r store.Redelivery, stage store.RedeliveryStage, after int64,
) error {
	r.Stage, r.FinishedAt = stage, tx.Now
	kept, err := tx.StepRedelivery(ctx, r, after)
	if err == nil && !kept {
		return fault.New(fault.Conflict, "the redelivery changed while you clicked: look at its state and try again")
	}
	if err != nil {
		return err
	}
	action := map[store.RedeliveryStage]string{
		store.RedeliveryDone:    "redelivery.done",
		store.RedeliveryStopped: "redelivery.stop",
	}[stage]
	return tx.Audit(ctx, audit.Entry{
		Company: r.Company,
		Actor:   actor,
		Action:  action,
		Target:  "redelivery:" + r.ID,
		Detail:  map[string]any{"due": r.Done, "left": r.Skipped},
	})
}

// RunRedeliveries runs the requested redeliveries, batch by batch, until ctx ends. An interrupted batch is started
// again by the next run.
func (g *Registry) RunRedeliveries(ctx context.Context) {
	ticker := time.NewTicker(redeliverPoll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := g.StepRedeliveries(ctx); err != nil && ctx.Err() == nil {
				g.Log.WarnContext(ctx, "redelivery", "error", err)
			}
		}
	}
}

// StepRedeliveries continues every redelivery until none runs. One that fails keeps none of the others waiting, and is
// tried again at the next call; all errors are returned.
func (g *Registry) StepRedeliveries(ctx context.Context) error {
	for {
		running, err := g.Store.RunningRedeliveries(ctx, 10)
		if err != nil || len(running) == 0 {
			return err
		}
		var failed error
		for _, r := range running {
			if err := g.stepRedelivery(ctx, r); err != nil && !fault.Is(err, fault.Conflict) {
				failed = errors.Join(failed, fmt.Errorf("company %s, %s: %w", r.Company, r.ID, err))
			}
		}
		if failed != nil {
			return failed
		}
	}
}

// stepRedelivery makes one batch due again. Where another node did the same batch first, it changes nothing.
func (g *Registry) stepRedelivery(ctx context.Context, r store.Redelivery) error {
	batch, err := g.Store.DeliveriesInWindow(ctx, r.Company, r.State, r.EndpointID, r.After, r.Before, windowBatch)
	if err != nil {
		return err
	}
	return g.Store.Write(ctx, func(tx *store.Tx) error {
		if len(batch) == 0 {
			return endRedelivery(ctx, tx, r.Actor, r, store.RedeliveryDone, r.After)
		}
		next := r
		for _, d := range batch {
			again, err := tx.RedeliverIn(ctx, d.Company, d.ID, d.State)
			if err != nil {
				return err
			}
			if again {
				next.Done++
			} else {
				next.Skipped++
			}
		}
		next.After = batch[len(batch)-1].Seq
		kept, err := tx.StepRedelivery(ctx, next, r.After)
		if err == nil && !kept {
			return fault.New(fault.Conflict, "the redelivery has changed: reload the page")
		}
		return err
	})
}
