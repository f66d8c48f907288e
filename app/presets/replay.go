package presets

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// MostReplayed limits how many captures a replay looks at.
const MostReplayed = 20_000

// Trial is a value that is tried for a threshold.
type Trial struct {
	Path  string
	Value float64
}

// Replay is what a threshold would have done to the captures of the past.
type Replay struct {
	Path     string
	Value    float64
	Captures int  // of UsePeriod whose verdict holds the measurement
	Prompted int  // of them: those that the value prompts for
	Partial  bool // there are more captures, and these are the newest
}

// Replay counts the captures of the last days that a threshold would have prompted for, by the measurements that were
// kept with them.
func (r *Registry) Replay(ctx context.Context, company string, t Trial, now time.Time) (Replay, error) {
	all, err := r.ReplayAll(ctx, company, []Trial{t}, now)
	if err != nil {
		return Replay{}, err
	}
	return all[0], nil
}

// ReplayAll is like Replay for several values. The captures are read once; without values they are not read at all.
func (r *Registry) ReplayAll(
	ctx context.Context, company string, trials []Trial, now time.Time,
) ([]Replay, error) {
	tried := make([]counting, len(trials))
	for i, t := range trials {
		c, err := newCounting(t)
		if err != nil {
			return nil, err
		}
		tried[i] = c
	}
	all := make([]Replay, len(trials))
	if len(trials) == 0 {
		return all, nil
	}
	verdicts, err := r.Store.CaptureVerdicts(ctx, company, now.Add(-UsePeriod), MostReplayed)
	if err != nil {
		return nil, err
	}
	count(tried, verdicts)
	for i, c := range tried {
		all[i] = c.Replay
		all[i].Partial = len(verdicts) == MostReplayed
	}
	return all, nil
}

// counting is a replay under way.
type counting struct {
	Replay
	measure preset.Measure
}

func newCounting(t Trial) (counting, error) {
	m, ok := preset.MeasureOf(t.Path)
	if !ok {
		return counting{}, fault.BadField("path", "one_of",
			"no measurements are kept for this option, so its effect can't be shown")
	}
	o, _ := preset.Find(t.Path)
	if _, mistake := o.Check(t.Value); mistake != nil {
		mistake.Name = "value"
		return counting{}, fault.BadFields([]fault.Field{*mistake})
	}
	return counting{Replay: Replay{Path: m.Path, Value: t.Value}, measure: m}, nil
}

// count counts verdicts. Those without the measurement are left out: of pictures that could not be read, and from the
// time before it was kept.
func count(all []counting, verdicts []store.CaptureVerdict) {
	for _, v := range verdicts {
		if !slices.ContainsFunc(all, func(c counting) bool { return slices.Contains(c.measure.Kinds, v.Kind) }) {
			continue
		}
		var verdict struct {
			Scores map[string]float64 `json:"scores"`
		}
		if json.Unmarshal(v.Quality, &verdict) != nil {
			continue
		}
		for i := range all {
			all[i].add(v.Kind, verdict.Scores)
		}
	}
}

// add counts one capture.
func (c *counting) add(kind onboarding.CaptureKind, scores map[string]float64) {
	score, ok := scores[c.measure.Score]
	if !ok || !slices.Contains(c.measure.Kinds, kind) {
		return
	}
	c.Captures++
	if c.measure.Prompts(score, c.Value) {
		c.Prompted++
	}
}
