package engine

import (
	"context"
	"slices"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// results is what a step of an inspection adds to the report, and what later steps need of it.
type results struct {
	captures  []finding.CaptureReport
	checks    []finding.Check
	readings  []finding.Reading
	templates []finding.Template

	people people
	fronts []sidePicture // sides whose printed text is worth reading
	crops  []check.Side  // papers that show a licence's barcode
}

// people are the faces that are compared with each other.
type people struct {
	selfie  *check.Likeness
	printed *check.Likeness // the portrait that is printed on the document
	stored  *check.Likeness // the portrait in its chip
	signed  bool            // a trusted State signed that chip
}

// with returns the results of this step and of the next one together.
func (r results) with(next results) results {
	return results{
		captures:  append(r.captures, next.captures...),
		checks:    append(r.checks, next.checks...),
		readings:  append(r.readings, next.readings...),
		templates: append(r.templates, next.templates...),
		people:    r.people.with(next.people),
		fronts:    append(r.fronts, next.fronts...),
		crops:     append(r.crops, next.crops...),
	}
}

func (p people) with(next people) people {
	if next.selfie != nil {
		p.selfie = next.selfie
	}
	if next.printed != nil {
		p.printed = next.printed
	}
	if next.stored != nil {
		p.stored, p.signed = next.stored, next.signed
	}
	return p
}

// run is what every step of one inspection is given: the submission, the context that ends it, and the time.
type run struct {
	Submission
	ctx   context.Context
	watch *stopwatch
}

func newRun(ctx context.Context, s Submission) *run {
	return &run{Submission: s, ctx: ctx, watch: &stopwatch{clock: s.Watch}}
}

// stopped reports whether nobody waits for the report any more.
func (r *run) stopped() bool { return r.ctx.Err() != nil }

// minConfidence is the confidence from which the outline on a capture of this kind counts.
func (r *run) minConfidence(kind string) float64 {
	if check.IsBack(kind) {
		return r.Thresholds.BackConfidence
	}
	return r.Thresholds.FrontConfidence
}

// stopwatch measures how long the steps of an inspection take.
type stopwatch struct {
	clock func() time.Duration // time since some start; nil where nobody wants to know
	last  time.Duration        // when the last lap ended
}

func (w *stopwatch) now() time.Duration {
	if w.clock == nil {
		return 0
	}
	return w.clock()
}

// lap returns the time since the lap before.
func (w *stopwatch) lap() time.Duration {
	now := w.now()
	took := now - w.last
	w.last = now
	return took
}

// charge returns checks that were made together with an equal share each of the time since the lap before.
func (w *stopwatch) charge(checks []finding.Check) []finding.Check {
	took := w.lap()
	for i := range checks {
		checks[i].Elapsed = took / time.Duration(len(checks))
	}
	return checks
}

// laps is how long reading took, by the codes of the checks that rest on what was read.
type laps map[string]time.Duration

// add divides the time since the lap before among checks.
func (l laps) add(w *stopwatch, codes ...string) {
	took := w.lap()
	for _, code := range codes {
		l[code] += took / time.Duration(len(codes))
	}
}

// charge returns checks with the time that reading took for each. A code counts once.
func (l laps) charge(checks []finding.Check) []finding.Check {
	for i := range checks {
		first := slices.IndexFunc(checks, func(c finding.Check) bool { return c.Code == checks[i].Code })
		if first == i {
			checks[i].Elapsed = l[checks[i].Code]
		}
	}
	return checks
}
