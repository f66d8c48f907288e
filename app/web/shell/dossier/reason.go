package dossier

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
)

// Sentence returns a reason of the policy in one plain sentence. Check is what the reason rests on; it may be nil. The
// policy's own sentence is the last resort.
func (d Dossier) Sentence(reason policy.Reason, check *engine.Check) string {
	codes := []string{reason.Code}
	if check != nil && check.Outcome != engine.Pass && check.Outcome != engine.NotRun {
		codes = append(check.Reasons[:len(check.Reasons):len(check.Reasons)], reason.Code)
	}
	for _, code := range codes {
		if text := d.withValues(code, check); text != "" {
			return text
		}
		if s, ok := wording.Reason(code); ok {
			return d.inFilm(check, d.about(reason, code, d.WithLimits(s, check)))
		}
	}
	if text := d.unproven(reason, check); text != "" {
		return text
	}
	return reason.Text
}

// about names what could not be proven where a sentence only has the cause, such as the light of a picture.
func (d Dossier) about(reason policy.Reason, code, text string) string {
	family, _, _ := strings.Cut(code, ".")
	own, _, _ := strings.Cut(reason.Check, ".")
	if family == own || family != "quality" || !strings.HasSuffix(reason.Code, ".unproven") {
		return text
	}
	return d.T("%s is not proven: %s", d.T(catalogue.Title(reason.Check)), uncapitalised(text))
}

// inFilm returns a text with the seconds of a film that its check points at, where there are any. A moment with a label
// of its own shows what the check did find.
func (d Dossier) inFilm(check *engine.Check, text string) string {
	var seconds []string
	if check != nil {
		for _, e := range check.Evidence {
			if e.At != nil && e.Label == "" {
				seconds = append(seconds, d.Decimal(*e.At, 1))
			}
		}
	}
	if len(seconds) == 0 {
		return text
	}
	return d.T("%s, at second %s", text, d.listed(seconds))
}

// uncapitalised returns a text with a small first letter.
func uncapitalised(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// WithLimits returns the text of a reason with what was measured and what was asked for.
func (d Dossier) WithLimits(s catalogue.Reason, check *engine.Check) string {
	if limits := d.Limits(check); s.Measured && limits != "" {
		return d.T(s.Text.English) + ": " + limits
	}
	return d.T(s.Text.English)
}

// Limits returns the score of a check and what passes, or a length, a count or an age and what is required; empty where
// the check has no threshold.
func (d Dossier) Limits(check *engine.Check) string {
	if check == nil || check.Score == nil || check.Threshold == nil {
		return ""
	}
	score, threshold, whole := d.Score(*check.Score), d.Score(*check.Threshold), *check.Threshold > 1
	switch {
	case check.Limits != nil:
		return d.T("score %s, passes from %s to %s", score, d.Score(check.Limits[0]), d.Score(check.Limits[1]))
	case check.Below && whole:
		return d.T("%s, at most %s", score, threshold)
	case check.Below:
		return d.T("score %s, passes at %s or less", score, threshold)
	case whole:
		return d.T("%s, at least %s", score, threshold)
	}
	return d.T("score %s, passes at %s or more", score, threshold)
}

// unproven returns the sentence about a requirement that nothing could judge, or nothing that the policy trusts enough.
func (d Dossier) unproven(reason policy.Reason, check *engine.Check) string {
	name := d.T(catalogue.Title(reason.Check))
	switch {
	case strings.HasSuffix(reason.Code, ".not_run"):
		return d.notChecked(name, check)
	case !strings.HasSuffix(reason.Code, ".unproven"):
		return ""
	case check != nil && check.Outcome == engine.Pass && reason.Needs > check.Assurance:
		return d.T("%s is not proven: it passed with %s, the policy requires %s",
			name, d.T(wording.Assurance(check.Assurance)), d.T(wording.Assurance(reason.Needs)))
	}
	return d.T("%s is not proven", name)
}

// notChecked returns the sentence about a check that was not run, with the reason where it has one.
func (d Dossier) notChecked(name string, check *engine.Check) string {
	if check != nil && check.Outcome == engine.NotRun && len(check.Reasons) > 0 {
		if s, ok := wording.Reason(check.Reasons[0]); ok {
			return d.T("%s was not checked: %s", name, uncapitalised(d.T(s.Text.English)))
		}
	}
	return d.T("%s was not checked", name)
}

// withValues returns the sentence of a reason that has a value in it; empty for any other reason.
func (d Dossier) withValues(code string, check *engine.Check) string {
	return cmp.Or(d.aboutCapture(code, check), d.aboutData(code, check), d.aboutDifference(code),
		d.aboutDigit(code, check), d.aboutDevice(code))
}

// aboutCapture returns the sentence of a reason that names a capture.
func (d Dossier) aboutCapture(code string, check *engine.Check) string {
	family, rest, _ := strings.Cut(code, ".")
	switch {
	case code == "capture.missing":
		return d.missing()
	case family == "capture":
		return d.unreadable(rest, check)
	case (code == "document.none" || code == "document.person") && check != nil && d.CaptureName(check.Capture) != "":
		return d.T(wording.NoDocument[code], format.Sentence(d.CaptureName(check.Capture)))
	}
	return ""
}

// aboutData returns the sentence of a reason that rests on a date, on the age, or on several fields.
func (d Dossier) aboutData(code string, check *engine.Check) string {
	switch {
	case code == "data.expired":
		return d.expired(d.best("expiryDate"))
	case code == "data.under_age" && check != nil && check.Score != nil && check.Threshold != nil:
		return d.N(int(*check.Score), "The applicant is 1 year old, the minimum is %s",
			"The applicant is %d years old, the minimum is %s", d.Decimal(*check.Threshold, 0))
	case code == "data.consistency":
		return d.mismatches()
	}
	return ""
}

// aboutDifference returns the sentence of a field whose values differ, with the values.
func (d Dossier) aboutDifference(code string) string {
	_, rest, _ := strings.Cut(code, ".")
	kind, field, ok := strings.Cut(rest, ".")
	switch {
	case ok && (kind == "mismatch" || kind == "differs"):
		return d.differs(field)
	case ok && kind == "unclear":
		name := d.T(wording.FieldInSentence(field))
		return format.Sentence(d.T("%s differs or was misread: %s", name, d.values(field)))
	}
	return ""
}

// aboutDigit returns the sentence of a check digit that does not agree.
func (d Dossier) aboutDigit(code string, check *engine.Check) string {
	family, rest, _ := strings.Cut(code, ".")
	digit, ok := strings.CutSuffix(rest, "_digit")
	switch {
	case family != "mrz" || !ok:
		return ""
	case check != nil && check.Outcome == engine.Fail:
		return d.T("Wrong check digit: %s", d.T(wording.Digit(digit)))
	}
	return d.T("Check digit wrong or misread: %s", d.T(wording.Digit(digit)))
}

// aboutDevice returns the sentence of a check on which the device and the server disagree.
func (d Dossier) aboutDevice(code string) string {
	if check, ok := strings.CutPrefix(code, "device.disagreement."); ok {
		return d.T("Device and server disagree: %s", d.T(catalogue.Title(check)))
	}
	return ""
}

// missing names the captures that the function needs and the job lacks.
func (d Dossier) missing() string {
	var kinds []onboarding.CaptureKind
	for _, c := range d.Captures {
		kinds = append(kinds, c.Kind)
	}
	var names []string
	for _, need := range d.Job.Function.Missing(kinds) {
		names = append(names, d.T(wording.Capture(need[0])))
	}
	if len(names) == 0 {
		return ""
	}
	return d.T("A capture is missing") + ": " + strings.Join(names, ", ")
}

// unreadable returns the sentence about a capture that can't be read.
func (d Dossier) unreadable(code string, check *engine.Check) string {
	what := d.T("A capture")
	if check != nil && d.CaptureName(check.Capture) != "" {
		what = format.Sentence(d.CaptureName(check.Capture))
	}
	return d.T("%s can't be read: %s", what, d.T(wording.Fault(code)))
}

// expired returns the sentence about a document that has expired.
func (d Dossier) expired(date string) string {
	today := d.Now
	if !d.Job.ReviewedAt.IsZero() {
		today = d.Job.ReviewedAt
	}
	end, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return d.T("Expired on %s", cmp.Or(d.Calendar(date), d.T(Unknown)))
	}
	return d.N(int(today.Sub(end).Hours()/24), "Expired on %s, 1 day ago", "Expired on %[2]s, %[1]d days ago",
		d.Calendar(date))
}

