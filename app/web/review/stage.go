package review

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/picture"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// shotPath is where a picture of a dossier is, blurred where the dossier is covered.
func shotPath(d dossier.Dossier, id, size string) string {
	if d.Masked {
		size = picture.Blurred
	}
	return picture.Path(id, size)
}

var kindIcons = map[onboarding.CaptureKind]string{
	onboarding.IDFront:        "id-card",
	onboarding.IDBack:         "id-card",
	onboarding.Passport:       "book-user",
	onboarding.SecondaryFront: "id-card",
	onboarding.SecondaryBack:  "id-card",
	onboarding.Selfie:         "scan-face",
	onboarding.Document:       "file-text",
	onboarding.Voice:          "mic",
	onboarding.Signature:      "pen-line",
	onboarding.Fingerprints:   "fingerprint",
	onboarding.Video:          "video",
	onboarding.NFC:            "nfc",
}

// stage chooses what the panes show and lists all captures for the rail.
func stage(d dossier.Dossier, asked choice) ([]views.Thumb, []views.Pane) {
	captures := slices.Concat(d.Captures, d.Superseded)
	slices.SortStableFunc(captures, func(x, y onboarding.Capture) int {
		return cmp.Compare(slices.Index(onboarding.CaptureKinds(), x.Kind),
			slices.Index(onboarding.CaptureKinds(), y.Kind))
	})
	kept := withheld(d)
	a, b := chosen(captures, beside(d, asked))
	if len(kept) > 0 && asked == (choice{}) {
		a, b = apart(captures)
	}
	var rail []views.Thumb
	var panes []views.Pane
	marked := newMarks(d)
	for i, capture := range captures {
		t := thumb(d, capture, i, a, b)
		t.Tone, t.State = marked.of(capture)
		if superseded(d, capture.ID) {
			t.Tone, t.State = ui.Soft, d.T("superseded by a new capture")
		}
		rail = append(rail, t)
	}
	for _, capture := range captures {
		key, shown := "a", capture.ID == a || capture.ID == b
		if capture.ID == b || !shown && side(d, capture) == "b" {
			key = "b"
		}
		p := pane(d, capture, key)
		p.Shown = shown
		panes = append(panes, p)
	}
	if panes = filled(panes, kept); len(panes) == 0 {
		panes = []views.Pane{
			{
				Key:   "a",
				Title: d.T("No captures"),
				Kind:  "missing",
				Shown: true,
				Note: whereDecidable(d, d.T("This job has no captures. You can still decide with the available data."),
					d.T("This job has no captures.")),
			},
		}
	}
	return rail, panes
}

// whereDecidable returns one sentence for a job that waits for a decision, and another for one that has its outcome or
// is still processed.
func whereDecidable(d dossier.Dossier, waits, other string) string {
	if d.Job.Status.Is(onboarding.Review) {
		return waits
	}
	return other
}

// person's side: what pane B is for.
func ofPerson(k onboarding.CaptureKind) bool {
	return k == onboarding.Selfie || k == onboarding.Voice || k == onboarding.Video || k == onboarding.Fingerprints ||
		k == onboarding.Signature
}

// superseded reports whether a capture is shown beside the one that came in its place.
func superseded(d dossier.Dossier, id string) bool {
	return slices.ContainsFunc(d.Superseded, func(c onboarding.Capture) bool { return c.ID == id })
}

// side is the pane that a capture belongs to: those of a person to b, and one that is superseded to the pane beside the
// capture that came in its place.
func side(d dossier.Dossier, c onboarding.Capture) string {
	if ofPerson(c.Kind) != superseded(d, c.ID) {
		return "b"
	}
	return "a"
}

