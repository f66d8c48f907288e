package review

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	views "proofdesk/views/review"
)

// measured lists all checks with their scores, thresholds and providers, and what else was measured: capture by
// capture, then what speaks of the job as a whole.
func measured(d dossier.Dossier) []views.Measured {
	var all []views.Measured
	for _, c := range d.Captures {
		report := reportOf(d, c.ID)
		group := views.Measured{Title: format.Sentence(d.T(wording.Capture(c.Kind))), About: aboutCapture(d, c, report)}
		for _, check := range d.Report.Checks {
			if dossier.SameCapture(c.ID, check.Capture) {
				group.Lines = append(group.Lines, measure(d, check))
			}
		}
		group.Lines = append(group.Lines, otherScores(d, report)...)
		all = append(all, group)
	}
	whole := views.Measured{Title: d.T("The job as a whole")}
	if d.Report.EngineVersion != "" {
		whole.About = d.T("engine %s, %s", d.Report.EngineVersion, d.Took(d.Report.Elapsed))
	}
	for _, check := range d.Report.Checks {
		if check.Capture == "" || d.CaptureID(check.Capture) == "" {
			whole.Lines = append(whole.Lines, measure(d, check))
		}
	}
	if len(whole.Lines) > 0 {
		all = append(all, whole)
	}
	return all
}

func measure(d dossier.Dossier, c engine.Check) views.Measure {
	m := views.Measure{
		Label:   d.T(catalogue.Title(c.Code)),
		Outcome: d.T(wording.Outcome(c.Outcome)),
		Tone:    d.Tone(c),
		Title:   d.CheckTitle(c),
		Focus:   d.Focus(c),
		By: format.Join(", ", strings.TrimSpace(c.Provider+" "+c.Version), d.T(wording.Assurance(c.Assurance)),
			d.T(wording.Side(c.RanOn))),
	}
	if pass := d.Accepted(c.Code); pass != nil && c.Outcome == engine.Inconclusive {
		m.By += "; " + d.AcceptedText(*pass)
	}
	if c.ModelSHA256 != "" {
		m.Title += " · " + d.T("model %s", format.ShortID(c.ModelSHA256))
	}
	if c.Score != nil {
		m.Value = d.Score(*c.Score)
	}
	if c.Threshold != nil {
		m.Limit = limitOf(d, c)
	}
	return m
}

// scoreNames are scores of a capture beside those of its checks.
var scoreNames = map[string]string{
	"light_intensity": "Light on the face",
	"under_exposure":  "Dark parts of the face",
	"over_exposure":   "Overexposed parts of the face",
	"dynamic_range":   "Shades of the face",
	"uniformity":      "Evenness of the light",
	"inter_eye":       "Pixels between the eyes",
	"head_size":       "Size of the head",
	"crop":            "Room around the head",
	"single_face":     "A second face",
	"roll":            "Tilt of the head",
	"yaw":             "Turn of the head",
	"finger":          "Finger on the document",
	"focus":           "Focus",
	"glare":           "Glare",
	"brightness":      "Brightness",
}

// otherScores lists what was measured of a capture that no check shows.
func otherScores(d dossier.Dossier, r engine.CaptureReport) []views.Measure {
	shown := map[string]bool{}
	for _, c := range d.Report.Checks {
		if c.Score != nil && dossier.SameCapture(d.CaptureID(r.ID), c.Capture) {
			_, name, _ := strings.Cut(c.Code, ".")
			shown[name] = true
		}
	}
	var all []views.Measure
	for _, name := range slices.Sorted(maps.Keys(r.Scores)) {
		if shown[name] || strings.HasPrefix(name, "finger ") {
			continue
		}
		label := format.Words(name)
		if known, ok := scoreNames[name]; ok {
			label = d.T(known)
		}
		all = append(all, views.Measure{Label: label, Value: d.Score(r.Scores[name])})
	}
	for i, f := range r.Faces {
		all = append(all, views.Measure{
			Label: d.T("Face %d", i+1),
			Value: d.Score(f.Score),
			Focus: d.BoxFocus(r.ID, f.Box),
			By:    d.T("turned %s°, tilted %s°", d.Decimal(whole(f.Yaw), 0), d.Decimal(whole(f.Roll), 0)),
		})
	}
	for _, s := range r.Symbols {
		all = append(all, views.Measure{
			Label: s.Symbology,
			Value: d.Score(s.Confidence),
			By:    clipped(s.Text),
			Title: s.Text,
			Focus: d.BoxFocus(r.ID, s.Box),
		})
	}
	if q := r.Document; q != nil {
		all = append(all, views.Measure{
			Label: d.T("Document outline"),
			Value: d.Score(q.Confidence),
			By:    q.Format,
			Focus: d.Place(r.ID, &q.Corners, nil),
		})
	}
	return all
}

// whole returns an angle in whole degrees. What is less than half a degree has no sign.
func whole(angle float64) float64 { return math.Round(angle) + 0 }

// longest is how many characters of a code's text stand in a line.
const longest = 48

func clipped(text string) string {
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

// aboutCapture describes the file and how the applicant was prompted for it.
func aboutCapture(d dossier.Dossier, c onboarding.Capture, r engine.CaptureReport) string {
	parts := []string{
		cmp.Or(strings.ToUpper(r.Format), c.ContentType), d.Size(c.Size),
	}
	if c.Width > 0 {
		parts = append(parts, strconv.Itoa(c.Width)+" × "+strconv.Itoa(c.Height))
	}
	if r.Turned != 0 {
		parts = append(parts, d.T("turned %d°", r.Turned))
	}
	for _, prompt := range r.Prompts {
		if known, ok := catalogue.PromptOf(prompt); ok {
			prompt = d.T(known.Short.English)
		}
		parts = append(parts, d.T("prompt: %s", prompt))
	}
	return strings.Join(parts, " · ")
}

// onDevice lists what the device reported.
func onDevice(d dossier.Dossier) []views.Measure {
	var all []views.Measure
	for _, r := range d.Request.Results {
		m := views.Measure{
			Label:   d.T(format.Words(string(r.Capability))),
			Outcome: d.T(wording.Outcome(engine.Outcome(r.Outcome))),
			Tone:    wording.OutcomeTone(r.Outcome),
			By:      format.Join(", ", strings.TrimSpace(r.Provider+" "+r.Version), d.T(wording.Capture(r.Capture))),
		}
		if r.Score != nil {
			m.Value = d.Score(*r.Score)
		}
		if !r.Accepted {
			m.By += ", " + d.T("not in the step plan")
		}
		all = append(all, m)
	}
	return all
}
