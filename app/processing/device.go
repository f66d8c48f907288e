package processing

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// deviceChecks maps a capability of the device to the check that it answers.
var deviceChecks = map[onboarding.Capability]struct {
	code  string
	group engine.Group
}{
	onboarding.DocumentDetect:         {engine.CodeDocument, engine.GroupDocument},
	onboarding.DocumentRealness:       {engine.CodeRealness, engine.GroupDocument},
	onboarding.DocumentClassification: {engine.CodeKind, engine.GroupDocument},
	onboarding.CodeReading:            {engine.CodeRead, engine.GroupDocument},
	onboarding.FaceDetect:             {engine.CodeSelfie, engine.GroupFace},
	onboarding.LivenessDetect:         {engine.CodeLiveness, engine.GroupLiveness},
	onboarding.VideoIDCapability:      {engine.CodeVideo, engine.GroupVideo},
}

// addDevice adds the checks that the device made of the job's captures where the step plan permits it, at the assurance
// at which the company trusts the client that sent them. What it made of other bytes, as of a capture that was
// replaced, is left out. Where the server ran the same check with another result, the disagreement is a check of its
// own. A result that passed with a score under the job's threshold warns.
func (w *Worker) addDevice(ctx context.Context, d *dossier) error {
	trust, err := w.trust(ctx, d.job.Company, d.request.ResultsBy)
	if err != nil {
		return err
	}
	for _, r := range d.request.Results {
		check, known := deviceChecks[r.Capability]
		capture, there := d.captured(r)
		if !known || !r.Accepted || !there {
			continue
		}
		c := engine.Check{
			Code:      check.code,
			Group:     check.group,
			Provider:  r.Provider,
			Version:   r.Version,
			RanOn:     engine.OnDevice,
			Outcome:   engine.Outcome(r.Outcome),
			Score:     r.Score,
			Assurance: assuranceOf(trust, r),
			Capture:   w.urn(capture),
		}
		c = atThreshold(c, d.thresholds.Floor(c.Code, string(r.Capture)))
		d.report.Checks = append(d.report.Checks, disagreement(d.report.Checks, c)...)
		d.report.Checks = append(d.report.Checks, c)
	}
	return nil
}

// addCameras adds a check for each capture that the SDK saw come from a virtual camera, which shows whatever a program
// gives it. That it saw none proves nothing: a browser can be told any name.
func (w *Worker) addCameras(d *dossier) {
	for _, c := range d.captures {
		if c.VirtualCamera == "" {
			continue
		}
		d.report.Checks = append(d.report.Checks, engine.Check{
			Code:      engine.CodeCamera,
			Group:     engine.GroupCapture,
			Provider:  "proofdesk",
			Version:   engine.Version,
			Assurance: engine.Heuristic,
			RanOn:     engine.OnServer,
			Outcome:   engine.Warn,
			Capture:   w.urn(c),
			Reasons:   []string{"device.virtual_camera"},
			Detail:    "The capture came from a virtual camera: " + c.VirtualCamera,
		})
	}
}

// captured returns the job's capture that a result is about, and whether the job has it.
func (d *dossier) captured(r onboarding.DeviceResult) (onboarding.Capture, bool) {
	for _, c := range d.captures {
		if c.Kind == r.Capture && c.SHA256 == r.CaptureSHA256 {
			return c, true
		}
	}
	return onboarding.Capture{}, false
}

// lowScores are the reasons of results that passed with a score under the job's threshold.
var lowScores = map[string]string{
	engine.CodeLiveness: "liveness.low_score",
	engine.CodeRealness: "document.realness_unsure",
	engine.CodeDocument: "document.outline_unsure",
}

// atThreshold holds a device's score against the threshold of the job; 0 is none. A pass with a lower score warns: the
// device and the job's preset do not agree, so that a person has to look.
func atThreshold(c engine.Check, least float64) engine.Check {
	if c.Score == nil || least == 0 {
		return c
	}
	c.Threshold = &least
	if c.Outcome == engine.Pass && *c.Score < least {
		c.Conclude(engine.Warn, lowScores[c.Code], "The device passed this with a score below the preset's threshold")
	}
	return c
}

// disagreement returns the check that reports that server and device disagree about a capture.
func disagreement(server []engine.Check, device engine.Check) []engine.Check {
	for _, c := range server {
		if c.Code != device.Code || c.RanOn != engine.OnServer || c.Capture != "" && c.Capture != device.Capture {
			continue
		}
		if c.Outcome == engine.Fail && device.Outcome == engine.Pass ||
			c.Outcome == engine.Pass && device.Outcome == engine.Fail {
			return []engine.Check{{
				Code:      engine.CodeDisagreement,
				Group:     c.Group,
				Provider:  "proofdesk",
				Version:   engine.Version,
				Assurance: engine.Heuristic,
				RanOn:     engine.OnServer,
				Outcome:   engine.Warn,
				Reasons:   []string{"device.disagreement." + c.Code},
				Detail:    "The device says " + string(device.Outcome) + " where the server says " + string(c.Outcome),
			}}
		}
	}
	return nil
}

// assuranceOf returns the assurance that a device's result gets. Without trust it is none: the result can add a
// finding, and approves nothing.
func assuranceOf(t onboarding.Trust, r onboarding.DeviceResult) engine.Assurance {
	if r.Provider == onboarding.WebProvider {
		return engine.Absent
	}
	return engine.Assurance(t[r.Capability])
}

// trust returns what the results of a client's devices are trusted with. The tokens of a client that web pages use are
// in browsers, where anybody may send anything with them: such a client is trusted with nothing.
func (w *Worker) trust(ctx context.Context, company, id string) (onboarding.Trust, error) {
	client, err := w.Store.Client(ctx, company, id)
	if fault.Is(err, fault.NotFound) || err == nil && len(client.Origins) > 0 {
		return onboarding.Trust{}, nil
	}
	return client.Trust, err
}
