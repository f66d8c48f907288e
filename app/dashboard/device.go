package dashboard

import (
	"cmp"
	"context"
	"slices"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// DeviceFigures holds what applicants' devices measured in a window.
type DeviceFigures struct {
	Cached, Downloaded *Times // until the engine was ready, from the browser's cache or over the network
	Captures           []CaptureFigures
}

// CaptureFigures holds how the captures of a kind were taken.
type CaptureFigures struct {
	Kind      onboarding.CaptureKind
	All       int64
	Automatic int64
	Took      *Times // until one was taken by itself
	frame     *Times // between two frames that the engine looked at
}

// Rate returns how many frames a second the share p of all captures had at least; false where none was measured.
func (c CaptureFigures) Rate(p float64) (float64, bool) {
	took, known := c.frame.Quantile(p)
	if !known || took <= 0 {
		return 0, false
	}
	return float64(time.Second) / float64(took), true
}

// Devices returns what devices measured in a window, the kinds that were captured most first.
func (d *Reader) Devices(ctx context.Context, company string, w Window) (DeviceFigures, error) {
	r := &query{ctx: ctx, desk: d, company: company, w: w}
	ready := timesOf(r.totals(metricReady))
	figures := DeviceFigures{Cached: ready[readyCached], Downloaded: ready[readyDownloaded]}
	took, frames := timesOf(r.totals(metricTaking)), timesOf(r.totals(metricFrame))
	for _, s := range r.totals(metricTaken) {
		figures.count(s)
	}
	for i := range figures.Captures {
		one := &figures.Captures[i]
		one.Took, one.frame = took[string(one.Kind)], frames[string(one.Kind)]
	}
	slices.SortFunc(figures.Captures, func(a, b CaptureFigures) int {
		return cmp.Or(cmp.Compare(b.All, a.All), cmp.Compare(a.Kind, b.Kind))
	})
	return figures, r.err
}

func (f *DeviceFigures) count(s store.RollupSum) {
	kind, automatic := cut(s.Label)
	at := slices.IndexFunc(f.Captures, func(c CaptureFigures) bool { return string(c.Kind) == kind })
	if at < 0 {
		at = len(f.Captures)
		f.Captures = append(f.Captures, CaptureFigures{Kind: onboarding.CaptureKind(kind)})
	}
	if f.Captures[at].All += s.Count; automatic == labelYes {
		f.Captures[at].Automatic += s.Count
	}
}