// best returns the value of a field that was read first.
func (d Dossier) best(field string) string {
	for _, r := range d.Report.Readings {
		if r.Field == field {
			return r.Value
		}
	}
	return ""
}

// differs returns the sentence of a field whose values differ, with the values.
func (d Dossier) differs(field string) string {
	return format.Sentence(d.T("%s differs: %s", d.T(wording.FieldInSentence(field)), d.values(field)))
}

// values returns the values of a field, each with the sources that have it: "printed and MRZ 1, barcode 2".
func (d Dossier) values(field string) string {
	var values []string
	for _, v := range NewMatrix(d).told(field) {
		values = append(values, d.listed(v.sources)+" "+d.Calendar(v.text))
	}
	return strings.Join(values, ", ")
}

// valueTold is a value of a field as sentences have it, with the names of the sources that have it.
type valueTold struct {
	text    string
	sources []string
}

// told returns the values of a field in the order of their sources.
func (m Matrix) told(field string) []valueTold {
	var all []valueTold
	for _, s := range m.columns {
		text := wording.Value(m.d.Language, field, m.Value(string(s), field))
		if text == "" {
			continue
		}
		i := slices.IndexFunc(all, func(v valueTold) bool { return v.text == text })
		if i < 0 {
			i, all = len(all), append(all, valueTold{text: text})
		}
		all[i].sources = append(all[i].sources, m.d.T(wording.SourceInSentence(s)))
	}
	return all
}

// settled returns what a row whose values differ does not show by itself: which sources stand against which. Covered
// values may look equal, so nothing is told of them.
func (m Matrix) settled(field string) string {
	values := m.told(field)
	if slices.ContainsFunc(values, func(v valueTold) bool { return strings.ContainsRune(v.text, '•') }) {
		return m.d.T("Values differ between sources")
	}
	slices.SortStableFunc(values, func(a, b valueTold) int { return len(b.sources) - len(a.sources) })
	if len(values) < 2 || len(values[0].sources) == len(values[1].sources) {
		return m.d.T("No source settles it: compare with the picture.")
	}
	var others []string
	for _, v := range values[1:] {
		others = append(others, v.sources...)
	}
	return format.Sentence(m.d.T("%s have the same value, unlike %s", m.d.listed(values[0].sources),
		m.d.listed(others)))
}

// listed returns names as a list in a sentence: "one, two and three".
func (d Dossier) listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return d.T("%s and %s", strings.Join(names[:last], ", "), names[last])
}

// mismatches names the fields that do not match. Their rows have the values.
func (d Dossier) mismatches() string {
	var fields []string
	for _, c := range d.Report.Comparisons {
		if c.Match == engine.MatchNone {
			fields = append(fields, d.T(wording.FieldInSentence(c.Field)))
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return d.T("Sources differ in %s", d.listed(fields))
}
