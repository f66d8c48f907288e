//go:build !js

package engine

import (
	"slices"
	"time"

	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
)

// AssessUpload does what Assess does, and looks whether a document is an original and of the kind that was asked for,
// and whether a film shows the moves that were asked for. A device reads what it photographed anyway.
func AssessUpload(c Capture, t Thresholds) CaptureReport {
	if isFilm(c) {
		return assessFilm(c)
	}
	sides := []string{"passport", "id_front", "id_back", "secondary_front", "secondary_back"}
	if slices.Contains(sides, c.Kind) {
		return assessPicture(c, func(p *picture) CaptureReport {
			report := assessDocument(p, t)
			told := withKind(p, report)
			if !slices.Contains(report.Prompts, "alignDocumentText") && isCopy(p, t) {
				told.Prompts = append(told.Prompts, "copied")
			}
			return told
		})
	}
	return Assess(c, t)
}

// withKind adds to a report with which all else is well what shows that the picture is of another kind: a passport has
// a zone of two long lines, and the front of an ID a portrait. A card in place of a passport is told by any other code,
// and one without by its shape and its portrait.
func withKind(p *picture, report CaptureReport) CaptureReport {
	if len(report.Prompts) > 0 || report.Document == nil { // it is taken again anyway
		return report
	}
	switch p.kind {
	case "passport":
		switch c := readZone(p, time.Time{}); {
		case c.zone != nil && c.zone.Record.Format == mrz.TD3:
		case c.zone != nil, len(readLicenceBarcode(p)) > 0,
			report.Document.Format == string(document.ID1) && showsPortrait(p):
			report.Prompts = []string{photoPage}
		default:
			report.Prompts = []string{unseen}
		}
	case "id_front", "secondary_front":
		if faces, err := portraits(p); err == nil && len(faces) == 0 {
			report.Prompts = []string{unseen}
		}
	}
	return report
}

// showsPortrait reports whether a face was found in a picture.
func showsPortrait(p *picture) bool {
	faces, err := portraits(p)
	return err == nil && len(faces) > 0
}

func portraits(p *picture) ([]face.Face, error) {
	return face.Find(p.work.RGBA(), face.Options{Turns: true})
}

const (
	unseen    = "makeSurePhotoTextVisible" // the prompt to show the portrait and what is written
	photoPage = "page"                     // the prompt to show the photo page of a passport
)
