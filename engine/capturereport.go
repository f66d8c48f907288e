package engine

import (
	"slices"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// pictureReport returns what is known about a capture whose bytes could be decoded.
func pictureReport(p *picture) finding.CaptureReport {
	return finding.CaptureReport{
		ID:     p.Capture,
		Kind:   p.kind,
		Format: p.format,
		Width:  p.Width,
		Height: p.Height,
	}
}

// paperReport returns what is known about the picture of a document: all barcodes in it, where the document lies and
// how well it was photographed.
func paperReport(
	p *picture, s check.Side, symbols []barcode.Symbol, checks []finding.Check, t Thresholds,
) finding.CaptureReport {
	report := pictureReport(p)
	report.Turned = s.Turned
	report.Document = s.OutlineQuad()
	report.Symbols = reportedSymbols(s.Frame, symbols)
	report.Prompts = slices.Concat(check.QualityPrompts(checks),
		check.PlacementPrompts(s, t.LowerWidth, t.UpperWidth))
	report.Scores = qualityScores(s.Quality)
	return report
}

// qualityScores returns the scores of a document photograph as they are reported.
func qualityScores(q document.Quality) map[string]float64 {
	return map[string]float64{
		"focus":      finding.Rounded(q.Focus),
		"glare":      finding.Rounded(q.Glare),
		"brightness": finding.Rounded(q.Brightness),
		"finger":     finding.Rounded(q.Finger),
	}
}

func reportedSymbols(at finding.Frame, symbols []barcode.Symbol) []finding.Code {
	var codes []finding.Code
	for _, s := range symbols {
		code := finding.Code{
			Symbology:  string(s.Symbology),
			Text:       s.Text,
			Box:        at.BoxAround(s.Corners),
			Confidence: s.Confidence,
		}
		if s.Part != nil {
			code.Part = &finding.Part{File: s.Part.File, Index: s.Part.Index, Count: s.Part.Count}
		}
		codes = append(codes, code)
	}
	return codes
}

func reportedFaces(at finding.Frame, faces []face.Face) []finding.Face {
	var reported []finding.Face
	for _, f := range faces {
		one := finding.Face{Box: at.Box(f.Box), Score: f.Score, Roll: f.Roll, Yaw: f.Yaw}
		if f.HasPupils {
			pupils := [4]float64{
				f.Pupils[0] * at.Scale, f.Pupils[1] * at.Scale, f.Pupils[2] * at.Scale, f.Pupils[3] * at.Scale,
			}
			one.Pupils = &pupils
		}
		reported = append(reported, one)
	}
	return reported
}
