package engine

import (
	"context"

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
	filmed  filmed
	selfie  *check.Likeness
	printed *check.Likeness // the portrait that is printed on the document
	second  *check.Likeness // … on a second document
	stored  *check.Likeness // the portrait in the document's chip
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
	if next.second != nil {
		p.second = next.second
	}
	if next.stored != nil {
		p.stored, p.signed = next.stored, next.signed
	}
	if next.filmed.seen() {
		p.filmed = next.filmed
	}
	return p
}

// on returns the portrait that is printed on the document that captures of a kind show.
func (p people) on(kind string) *check.Likeness {
	if check.IsSecond(kind) {
		return p.second
	}
	return p.printed
}

// about returns the results with the readings of the document that captures of a kind show: the first, or the second.
func (r results) about(kind string) results {
	first, second := check.ApartSecond(r.readings, r.captures)
	if r.readings = first; check.IsSecond(kind) {
		r.readings = second
	}
	return r
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
