package dossier

import (
	"slices"
	"strings"

	"proofdesk/app/policy"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
)

// fieldOf returns the field of the cross-check that a reason is about; empty for a reason that is about none, or about
// several fields.
func fieldOf(r policy.Reason) string {
	family, rest, _ := strings.Cut(r.Code, ".")
	switch {
	case r.OfRow():
		_, field, _ := strings.Cut(rest, ".")
		return field
	case family == "mrz" && strings.HasSuffix(rest, "_digit"):
		return wording.DigitField(strings.TrimSuffix(rest, "_digit"))
	case r.Code == "data.born_later", r.Check == engine.CodeAge:
		return "dateOfBirth"
	case r.Code == "data.issued_later":
		return "issueDate"
	case r.Check == engine.CodeExpiry:
		return "expiryDate"
	}
	return ""
}

// WithoutField returns the findings that no row of the cross-check has.
func WithoutField(found []finding.Finding) []finding.Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool { return f.Field != "" })
}

// said returns what was found about a field. Where the policy gives one reason for several fields or digits, the others
// have their own sentence too.
func (m Matrix) said(c policy.CheckRow, row finding.Row, found []finding.Finding) []finding.Finding {
	var all []finding.Finding
	digits := false
	for _, f := range found {
		f.Text = m.beside(f)
		same := func(other finding.Finding) bool { return other.Text == f.Text } // of two reasons for one difference
		if f.Field != c.Field || slices.ContainsFunc(all, same) {
			continue
		}
		digits = digits || f.Check == engine.CodeCheckDigits
		if f.Group == m.d.T(string(policy.BandData)) {
			f.Group = "" // the row says so
		}
		all = append(all, f)
	}
	if len(all) == 0 && c.Match == engine.MatchNone {
		all = append(all, finding.Finding{Tone: row.Tone, Text: m.settled(c.Field)})
	}
	for _, cell := range row.Cells {
		if digit := cell.Digit; digit != nil && !digit.Agrees && !digit.Repaired && !digits {
			all = append(all, m.wrongDigit(*digit, cell))
		}
	}
	return all
}

// beside returns the sentence of a finding as its row has it: that values differ is told without them, as they stand
// above it.
func (m Matrix) beside(f finding.Finding) string {
	_, rest, _ := strings.Cut(f.Code, ".")
	switch kind, field, _ := strings.Cut(rest, "."); {
	case f.Tone == ui.Pass || field == "":
		return f.Text
	case kind == "mismatch", kind == "differs":
		return m.settled(field)
	case kind == "unclear":
		return m.d.T("Differs or was misread: compare with the picture.")
	}
	return f.Text
}

// wrongDigit returns the finding of a check digit that does not agree and that the policy's reason does not name. It is
// a warning, as an approval names only the red one of the reason.
func (m Matrix) wrongDigit(digit finding.Digit, cell finding.Cell) finding.Finding {
	name := m.d.T(wording.FieldInSentence(cell.Field))
	f := finding.Finding{
		Tone:  ui.Warn,
		Code:  wrongDigit,
		Text:  m.d.T("Wrong check digit: %s", name),
		Focus: digit.Focus,
	}
	if digit.Unsure {
		f.Code, f.Text = "", m.d.T("Check digit wrong or misread: %s", name)
	}
	return f
}

// wrongDigit is the code of a check digit that was read with certainty.
const wrongDigit = "mrz.wrong_digit"

// gravity orders the colours of rows; the worst is the lowest.
func gravity(t ui.Tone) int {
	return slices.Index([]ui.Tone{ui.Fail, ui.Warn, ui.Pass, ui.Soft}, t)
}

// judge sets the verdict of a row to the verdict of a finding that is graver than what its values say.
func judge(row *finding.Row, f finding.Finding) {
	if f.Tone != ui.Fail && f.Tone != ui.Warn || gravity(f.Tone) >= gravity(row.Tone) {
		return
	}
	row.Match, row.Icon, row.Tone = verdictWord(f), "x", f.Tone
	if f.Tone == ui.Warn {
		row.Icon = "triangle-alert"
	}
}

// verdictWord returns what a finding says about its field, in a word or two.
func verdictWord(f finding.Finding) string {
	_, rest, _ := strings.Cut(f.Code, ".")
	ends := func(end string) bool { return strings.HasSuffix(rest, end) }
	switch {
	case ends("_digit") && f.Tone == ui.Fail, f.Code == wrongDigit:
		return "wrong digit"
	case rest == "expired":
		return "in the past"
	case rest == "under_age":
		return "too young"
	case ends("_later"):
		return "in the future"
	case ends("_unknown"):
		return "not read"
	case ends("not_run"):
		return "not checked"
	case strings.HasPrefix(rest, "mismatch."), strings.HasPrefix(rest, "differs."):
		return "differs"
	}
	return "doubtful"
}
