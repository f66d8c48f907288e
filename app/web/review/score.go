package review

import (
	"proofdesk/app/catalogue"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

func bounds(q [8]float64) engine.Box {
	x0, x1 := min(q[0], q[2], q[4], q[6]), max(q[0], q[2], q[4], q[6])
	y0, y1 := min(q[1], q[3], q[5], q[7]), max(q[1], q[3], q[5], q[7])
	return engine.Box{X: int(x0), Y: int(y0), W: int(x1 - x0), H: int(y1 - y0)}
}

// strip is the checks of the score strip in their order: the first of each line that was asked is shown.
var strip = [][]string{
	{engine.CodeFocus},
	{engine.CodeGlare},
	{engine.CodeRealness},
	{engine.CodeMRZ, engine.CodeBarcode},
	{engine.CodeFaceMatch, engine.CodeCustomerFace},
	{engine.CodeLiveness},
	{engine.CodeFaceQuality},
	{engine.CodeVoice},
	{engine.CodeSignature},
	{engine.CodeFingerprints},
	{engine.CodeVideo},
}

const stripSize = 6

// shortTitles are the names that fit above a bar.
var shortTitles = map[string]string{
	engine.CodeMRZ:          "MRZ",
	engine.CodeRealness:     "Realness",
	engine.CodeFaceMatch:    "Face distance",
	engine.CodeCustomerFace: "Customer’s face",
	engine.CodeVideo:        "Video",
}

func scores(d dossier.Dossier) []views.Score {
	var all []views.Score
	for _, codes := range strip {
		for _, code := range codes {
			c := dossier.Worst(d.Report.Checks, code)
			if c == nil || len(all) == stripSize {
				continue
			}
			all = append(all, scoreOf(d, *c))
			break
		}
	}
	return all
}

func scoreOf(d dossier.Dossier, c engine.Check) views.Score {
	s := views.Score{
		Label: d.T(catalogue.Title(c.Code)),
		Value: d.T(wording.Outcome(c.Outcome)),
		At:    "0",
		Tone:  d.Tone(c),
		Title: d.CheckTitle(c),
		Of:    format.Sentence(d.CaptureName(c.Capture)),
		Focus: d.Focus(c),
	}
	if short := shortTitles[c.Code]; short != "" {
		s.Label = d.T(short)
	}
	pass := d.Accepted(c.Code)
	switch {
	case pass != nil:
		s.Value, s.Where, s.At, s.Tone = d.T("pass"), d.T("on the device"), "100", ui.Pass
		s.Title = d.AcceptedText(*pass) + "\n" + s.Title
		return s
	case c.Score != nil && (c.Threshold != nil || *c.Score <= 1):
		s.Value, s.At = d.Score(*c.Score), format.Percent(*c.Score)
	case c.Score != nil: // a length or a count, of which no share is known
		s.Value, s.At = d.T(wording.Outcome(c.Outcome)), "100"
	}
	if c.Threshold != nil {
		s.Mark, s.Limit = format.Percent(*c.Threshold), limitOf(d, c)
	}
	return s
}

// limitOf is the threshold of a score with its direction, or both where a pass lies between two.
func limitOf(d dossier.Dossier, c engine.Check) string {
	if c.Limits != nil {
		return d.Score(c.Limits[0]) + "–" + d.Score(c.Limits[1])
	}
	if c.Below {
		return "≤ " + d.Score(*c.Threshold)
	}
	return "≥ " + d.Score(*c.Threshold)
}
