package engine

import (
	"bytes"
	"context"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// Inspect reads every capture and judges it, then judges all of them together. It never fails: the report lists what
// can't be read or known. A cancelled context ends it after the step at hand; the report then lacks the captures and
// the steps that were left.
func Inspect(ctx context.Context, s Submission) Report {
	r := newRun(ctx, s)
	start := r.watch.now()

	all := inspectCaptures(r)
	all = all.with(recoverBarcode(r, all))
	all.checks = append(all.checks, check.NoCode(all.checks)...)
	if !r.stopped() {
		all = all.with(readPrint(r, all.fronts, all.readings))
		all.checks = append(all.checks, r.watch.charge(matchFaces(all.people))...)
	}
	readings := append(all.readings, submittedReadings(s.Submitted)...)
	values := check.NewValues(readings, nil, nil, all.captures, s.Today)

	return Report{
		EngineVersion: Version,
		Captures:      all.captures,
		Checks:        append(all.checks, r.watch.charge(judgeValues(values, all.captures, s.MinimumAge))...),
		Readings:      values.Readings,
		Others:        values.Others,
		Second:        values.Second,
		Comparisons:   values.Rows,
		Templates:     all.templates,
		Elapsed:       r.watch.now() - start,
	}
}

// inspectCaptures inspects one capture after the other; later ones use the results of earlier ones.
func inspectCaptures(r *run) results {
	var all results
	for i, c := range r.Captures {
		if r.stopped() {
			break
		}
		found := inspectCapture(r, c, all.about(c.Kind))
		for j := range found.captures {
			found.captures[j].SameAs = sameAs(r.Captures[:i], c)
		}
		all = all.with(found)
	}
	return all
}

// sameAs returns the first of the captures that has the same bytes as c; empty for none.
func sameAs(earlier []Capture, c Capture) string {
	for _, e := range earlier {
		if bytes.Equal(e.Bytes, c.Bytes) {
			return e.ID
		}
	}
	return ""
}

// inspectCapture inspects one capture by its kind.
func inspectCapture(r *run, c Capture, before results) results {
	r.watch.lap()
	if isFilm(c) {
		return inspectFilm(r, c)
	}
	switch c.Kind {
	case "id_front", "id_back", "passport", "secondary_front", "secondary_back":
		return inspectPicture(r, c, func(p *picture) results { return inspectSide(r, p, before) })
	case "document":
		return inspectPicture(r, c, func(p *picture) results { return inspectPaper(r, p) })
	case "selfie":
		return inspectPicture(r, c, func(p *picture) results { return inspectSelfie(r, p) })
	case "signature":
		return inspectSignature(r, c)
	case "voice":
		return inspectVoice(r, c)
	case "nfc":
		return inspectChip(r, c)
	case "fingerprints":
		return inspectFingerprints(r, c)
	}
	return inspectUnsupported(c)
}

// inspectPicture decodes a capture and inspects it.
func inspectPicture(r *run, c Capture, look func(*picture) results) results {
	p, report := open(c)
	if p == nil {
		return unreadable(r, report)
	}
	readable := results{checks: r.watch.charge([]finding.Check{check.Readable(c.ID)})}
	return readable.with(look(p))
}

// inspectUnsupported is the result of a capture of a kind that nothing here can look at.
func inspectUnsupported(c Capture) results {
	return results{
		captures: []finding.CaptureReport{{ID: c.ID, Kind: c.Kind}},
		checks:   check.Unsupported(c.ID, c.Kind),
	}
}

// Unreadable returns the check of a capture whose report has a fault.
func Unreadable(r CaptureReport) Check { return check.Unreadable(r) }

// unreadable is the result of a capture whose report has a fault.
func unreadable(r *run, report finding.CaptureReport) results {
	return results{
		captures: []finding.CaptureReport{report},
		checks:   r.watch.charge([]finding.Check{check.Unreadable(report)}),
	}
}

// judgeValues runs the checks of a document's data; there is nothing to judge where nothing was read.
func judgeValues(v check.Values, captures []finding.CaptureReport, minimumAge int) []finding.Check {
	checks := append(check.Consistency(v), judgeSecond(v, captures)...)
	if v.Any() {
		checks = append(checks, check.Expiry(v), check.Age(v, minimumAge), check.Dates(v))
	}
	return checks
}