// namesOf returns the name of a capture, the whole one and the lines that are short enough for the rail. One that is
// superseded is the earlier one, and where there are several its whole name has the time.
func namesOf(d dossier.Dossier, c onboarding.Capture) (name, whole string, lines []string) {
	name = format.Sentence(d.T(wording.Capture(c.Kind)))
	if !superseded(d, c.ID) {
		return name, name, []string{name}
	}
	lines = []string{name, d.T("earlier")}
	name = d.T("%s, earlier", name)
	another := func(o onboarding.Capture) bool { return o.Kind == c.Kind && o.ID != c.ID }
	if !slices.ContainsFunc(d.Superseded, another) {
		return name, name, lines
	}
	at := d.Recent(c.CreatedAt).Text
	return name, name + " · " + at, []string{lines[1], at}
}

// beside returns which captures the panes show where none were asked for: a capture that came in anew, beside the last
// one of its kind before it.
func beside(d dossier.Dossier, asked choice) choice {
	if asked != (choice{}) {
		return asked
	}
	for _, old := range d.Superseded {
		at := slices.IndexFunc(d.Captures, func(c onboarding.Capture) bool { return c.Kind == old.Kind })
		if at >= 0 && side(d, old) == "a" {
			return choice{a: old.ID, b: d.Captures[at].ID}
		}
		if at >= 0 {
			return choice{a: d.Captures[at].ID, b: old.ID}
		}
	}
	return asked
}

// chosen returns the captures of pane A (the document, or else the video) and pane B (the person); a job with one kind
// only fills both with it.
func chosen(captures []onboarding.Capture, asked choice) (a, b string) {
	first := func(except string, fits func(onboarding.Capture) bool) string {
		for _, c := range captures {
			if c.ID != except && fits(c) {
				return c.ID
			}
		}
		return ""
	}
	a = first("", func(c onboarding.Capture) bool { return c.ID == asked.a })
	b = first("", func(c onboarding.Capture) bool { return c.ID == asked.b })
	a = cmp.Or(a, first(b, func(c onboarding.Capture) bool { return !ofPerson(c.Kind) }))
	b = cmp.Or(b, first(a, func(c onboarding.Capture) bool { return ofPerson(c.Kind) }))
	a = cmp.Or(a, first(b, func(c onboarding.Capture) bool { return c.Kind == onboarding.Video }))
	every := func(onboarding.Capture) bool { return true }
	a = cmp.Or(a, first(b, every))
	b = cmp.Or(b, first(a, every))
	if a == "" {
		a, b = b, ""
	}
	return a, b
}

func thumb(d dossier.Dossier, capture onboarding.Capture, i int, a, b string) views.Thumb {
	_, whole, lines := namesOf(d, capture)
	t := views.Thumb{
		ID:    capture.ID,
		Kind:  string(capture.Kind),
		Label: whole,
		Lines: lines,
		Icon:  kindIcons[capture.Kind],
		Side:  "a",
		Href:  "/jobs/" + capture.JobID + "?a=" + capture.ID + "&b=" + b,
	}
	if i < 9 {
		t.Key = strconv.Itoa(i + 1)
	}
	if side(d, capture) == "b" {
		t.Side, t.Href = "b", "/jobs/"+capture.JobID+"?a="+a+"&b="+capture.ID
	}
	switch capture.ID {
	case a:
		t.Pane = "a"
	case b:
		t.Pane = "b"
	}
	if picture.IsImage(capture.ContentType) && reportOf(d, capture.ID).Fault == "" && !capture.Removed() {
		t.Src = shotPath(d, capture.ID, picture.Thumb)
	}
	return t
}

