package engine

import (
	"context"
	"time"
)

// Version is the engine's version; it changes with whatever changes a finding.
const Version = "1.0"

const builtIn = "proofdesk"

// inspector gathers the findings of one submission.
type inspector struct {
	Submission
	ctx      context.Context // ends the inspection between two steps
	report   Report
	selfie   *faceSide
	portrait *faceSide // printed on a document
	held     *faceSide // in a chip
	// heldProven is whether a trusted State signed the chip that holds it.
	heldProven bool
	fronts     []*card       // sides whose printed text is worth reading
	crops      []*card       // generic documents that show a licence's barcode
	mark       time.Duration // when the step at hand began or its last check was added
}

// Inspect looks at every capture, then at all of them together. It never fails: what can't be read or known is said in
// the report. A cancelled context ends it after the step at hand; the report then lacks the steps that were left.
func Inspect(ctx context.Context, s Submission) Report {
	in := &inspector{Submission: s, ctx: ctx, report: Report{EngineVersion: Version}}
	start := in.elapsed()
	in.mark = start
	for _, c := range s.Captures {
		if in.stopped() {
			break
		}
		in.capture(c)
	}
	in.recover()
	in.unread()
	if !in.stopped() {
		in.timed(in.visual)
		in.timed(in.match)
		in.timed(in.chipAgainstPrint)
	}
	in.submitted()
	in.compare()
	in.data()
	in.report.Elapsed = in.elapsed() - start
	return in.report
}

// stopped reports whether nobody waits for the report any more.
func (in *inspector) stopped() bool { return in.ctx != nil && in.ctx.Err() != nil }

func (in *inspector) elapsed() time.Duration {
	if in.Watch == nil {
		return 0
	}
	return in.Watch()
}

// timed runs a step, whose first check does not count what went before it.
func (in *inspector) timed(step func()) {
	in.mark = in.elapsed()
	step()
	in.mark = in.elapsed()
}

// add takes a check over, with the time that it took: since the step began, or since the check before it.
func (in *inspector) add(c Check) { in.share([]Check{c}) }

// share takes over checks that were made together, each with an equal share of the time that they took.
func (in *inspector) share(together []Check) {
	now := in.elapsed()
	for i := range together {
		together[i].Elapsed = (now - in.mark) / time.Duration(len(together))
	}
	in.mark = now
	in.report.Checks = append(in.report.Checks, together...)
}

// capture looks at one capture by its kind.
func (in *inspector) capture(c Capture) {
	switch c.Kind {
	case "id_front", "id_back", "passport", "secondary_front", "secondary_back":
		in.picture(c, in.identity)
	case "document":
		in.picture(c, in.paper)
	case "selfie":
		in.picture(c, in.face)
	case "signature":
		in.timed(func() { in.signature(c) })
	case "voice":
		in.timed(func() { in.voice(c) })
	case "nfc":
		in.timed(func() { in.chip(c) })
	case "fingerprints":
		in.timed(func() { in.fingerprints(c) })
	default:
		in.unsupported(c)
	}
}

// picture decodes a capture and looks at it.
func (in *inspector) picture(c Capture, look func(*picture)) {
	in.timed(func() {
		p := open(c)
		if p.report.Fault != "" {
			in.add(Unreadable(p.report))
		} else {
			in.add(in.readable(p))
			look(p)
		}
		in.report.Captures = append(in.report.Captures, p.report)
	})
}

func (in *inspector) readable(p *picture) Check {
	c := p.check(CodeReadable, GroupCapture)
	c.Outcome = Pass
	return c
}

// unsupported says of a capture that nothing here can look at it.
func (in *inspector) unsupported(c Capture) {
	codes := map[string]string{"video": CodeVideo, "nfc": CodeChip}
	groups := map[string]Group{"video": GroupVideo, "nfc": GroupChip}
	in.report.Captures = append(in.report.Captures, CaptureReport{ID: c.ID, Kind: c.Kind})
	if code, ok := codes[c.Kind]; ok {
		in.add(Check{
			Code:     code,
			Group:    groups[c.Kind],
			Capture:  c.ID,
			Provider: "none",
			RanOn:    OnServer,
			Outcome:  NotRun,
			Detail:   "No provider for it is installed",
		})
	}
}
