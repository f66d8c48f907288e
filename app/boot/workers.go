package boot

import (
	"context"
	"runtime/debug"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/presets"
	"proofdesk/app/processing"
)

// run starts every worker. A panic in one is logged and ends the program; the work that it held becomes due again.
func (p *Program) run() {
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	worker := func(name string, work func(context.Context) error) {
		p.parts.begin(name, func() {
			defer func() {
				if r := recover(); r != nil {
					p.Log.Error("worker panicked", "worker", name, "panic", r, "stack", string(debug.Stack()))
					p.fail(fault.New(fault.Internal, "worker %s ended", name))
				}
			}()
			if err := work(ctx); err != nil && ctx.Err() == nil {
				p.fail(err)
			}
		})
	}
	worker("decisions", p.Processor.Run)
	worker("deliveries", p.Dispatcher.Run)
	worker("audit", func(ctx context.Context) error { p.Trail.Run(ctx); return nil })
	worker("redeliveries", func(ctx context.Context) error { p.Endpoints.RunRedeliveries(ctx); return nil })
	worker("retention", p.Retention.Run)
	worker("api keys", func(ctx context.Context) error { p.APIKeys.Run(ctx); return nil })
	worker("upkeep", p.upkeep)
	worker("figures", p.Figures.Run)
	worker("search",
		(&processing.Indexer{Store: p.Store, Clock: p.Clock, Log: p.Log, Words: p.Processor.Words}).Run)
	worker("quality checks", p.Sampler.Run)
	worker("preset holds", (&presets.HoldWatcher{Store: p.Store, Clock: p.Clock, Log: p.Log}).Run)
}

const upkeepEvery = time.Hour

// upkeep removes what has expired: tokens, sessions, throttles, keys of requests and forms, drafts,
// uploads that were not continued, files without a row, and what was removed from the log of the database.
func (p *Program) upkeep(ctx context.Context) error {
	ticker := time.NewTicker(upkeepEvery)
	defer ticker.Stop()
	for {
		p.removeExpired(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (p *Program) removeExpired(ctx context.Context) {
	now := p.Clock.Now()
	steps := map[string]func() error{
		"tokens":   func() error { return p.Tokens.Maintain(ctx) },
		"sessions": func() error { return p.Sessions.Purge(ctx) },
		"requests": func() error { return p.Intake.PurgeKeys(ctx) },
		"uploads":  func() error { return p.Intake.PurgeUploads(ctx) },
		"drafts":   func() error { return p.Desk.PurgeDrafts(ctx) },
		"forms":    func() error { return p.Submissions.Purge(ctx) },
		"captures": func() error {
			_, err := p.folder.Sweep(ctx, now, now.AddDate(0, 0, -7), p.Store.KnownObjects)
			return err
		},
		"log": func() error { _, err := p.Store.EmptyLog(ctx); return err },
	}
	for name, step := range steps {
		if err := step(); err != nil && ctx.Err() == nil {
			p.Log.Error("upkeep failed", "step", name, "error", err)
		}
	}
}
