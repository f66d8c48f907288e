package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// inspectSelfie finds the faces in a selfie, describes the first of them and judges whether it is fit for comparison.
func inspectSelfie(r *run, p *picture) results {
	report := pictureReport(p)
	faces, err := face.Find(p.work.RGBA(), face.Options{Turns: true})
	if err != nil {
		none := []finding.Check{check.NoFaceDetector(p.Capture)}
		return results{captures: []finding.CaptureReport{report}, checks: r.watch.charge(none)}
	}
	report.Faces = reportedFaces(p.Frame, faces)
	checks := r.watch.charge([]finding.Check{check.Selfie(p.Frame, faces)})
	if len(faces) == 0 {
		return results{captures: []finding.CaptureReport{report}, checks: checks}
	}
	selfie := describeFace(p, faces[0])
	measures := face.Quality(p.work.RGBA(), faces, r.Thresholds.face())
	report.Scores = map[string]float64{}
	for _, m := range measures {
		report.Scores[m.Name] = finding.Rounded(m.Score)
	}
	checks = append(checks, r.watch.charge([]finding.Check{check.FaceQuality(p.Frame, faces[0], measures)})...)
	checks = append(checks, meshChecks(r, p, faces[0], &report.Faces[0])...)
	checks = append(checks, maskChecks(r, p, faces[0])...)
	checks = append(checks, r.watch.charge([]finding.Check{check.Liveness(p.Frame, faces[0])})...)
	return results{
		captures:  []finding.CaptureReport{report},
		checks:    checks,
		templates: faceTemplates(selfie, "selfie"),
		people:    people{selfie: &selfie},
	}
}

// faceTemplates returns the template of a face; none where it could not be described.
func faceTemplates(l check.Likeness, role string) []finding.Template {
	if l.Err != nil {
		return nil
	}
	return []finding.Template{{
		Capture:     l.Capture,
		Kind:        "face",
		Role:        role,
		ModelSHA256: check.DescriptorModel(),
		Quality:     min(1, l.Description.InterEye/face.EnoughInterEye),
		Vector:      append([]float32(nil), l.Description.Descriptor[:]...),
	}}
}

// matchFaces compares a film with the selfie and the portrait of the document, these two with each other, the portrait
// in the document's chip with the printed one, and that of a second document with the first's. The portrait of the
// document is that in its chip where a trusted State signed it, else the printed one.
func matchFaces(p people) []finding.Check {
	portrait := p.printed
	if p.stored != nil && p.signed && p.stored.Err == nil {
		portrait = p.stored
	}
	checks := matchFilm(p.filmed, p.selfie, portrait)
	if p.selfie != nil && portrait != nil {
		checks = append(checks, check.FaceMatch(*portrait, *p.selfie))
	}
	if p.stored != nil && p.printed != nil {
		checks = append(checks, check.ChipPortrait(*p.printed, *p.stored))
	}
	return append(checks, matchSecond(p.second, portrait)...)
}

// CompareFaces judges two face templates of the same model, as the check with the given code.
func CompareFaces(code string, a, b Template) Check { return check.FaceTemplates(code, a, b) }
