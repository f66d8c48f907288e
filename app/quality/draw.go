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
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// Sampler samples decisions for checks once they can no longer be undone. Each decision is marked when it has been
// sampled; mark and check are written together, so that no decision is sampled twice or lost, whichever node runs and
// whenever the process ends. Every node may run one.
type Sampler struct {
	Store *store.Store
	Clock clock.Clock
	Keys  *keyring.Keys
	Log   *slog.Logger
}

const (
	drawEvery   = 2 * time.Second
	drawBatch   = 100
	drawGrace   = 10 * time.Second // after a decision's hold, as the clocks of nodes may differ
	drawPurpose = "quality checks, draw"
)

// Run samples, and closes checks that nobody may take, until the context ends. What fails is tried again in the next
// turn.
func (s *Sampler) Run(ctx context.Context) error {
	tick := time.NewTicker(drawEvery)
	defer tick.Stop()
	var swept time.Time
	for {
		made, err := s.Draw(ctx)
		if err != nil && ctx.Err() == nil {
			s.Log.Error("sample decisions for quality checks failed", "error", err)
		}
		if now := s.Clock.Now(); made > 0 || now.Sub(swept) >= voidEvery {
			swept = now
			if n, err := s.Void(ctx); err != nil && ctx.Err() == nil {
				s.Log.Error("hand back quality checks that nobody may take failed", "error", err)
			} else if n > 0 {
				s.Log.Info("quality checks handed back, as nobody may take them", "checks", n)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Draw samples all waiting decisions, in small batches, and returns how many checks it created.
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
	rates := map[string]int{} // by review; 0 for one that is not sampled
	companies := map[string]company.Rates{}
	for _, u := range waiting {
		slug := u.Review.Company
		if _, known := companies[slug]; !known {
			c, err := s.Store.Company(ctx, slug)
			if err != nil {
				return 0, false, err
			}
			companies[slug] = c.Settings.Quality.Rates
		}
		rate := companies[slug].OfReview(u.Review.Outcome, len(u.Review.Overrides) > 0)
		if rate == 0 || u.Sandbox {
			continue
		}
		key, err := s.Keys.CompanyKey(ctx, slug)
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
		rate := rates[u.Review.ID]
		if rate > 0 { // the job before its review, as whoever removes them takes them
			err := tx.HoldJob(ctx, u.Review.Company, u.Review.JobID)
			if fault.Is(err, fault.NotFound) {
				continue
			}
			if err != nil {
				return 0, err
			}
		}
		fresh, err := tx.MarkDrawn(ctx, u.Review.Company, u.Review.ID)
		if err != nil {
			return 0, err
		}
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

// Drawn reports whether a job is in the sample of the given percentage. The result is fixed by the job and the
// company's key (HMAC-SHA-256, read as a fraction of 2^64): nobody without the key can foresee it, and anybody with it
// can repeat it.
func Drawn(key vault.Key, jobID string, rate int) bool {
	own := key.Derive(drawPurpose)
	mac := hmac.New(sha256.New, own[:])
	mac.Write([]byte(jobID))
	n := binary.BigEndian.Uint64(mac.Sum(nil))
	return rate >= 100 || rate > 0 && n/(1<<32) < uint64(rate)*(1<<32)/100
}