// pane shows one capture large.
func pane(d dossier.Dossier, capture onboarding.Capture, key string) views.Pane {
	report := reportOf(d, capture.ID)
	name, whole, _ := namesOf(d, capture)
	p := views.Pane{
		Key:      key,
		ID:       capture.ID,
		Of:       string(capture.Kind),
		Received: d.Recent(capture.CreatedAt),
		Title:    whole,
		Name:     name,
		Full:     shotPath(d, capture.ID, picture.Full),
		Facts:    captureFacts(d, capture),
	}
	if report.Fault != "" {
		p.Note = d.T("can't be read: %s", d.T(wording.Fault(report.Fault)))
	}
	switch {
	case capture.Removed():
		p.Kind, p.Full, p.Note = "missing", "",
			d.T("This capture was removed on %s under the retention rule. The data read from it is kept.",
				d.When(d.Job.CapturesRemovedAt))
	case report.Fault != "" && picture.IsImage(capture.ContentType):
		why := d.T(wording.Fault(report.Fault))
		p.Kind, p.Note = "missing", whereDecidable(d,
			d.T("This picture can't be read: %s. The original file is kept; you can still decide.", why),
			d.T("This picture can't be read: %s. The original file is kept.", why))
	case picture.IsImage(capture.ContentType):
		drawImage(&p, d, capture, report)
	case picture.IsChip(capture) && report.Fault == "":
		chipPane(&p, d, capture, report)
	case d.Masked:
		p.Kind, p.Note = "missing", d.T("Hidden: only the agent who holds the job can open sound, video and files.")
	case strings.HasPrefix(capture.ContentType, "audio/"):
		p.Kind = "audio"
		if picture.IsVoice(capture) && report.Fault == "" {
			p.Src = picture.Path(capture.ID, picture.View)
		}
	case strings.HasPrefix(capture.ContentType, "video/"):
		p.Kind = "video"
	case picture.IsStrokes(capture) && report.Fault == "":
		p.Kind, p.Src = "strokes", picture.Path(capture.ID, picture.View)
	default:
		p.Kind = "file"
	}
	return p
}

func reportOf(d dossier.Dossier, id string) engine.CaptureReport {
	for _, r := range slices.Concat(d.Report.Captures, d.Report.Earlier) {
		if dossier.SameCapture(id, r.ID) {
			return r
		}
	}
	return engine.CaptureReport{}
}

// captureFacts lists what a player has no picture for: what was measured, and the file itself.
func captureFacts(d dossier.Dossier, c onboarding.Capture) []finding.Fact {
	facts := slices.Concat(spoken(d, c), moved(d, c), chipFacts(d, c))
	for _, check := range d.Report.Checks {
		if !dossier.SameCapture(c.ID, check.Capture) || check.Score == nil {
			continue
		}
		switch check.Code {
		case engine.CodeVoice:
			facts = append(facts, finding.Fact{
				Label: d.T("Speech"),
				Value: d.T("%s of the time", percentWord(d.Language, *check.Score)),
			})
		case engine.CodeSignature:
			facts = append(facts, finding.Fact{
				Label: d.T("Ink length"),
				Value: d.N(int(*check.Score), "1 dot", "%d dots"),
			})
		}
	}
	facts = append(facts,
		finding.Fact{Label: d.T("Type"), Value: c.ContentType, Data: true},
		finding.Fact{Label: d.T("Size"), Value: d.Size(c.Size), Data: true},
		finding.Fact{Label: "SHA-256", Value: format.ShortID(c.SHA256), Data: true, Copy: c.SHA256},
	)
	if !c.CapturedAt.IsZero() {
		facts = append(facts, momentFact(d, d.T("Captured, as its device says"), c.CapturedAt))
	}
	return facts
}

// spoken returns the phrase that was asked for and what was heard, for a capture that a person speaks in.
func spoken(d dossier.Dossier, c onboarding.Capture) []finding.Fact {
	var facts []finding.Fact
	if phrase := askedToSay(d, c); phrase != "" {
		facts = append(facts, finding.Fact{Label: d.T("Asked to say"), Value: phrase})
	}
	if check := dossier.Worst(d.Report.Checks, engine.CodePhrase); len(facts) > 0 {
		heard := d.T("not recognised: listen and compare")
		if check != nil && check.Outcome != engine.NotRun {
			heard = cmp.Or(check.Detail, d.T(wording.Outcome(check.Outcome)))
		}
		facts = append(facts, finding.Fact{Label: d.T("Heard"), Value: heard})
	}
	return facts
}

func percentWord(l words.Language, share float64) string { return l.Percent(max(0, min(share, 1)), 0) }

