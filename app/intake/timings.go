package intake

import (
	"context"
	"fmt"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// SubmitRequest is what may come with a submit.
type SubmitRequest struct {
	Timings *SubmitTimings `json:"timings,omitempty"`
}

// SubmitTimings is what the device measured while the captures were taken.
type SubmitTimings struct {
	Engine   *SubmitEngine   `json:"engine,omitempty"`
	Captures []SubmitCapture `json:"captures,omitempty"`
}

// SubmitEngine is how long the device's engine took until it could look at a picture.
type SubmitEngine struct {
	Milliseconds *int  `json:"milliseconds"`
	Downloaded   *bool `json:"downloaded"`
}

// SubmitCapture is how a capture was taken.
type SubmitCapture struct {
	Capture         onboarding.CaptureKind `json:"capture"`
	Automatic       *bool                  `json:"automatic"`
	Milliseconds    *int                   `json:"milliseconds"`
	FramesPerSecond *float64               `json:"framesPerSecond,omitempty"`
}

const (
	longestTiming     = 3_600_000 // milliseconds
	maxTimings        = 16
	leastFramesPerSec = .1
	mostFramesPerSec  = 240.
)

func (r SubmitRequest) check() findings {
	var f findings
	if r.Timings == nil {
		return f
	}
	if engine := r.Timings.Engine; engine != nil {
		f.timing("timings.engine.", engine.Milliseconds, "downloaded", engine.Downloaded)
	}
	if len(r.Timings.Captures) > maxTimings {
		f.add("timings.captures", "max_items", "captures must hold at most %d timings", maxTimings)
		return f
	}
	seen := map[onboarding.CaptureKind]bool{}
	for i, one := range r.Timings.Captures {
		at := fmt.Sprintf("timings.captures[%d].", i)
		if !one.Capture.Known() {
			f.add(at+"capture", "one_of", "capture must be the kind of the capture that was timed")
		}
		if seen[one.Capture] {
			f.add(at+"capture", "unique", "a capture may be timed once")
		}
		seen[one.Capture] = true
		f.timing(at, one.Milliseconds, "automatic", one.Automatic)
		if rate := one.FramesPerSecond; rate != nil && (*rate < leastFramesPerSec || *rate > mostFramesPerSec) {
			f.add(at+"framesPerSecond", "range", "framesPerSecond must be from %v to %v", leastFramesPerSec,
				mostFramesPerSec)
		}
	}
	return f
}

// timing checks a time and a flag, both of which have to be there.
func (f *findings) timing(at string, milliseconds *int, name string, flag *bool) {
	switch {
	case milliseconds == nil:
		f.add(at+"milliseconds", "required", "milliseconds is missing")
	case *milliseconds < 0 || *milliseconds > longestTiming:
		f.add(at+"milliseconds", "range", "milliseconds must be from 0 to %d", longestTiming)
	}
	if flag == nil {
		f.add(at+name, "required", "%s is missing", name)
	}
}

// keep keeps the timings of a job for the figures.
func (r SubmitRequest) keep(ctx context.Context, tx *store.Tx, job onboarding.Job) error {
	if r.Timings == nil {
		return nil
	}
	var kept onboarding.Timings
	if e := r.Timings.Engine; e != nil {
		kept.Engine = &onboarding.EngineTiming{Milliseconds: int64(*e.Milliseconds), Downloaded: *e.Downloaded}
	}
	for _, c := range r.Timings.Captures {
		kept.Captures = append(kept.Captures, onboarding.CaptureTiming{
			Capture:         c.Capture,
			Automatic:       *c.Automatic,
			Milliseconds:    int64(*c.Milliseconds),
			FramesPerSecond: c.FramesPerSecond,
		})
	}
	return tx.NoteTimings(ctx, job.Company, job.ID, kept)
}
