package engine

import (
	"context"
	"image"
	"time"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

const (
	// clearOutline is from which confidence an outline alone suggests a document. Tuned on the development samples.
	clearOutline = .9
	// faceFrame is the share of the picture's shorter side that stands for the SDK's frame around a face: with it the
	// default of minFaceWidth asks for a face of a fifth of that side. Tuned on the development samples.
	faceFrame = 1. / 3
)

// Assess returns what is known about one capture by itself, fast: whether it can be read and, for a picture of a
// document or a face, which of the SDK's prompts apply. A picture that shows no document has no outline in its report.
func Assess(c Capture, t Thresholds) CaptureReport {
	if isFilm(c) {
		return finding.CaptureReport{ID: c.ID, Kind: c.Kind} // no device reads it: see AssessUpload
	}
	switch c.Kind {
	case "id_front", "id_back", "passport", "secondary_front", "secondary_back", "document":
		return assessPicture(c, func(p *picture) CaptureReport { return assessDocument(p, t) })
	case "selfie":
		return assessPicture(c, func(p *picture) CaptureReport { return assessSelfie(p, t) })
	}
	r := newRun(context.Background(), Submission{Thresholds: t})
	return inspectCapture(r, c, results{}).captures[0]
}

// AssessFrame does what Assess does with a picture of a camera's stream, which was never encoded.
func AssessFrame(kind string, frame *image.RGBA, t Thresholds) CaptureReport {
	p := pictureOf(Capture{Kind: kind}, "", raster.FromImage(frame))
	if kind == "selfie" {
		return assessSelfie(p, t)
	}
	return assessDocument(p, t)
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
		if t.BarcodeRecovery && len(symbols) == 0 && showsBarcode(p, t.BackComponent) {
			report.Prompts = append(report.Prompts, "moveCloserBarcode")
		}
	}
	if side.Blank() || len(symbols) == 0 && seemsEmpty(p, side, t) {
		side.Shown = check.NoDocument
	}
	report.Document = side.OutlineQuad() // its format by the aspect alone
	side.Symbols = symbols
	report.Prompts = append(report.Prompts, check.PlacementPrompts(side, t.LowerWidth, t.UpperWidth)...)
	if len(report.Prompts) == 0 && otherSide(p, side) { // else the picture is taken again anyway
		report.Prompts = []string{otherSides[side.Back()]}
	}
	return report
}

// otherSides ask for the other side of a card, by whether it is the back that is wanted.
var otherSides = map[bool]string{false: "incorrectDocumentSideFrontText", true: "incorrectDocumentSideBackText"}

// portraitWidth is how wide a face on a card is at least to be its portrait, as a share of the card's longer side: the
// small second portraits that some backs have are narrower. Tuned on the development samples.
const portraitWidth = .1

// otherSide reports whether the other side of a card is shown than was asked for: a front has no face but what is
// printed on backs, or a back has a portrait and no barcode of a licence.
func otherSide(p *picture, s check.Side) bool {
	if s.Kind == "passport" || s.Kind == "document" || len(s.Symbols) > 0 {
		return false
	}
	faces, err := face.Find(p.work.RGBA(), face.Options{Turns: true})
	if tilted, _, ok := facesOnStraightened(p, s.Outline, faces); ok {
		faces = tilted
	}
	if err != nil || s.Back() != (len(faces) > 0) {
		return false
	}
	if s.Back() {
		longer := max(s.Outline.Quad.Side(0), s.Outline.Quad.Side(1))
		return float64(faces[0].Box.Dx()) >= portraitWidth*longer
	}
	if len(readLicenceBarcode(p)) > 0 {
		return true
	}
	c := readZone(p, time.Time{}) // which layout a zone has does not depend on the day
	return c.zone != nil && c.zone.Record.Format == mrz.TD1
}

// seemsEmpty reports whether nothing in a picture without a readable barcode suggests a document: neither a clear
// outline nor lines of print, nor a barcode, nor a portrait of the size of one on a document. It is quicker and less
// careful than check.ShownOn, as all that follows is that the applicant is asked to look.
func seemsEmpty(p *picture, s check.Side, t Thresholds) bool {
	clear := s.Outline != nil && !s.Outline.Full && s.Outline.Confidence >= clearOutline
	if clear || s.Quality.TooDark || s.Printed() || showsBarcode(p, t.BackComponent) {
		return false
	}
	var err error
	s.Faces, err = face.Find(p.work.RGBA(), face.Options{Turns: true})
	return err == nil && (len(s.Faces) == 0 || s.Person())
}

// assessSelfie reports whether there is one face, large enough and well photographed.
func assessSelfie(p *picture, t Thresholds) CaptureReport {
	report := pictureReport(p)
	faces, err := face.Find(p.work.RGBA(), face.Options{})
	if err != nil {
		return report
	}
	report.Faces = reportedFaces(p.Frame, faces)
	report.Prompts, report.Scores = judgeSelfie(p, faces, t)
	return report
}

// judgeSelfie lists the SDK's prompts that apply to a selfie, and what was measured. How the face was photographed is
// only looked at where there is one that is large enough.
func judgeSelfie(p *picture, faces []face.Face, t Thresholds) ([]string, map[string]float64) {
	switch {
	case len(faces) == 0:
		return []string{"liveFaceNotDetected"}, nil
	case check.SeveralFaces(faces):
		return []string{"multipleFaces"}, nil
	}
	w, h := p.work.Size()
	width := float64(faces[0].Box.Dx()) / (faceFrame * float64(min(w, h)))
	scores := map[string]float64{"face_width": finding.Rounded(width)}
	if width < t.MinFaceWidth {
		return []string{"moveCloser"}, scores
	}
	img := p.work.RGBA()
	measures := face.Quality(img, faces, t.face())
	addFaceScores(scores, measures)
	prompts := check.FacePrompts(measures)
	prompts = append(prompts, meshPrompts(img, faces[0], t, scores)...)
	if face.Glasses(img, faces[0]) >= t.Accessory {
		prompts = append(prompts, "glassesDetected")
	}
	return prompts, scores
}

// addFaceScores adds the measures of a face for which the SDK has a threshold. Of the head's angles it adds the one
// farthest to either side, in degrees.
func addFaceScores(scores map[string]float64, measures []face.Measure) {
	for _, m := range measures {
		switch m.Name {
		case face.LightIntensity:
			scores["light"] = finding.Rounded(m.Score)
		case face.Focus:
			scores["focus"] = finding.Rounded(m.Score)
		case face.Roll, face.Yaw:
			scores["least_angle"] = min(scores["least_angle"], finding.Rounded(m.Value))
			scores["greatest_angle"] = max(scores["greatest_angle"], finding.Rounded(m.Value))
		}
	}
}