func drawImage(p *views.Pane, d dossier.Dossier, capture onboarding.Capture, report engine.CaptureReport) {
	width, height := capture.Width, capture.Height
	if width == 0 || height == 0 {
		width, height = report.Width, report.Height
	}
	if width == 0 || height == 0 {
		said := whereDecidable(d, d.T("This picture can't be shown; you can still decide."),
			d.T("This picture can't be shown."))
		p.Kind, p.Note = "missing", strings.TrimSpace(said+" "+format.Sentence(p.Note))
		return
	}
	p.Kind, p.Src = "image", shotPath(d, capture.ID, picture.View)
	p.Width, p.Height, p.Turn = strconv.Itoa(width), strconv.Itoa(height), strconv.Itoa(report.Turned)
	p.View, p.Place = upright(width, height, report.Turned)
	size := float64(max(width, height)) / 52
	p.Stroke = strconv.FormatFloat(size, 'f', 1, 64)
	p.Boxes = boxes(d, capture.ID, report, size)
	p.Eyes = eyes(report)
	if capture.Kind == onboarding.Fingerprints {
		p.Facts = fingers(d, capture, report)
		p.Strip = true
	}
}

// fingers lists the quality of each print as its provider measured it.
func fingers(d dossier.Dossier, capture onboarding.Capture, report engine.CaptureReport) []finding.Fact {
	floor := 0.0
	for _, c := range d.Report.Checks {
		if c.Code == engine.CodeFingerprints && dossier.SameCapture(capture.ID, c.Capture) && c.Threshold != nil {
			floor = *c.Threshold
		}
	}
	var facts []finding.Fact
	for n := 1; ; n++ {
		quality, ok := report.Scores["finger "+strconv.Itoa(n)]
		if !ok {
			return facts
		}
		f := finding.Fact{Label: d.T("Print %d", n), Value: d.Score(quality), Data: true, Tone: ui.Pass}
		if quality < floor {
			f.Value, f.Tone = f.Value+" "+d.T("poor"), ui.Warn
		}
		facts = append(facts, f)
	}
}

// eyes returns the pupils of the largest face, left then right, as x and y; where they were not found, where they would
// be in the face's box.
func eyes(report engine.CaptureReport) string {
	var largest *engine.Face
	for i, f := range report.Faces {
		if largest == nil || f.Box.W > largest.Box.W {
			largest = &report.Faces[i]
		}
	}
	if largest == nil {
		return ""
	}
	if p := largest.Pupils; p != nil {
		return fmt.Sprintf("%.1f %.1f %.1f %.1f", p[0], p[1], p[2], p[3])
	}
	x, y, w, h := float64(largest.Box.X), float64(largest.Box.Y), float64(largest.Box.W), float64(largest.Box.H)
	return fmt.Sprintf("%.1f %.1f %.1f %.1f", x+.32*w, y+.4*h, x+.68*w, y+.4*h)
}

// upright returns the viewBox and the transform that set a picture upright whose content stands turned clockwise.
func upright(width, height, turned int) (view, place string) {
	switch turned {
	case 90:
		return fmt.Sprintf("0 0 %d %d", height, width), fmt.Sprintf("translate(0 %d) rotate(-90)", width)
	case 180:
		return fmt.Sprintf("0 0 %d %d", width, height), fmt.Sprintf("translate(%d %d) rotate(180)", width, height)
	case 270:
		return fmt.Sprintf("0 0 %d %d", height, width), fmt.Sprintf("translate(%d 0) rotate(90)", height)
	}
	return fmt.Sprintf("0 0 %d %d", width, height), "rotate(0)"
}

// boxes draws what the engine found in a picture: the document, codes, faces, the fields that it read, and the places
// of what failed. Of two boxes at one place the first stays, so what failed comes first.
func boxes(d dossier.Dossier, id string, report engine.CaptureReport, size float64) []views.Box {
	draw := drawing{size: size, seen: map[engine.Box]bool{}}
	draw.mismatches(d, id)
	draw.failures(d, id)
	draw.found(d, report)
	for _, r := range d.Report.Readings {
		if r.Box != nil && r.Source == engine.VIZ && dossier.SameCapture(id, r.Capture) {
			draw.reading(r, "", ui.Soft)
		}
	}
	return draw.boxes
}

