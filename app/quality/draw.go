package quality

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"log/slog"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// Sampler draws decisions for checks once they can no longer be taken back. A decision carries a mark of whether the
// draw has seen it; mark and check are written together, so that none is drawn twice and none is lost, whoever draws
// and whenever the process ends. Every node may run one.
type Sampler struct {
	Store *store.Store
	Clock clock.Clock
	Keys  *keyring.Keys
	Log   *slog.Logger
}

const (
	drawEvery   = 2 * time.Second
	drawBatch   = 100
	drawGrace   = 10 * time.Second // after a decision's hold, for clocks of nodes that differ
	drawPurpose = "quality checks, draw"
)

// Run draws until the context ends. What fails is tried again at the next turn.
func (s *Sampler) Run(ctx context.Context) error {
	tick := time.NewTicker(drawEvery)
	defer tick.Stop()
	for {
		if _, err := s.Draw(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("drawing quality checks", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Draw looks at all that waits, in small steps, and reports how many checks it made.
func (s *Sampler) Draw(ctx context.Context) (int, error) {
	made := 0
	for {
		n, full, err := s.batch(ctx)
		made += n
		if err != nil || !full {
			return made, err
		}
	}
}

func (s *Sampler) batch(ctx context.Context) (made int, full bool, err error) {
	waiting, err := s.Store.UndrawnReviews(ctx, s.Clock.Now().Add(-drawGrace), drawBatch)
	if err != nil || len(waiting) == 0 {
		return 0, false, err
	}
	rates := map[string]int{} // per review; 0 for one that is not drawn
	companies := map[string]company.Rates{}
	for _, u := range waiting {
		company := u.Review.Company
		if _, known := companies[company]; !known {
			if companies[company], err = (&Checker{Store: s.Store, Clock: s.Clock}).Rates(ctx, company); err != nil {
				return 0, false, err
			}
		}
		rate := companies[company].Of(u.Review.Outcome)
		if rate == 0 {
			continue
		}
		key, err := s.Keys.CompanyKey(ctx, company)
		if err != nil {
			return 0, false, err
		}
		if Drawn(key, u.Review.JobID, rate) {
			rates[u.Review.ID] = rate
		}
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		made, err = write(ctx, tx, waiting, rates)
		return err
	})
	return made, len(waiting) == drawBatch, err
}

func write(ctx context.Context, tx *store.Tx, waiting []store.Undrawn, rates map[string]int) (made int, err error) {
	for _, u := range waiting {
		fresh, err := tx.MarkDrawn(ctx, u.Review.Company, u.Review.ID)
		if err != nil {
			return 0, err
		}
		rate := rates[u.Review.ID]
		if !fresh || rate == 0 {
			continue
		}
		if err := tx.InsertQualityCheck(ctx, u, rate); err != nil {
			return 0, err
		}
		made++
	}
	return made, nil
}

// Drawn reports whether a job is among the given per cent that are checked. The draw is fixed by the job and the
// company's key (HMAC-SHA-256, read as a fraction of 2^64): nobody without the key can foresee it, and anybody with it
// can repeat it.
func Drawn(key vault.Key, jobID string, rate int) bool {
	own := key.Derive(drawPurpose)
	mac := hmac.New(sha256.New, own[:])
	mac.Write([]byte(jobID))
	n := binary.BigEndian.Uint64(mac.Sum(nil))
	return rate >= 100 || rate > 0 && n/(1<<32) < uint64(rate)*(1<<32)/100
}
