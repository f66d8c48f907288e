//go:build !js

package engine

import (
	"image"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// mostFace is how wide a face is at most, as a share of the picture's shorter side: of a wider one the picture has not
// all. Tuned on the development samples.
const mostFace = .85

// meshPrompts lists the prompts that a device has no room to find: about a face that is too near, and about the eyes
// and the nose of a selfie's face. It adds what was measured to scores.
func meshPrompts(img *image.RGBA, f face.Face, t Thresholds, scores map[string]float64) []string {
	if float64(f.Box.Dx()) > mostFace*float64(min(img.Rect.Dx(), img.Rect.Dy())) {
		return []string{"moveAway"}
	}
	mesh, err := face.Landmarks(img, f)
	if err != nil {
		return nil
	}
	scores["eyes_open"] = finding.Rounded(mesh.EyeOpenProbability())
	scores["nose_height"] = finding.Rounded(mesh.NoseHeight())
	return append(check.EyePrompts(*mesh, t.EyeOpen), check.NosePrompts(*mesh, t.MinNoseHeight, t.MaxNoseHeight)...)
}

// meshChecks judges the eyes of a selfie's face, and turns the face in the report as it was measured.
func meshChecks(r *run, p *picture, f face.Face, reported *finding.Face) []finding.Check {
	mesh, err := face.Landmarks(p.work.RGBA(), f)
	if err != nil {
		return nil
	}
	reported.Yaw, reported.Roll = mesh.Yaw, mesh.Roll
	return r.watch.charge([]finding.Check{check.Eyes(p.Frame, f, *mesh, r.Thresholds.EyeOpen)})
}