// mismatches draws the fields of a capture whose values differ between sources, in the colours of the cross-check.
func (w *drawing) mismatches(d dossier.Dossier, id string) {
	tones := disputes(d)
	for _, r := range d.Report.Readings {
		if tone := tones[r.Field]; tone != "" && r.Box != nil && dossier.SameCapture(id, r.Capture) {
			w.reading(r, d.T(wording.Field(r.Field)), tone)
		}
	}
}

// failures draws the evidence in a capture of checks that did not pass and whose failure counts.
func (w *drawing) failures(d dossier.Dossier, id string) {
	for _, c := range d.Report.Checks {
		tone := d.Tone(c)
		if tone == ui.Pass || tone == ui.Soft {
			continue
		}
		for _, e := range c.Evidence {
			if dossier.SameCapture(id, e.Capture) {
				w.evidence(e, d.T(catalogue.Title(c.Code)), tone)
			}
		}
	}
}

// found draws the document, the machine-readable zone, barcodes and faces of a capture.
func (w *drawing) found(d dossier.Dossier, report engine.CaptureReport) {
	if report.Document != nil {
		w.quad(report.Document.Corners, "", "document", ui.Soft)
	}
	if len(report.MRZLines) > 0 {
		w.box(around(report.MRZLines), "MRZ", "mrz", ui.Pass)
	}
	for _, s := range report.Symbols {
		w.box(s.Box, s.Symbology, "barcode", ui.Pass)
	}
	for _, f := range report.Faces {
		w.box(f.Box, d.T("face"), "face", ui.Info)
	}
}

func around(lines []engine.Line) engine.Box {
	b := lines[0].Box
	x1, y1 := b.X+b.W, b.Y+b.H
	for _, l := range lines[1:] {
		b.X, b.Y = min(b.X, l.Box.X), min(b.Y, l.Box.Y)
		x1, y1 = max(x1, l.Box.X+l.Box.W), max(y1, l.Box.Y+l.Box.H)
	}
	b.W, b.H = x1-b.X, y1-b.Y
	return b
}

// drawing collects boxes, each place once.
type drawing struct {
	size  float64
	seen  map[engine.Box]bool
	boxes []views.Box
}

func (w *drawing) evidence(e engine.Evidence, name string, tone ui.Tone) {
	switch {
	case e.Quad != nil:
		w.quad(*e.Quad, name, e.Label, tone)
	case e.Box != nil:
		w.box(*e.Box, name, e.Label, tone)
	}
}

func (w *drawing) reading(r engine.Reading, name string, tone ui.Tone) {
	w.evidence(engine.Evidence{Label: "field", Box: r.Box, Quad: r.Quad}, name, tone)
}

func (w *drawing) box(b engine.Box, label, kind string, tone ui.Tone) {
	if w.seen[b] || b.W <= 0 || b.H <= 0 {
		return
	}
	w.seen[b] = true
	w.boxes = append(w.boxes, views.Box{
		X:     strconv.Itoa(b.X),
		Y:     strconv.Itoa(b.Y),
		W:     strconv.Itoa(b.W),
		H:     strconv.Itoa(b.H),
		TextY: w.textY(float64(b.Y), float64(b.Y+b.H)),
		Label: label,
		Kind:  kind,
		Tone:  tone,
	})
}

func (w *drawing) quad(q [8]float64, label, kind string, tone ui.Tone) {
	b := bounds(q)
	if w.seen[b] {
		return
	}
	w.seen[b] = true
	points := fmt.Sprintf("%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f", q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7])
	w.boxes = append(w.boxes, views.Box{
		X:      strconv.Itoa(b.X),
		TextY:  w.textY(float64(b.Y), float64(b.Y+b.H)),
		Points: points,
		Label:  label,
		Kind:   kind,
		Tone:   tone,
	})
}

// textY puts a label above its box, or below where there is no room.
func (w *drawing) textY(top, bottom float64) string {
	y := top - w.size*.35
	if y < w.size {
		y = bottom + w.size
	}
	return strconv.FormatFloat(y, 'f', 0, 64)
}
