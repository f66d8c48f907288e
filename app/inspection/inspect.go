package inspection

import (
	"context"
	"errors"
	"fmt"

	"proofdesk/app/fault"
	"proofdesk/engine"
)

// Inspect returns the engine's report on a submission. A capture that kills a child is found, reported with a fault and
// left out; the others are inspected without it.
func (p *Pool) Inspect(ctx context.Context, class Priority, s engine.Submission) (engine.Report, error) {
	report, err := p.inspect(ctx, class, s)
	if !killed(err) {
		return report, err
	}
	healthy, hostile := s, []engine.CaptureReport{}
	healthy.Captures = nil
	for _, c := range s.Captures {
		alone := s
		alone.Captures = []engine.Capture{c}
		_, err := p.inspect(ctx, class, alone)
		switch {
		case killed(err):
			hostile = append(hostile, engine.CaptureReport{ID: c.ID, Kind: c.Kind, Fault: faultOf(err)})
		case err != nil:
			return engine.Report{}, err
		default:
			healthy.Captures = append(healthy.Captures, c)
		}
	}
	if len(hostile) == 0 { // each is harmless alone: together they exceed the limits
		return engine.Report{}, fault.Wrap(err, fault.Invalid,
			"the captures together exceed the time or the memory of the engine")
	}
	report, err = p.inspect(ctx, class, healthy)
	if err != nil {
		return engine.Report{}, err
	}
	report.Captures = append(report.Captures, hostile...)
	for _, h := range hostile {
		report.Checks = append(report.Checks, engine.Unreadable(h))
	}
	return report, nil
}

func (p *Pool) inspect(ctx context.Context, class Priority, s engine.Submission) (engine.Report, error) {
	answer, err := p.do(ctx, class, submissionRequest(opInspect, s))
	if err != nil {
		return engine.Report{}, err
	}
	if answer.Report == nil {
		return engine.Report{}, fmt.Errorf("%w: %s", errPanicked, answer.Fault)
	}
	return *answer.Report, nil
}

// Assess returns the engine's report on one capture by itself, fast enough for the answer to an upload.
func (p *Pool) Assess(ctx context.Context, c engine.Capture, t engine.Thresholds) (engine.CaptureReport, error) {
	answer, err := p.do(ctx, Applicant,
		submissionRequest(opAssess, engine.Submission{Captures: []engine.Capture{c}, Thresholds: t}))
	switch {
	case killed(err):
		return engine.CaptureReport{ID: c.ID, Kind: c.Kind, Fault: faultOf(err)}, nil
	case err != nil:
		return engine.CaptureReport{}, err
	case answer.Capture == nil:
		return engine.CaptureReport{ID: c.ID, Kind: c.Kind, Fault: answer.Fault}, nil
	}
	return *answer.Capture, nil
}

// Render re-encodes a picture for the console, without metadata. A picture that can't be shown is an Invalid fault.
func (p *Pool) Render(
	ctx context.Context, class Priority, picture []byte, r engine.Rendering,
) ([]byte, string, error) {
	answer, err := p.do(ctx, class, request{Op: opRender, Render: &r, Blobs: [][]byte{picture}})
	switch {
	case killed(err):
		return nil, "", fault.Wrap(err, fault.Invalid, "the picture can't be shown: %s", faultOf(err))
	case err != nil:
		return nil, "", err
	case answer.Fault != "" || len(answer.Blobs) != 1:
		return nil, "", fault.New(fault.Invalid, "the picture can't be shown: %s", answer.Fault)
	}
	return answer.Blobs[0], answer.ContentType, nil
}

func submissionRequest(op operation, s engine.Submission) request {
	blobs := make([][]byte, len(s.Captures))
	heads := make([]engine.Capture, len(s.Captures))
	for i, c := range s.Captures {
		blobs[i], heads[i] = c.Bytes, c
		heads[i].Bytes = nil
	}
	s.Captures = heads
	return request{Op: op, Submission: &s, Blobs: blobs}
}

// killed reports whether a request exceeded the limits of a child process.
func killed(err error) bool {
	return errors.Is(err, errTimeout) || errors.Is(err, errDied) || errors.Is(err, errPanicked)
}

func faultOf(err error) string {
	switch {
	case errors.Is(err, errTimeout):
		return "timeout"
	case errors.Is(err, errStarved):
		return "memory"
	}
	return faultPanic
}
