package engine

import (
	"context"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

const (
	// clearOutline is from which confidence an outline alone suggests a document. Tuned on the development samples.
	clearOutline = .9
	// smallFace is the share of the picture's shorter side under which a face is so small that the applicant is asked
	// to come closer. Tuned on the development samples.
	smallFace = .2
)

// Assess returns what is known about one capture by itself, fast: whether it can be read and, for a picture of a
// document or a face, which of the SDK's prompts apply. A picture that shows no document has no outline in its report.
func Assess(c Capture, t Thresholds) CaptureReport {
	switch c.Kind {
	case "id_front", "id_back", "passport", "secondary_front", "secondary_back", "document":
		return assessPicture(c, func(p *picture) CaptureReport { return assessDocument(p, t) })
	case "selfie":
		return assessPicture(c, assessSelfie)
	}
	r := newRun(context.Background(), Submission{Thresholds: t})
	return inspectCapture(r, c, results{}).captures[0]
}

func assessPicture(c Capture, look func(*picture) CaptureReport) CaptureReport {
	p, report := open(c)
	if p == nil {
		return report
	}
	return look(p)
}

// assessDocument reports whether there is a document, where it lies and how well it was photographed; of a back also
// whether it shows a barcode that can't be read.
func assessDocument(p *picture, t Thresholds) CaptureReport {
	report := pictureReport(p)
	side := sideOf(p, codes{}, located{outline: detectOutline(p)})
	side.Quality = measureQuality(p, side.Outline)
	report.Scores = qualityScores(side.Quality)
	report.Prompts = check.QualityPrompts(judgeQuality(side, t))
	var symbols []barcode.Symbol
	if side.Back() {
		symbols = readLicenceBarcode(p)
		if len(symbols) == 0 && showsBarcode(p) {
			report.Prompts = append(report.Prompts, "moveCloserBarcode")
		}
	}
	if side.Blank() || len(symbols) == 0 && seemsEmpty(p, side) {
		side.Shown = check.NoDocument
	}
	report.Document = side.OutlineQuad() // its format by the aspect alone
	side.Symbols = symbols
	report.Prompts = append(report.Prompts, check.PlacementPrompts(side)...)
	return report
}

// seemsEmpty reports whether nothing in a picture without a readable barcode suggests a document: neither a clear
// outline nor lines of print, nor a barcode, nor a portrait of the size of one on a document. It is quicker and less
// careful than check.ShownOn, as all that follows is that the applicant is asked to look.
func seemsEmpty(p *picture, s check.Side) bool {
	clear := s.Outline != nil && !s.Outline.Full && s.Outline.Confidence >= clearOutline
	if clear || s.Quality.TooDark || s.Printed() || showsBarcode(p) {
		return false
	}
	var err error
	s.Faces, err = face.Find(p.work.RGBA(), face.Options{Turns: true})
	return err == nil && (len(s.Faces) == 0 || s.Person())
}

// assessSelfie reports whether there is one face and whether it is large enough.
func assessSelfie(p *picture) CaptureReport {
	report := pictureReport(p)
	faces, err := face.Find(p.work.RGBA(), face.Options{})
	if err != nil {
		return report
	}
	report.Faces = reportedFaces(p.Frame, faces)
	report.Prompts = selfiePrompts(p, faces)
	return report
}

// selfiePrompts lists the SDK's prompts that apply to a selfie.
func selfiePrompts(p *picture, faces []face.Face) []string {
	w, h := p.work.Size()
	switch {
	case len(faces) == 0:
		return []string{"liveFaceNotDetected"}
	case check.SeveralFaces(faces):
		return []string{"multipleFaces"}
	case float64(faces[0].Box.Dx()) < smallFace*float64(min(w, h)):
		return []string{"moveCloser"}
	}
	return nil
}
