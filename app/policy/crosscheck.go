package policy

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/crosscheck"
	"proofdesk/engine/mrz"
)

// SourceCustomer is the source of values of an enrolled customer. The engine does not know it.
const SourceCustomer engine.Source = "CUSTOMER"

// Covered is the character that masked values have in place of each hidden one.
const Covered = '•'

// The beginnings of the codes of red rows; the name of the field follows.
const (
	mismatchCode = "data.mismatch."
	customerCode = "customer.mismatch."
)

// CheckRow is a row of the cross-check: the values of a field with their match.
type CheckRow struct {
	engine.Comparison
	Code string // of the red finding that the row is; empty for a row that is none
}

// Red reports whether the row contradicts the applicant's identity. A row that merely does not match is a warning.
func (r CheckRow) Red() bool { return r.Code != "" }

// CrossCheck returns the rows of the cross-check: the comparisons of the report, with the values of the enrolled
// customer that the applicant is compared with; nil for none. It alone says which rows are red: those of identifying
// fields on which the sources disagree, and the name and the birth date where no source has the customer's. A
// customer's document number and issuing State are warnings, as a document is replaced. Masked names can't be compared.
func CrossCheck(compared []engine.Comparison, known *onboarding.Customer, masked bool) []CheckRow {
	rows := make([]CheckRow, len(compared))
	for i, c := range compared {
		rows[i].Comparison = c
		if c.Match == engine.MatchNone && crosscheck.Identifying(c.Field) {
			rows[i].Code = mismatchCode + c.Field
		}
	}
	if known == nil {
		return rows
	}
	for field, value := range map[string]string{
		"dateOfBirth":    known.DateOfBirth,
		"documentNumber": known.DocumentNumber,
		"issuingCountry": known.IssuingCountry,
	} {
		i := slices.IndexFunc(rows, func(r CheckRow) bool { return r.Field == field })
		if value != "" && i >= 0 {
			rows[i] = rows[i].withCustomer(value, masked)
		}
	}
	if known.FullName != "" {
		rows = append(rows, CheckRow{Comparison: FullNames(compared)}.withCustomer(known.FullName, masked))
	}
	return rows
}

// withCustomer returns a row with a customer's value in it. Masked values that differ do differ.
func (r CheckRow) withCustomer(value string, masked bool) CheckRow {
	name := r.Field == "fullName"
	differs := len(r.Values) > 0 && (!name || !masked)
	for _, other := range r.Values {
		if name && masked {
			break
		}
		match := SameValue(r.Field, value, other)
		if matchRank(match) > matchRank(r.Match) {
			r.Match = match
		}
		differs = differs && match == engine.MatchNone
	}
	if differs && r.Code == "" && (name || r.Field == "dateOfBirth") {
		r.Code = customerCode + r.Field
	}
	values := map[engine.Source]string{SourceCustomer: value}
	maps.Copy(values, r.Values)
	r.Values = values
	return r
}

// matchRank orders matches from the weakest statement to the strongest.
func matchRank(m engine.Match) int {
	return slices.Index([]engine.Match{engine.MatchNotRead, engine.MatchFull, engine.MatchPartial, engine.MatchNone}, m)
}

// FullNames joins the names of each source, as those of a customer are kept.
func FullNames(rows []engine.Comparison) engine.Comparison {
	all := engine.Comparison{Field: "fullName", Match: engine.MatchNotRead, Values: map[engine.Source]string{}}
	for _, field := range []string{"firstName", "lastName"} {
		i := slices.IndexFunc(rows, func(c engine.Comparison) bool { return c.Field == field })
		if i < 0 {
			continue
		}
		if matchRank(rows[i].Match) > matchRank(all.Match) {
			all.Match = rows[i].Match
		}
		for source, value := range rows[i].Values {
			all.Values[source] = strings.TrimSpace(all.Values[source] + " " + value)
		}
	}
	return all
}

// SameValue compares a customer's value with what was read: names part by part in any order, others by letters and
// digits.
func SameValue(field, a, b string) engine.Match {
	if field == "fullName" {
		a, b = inOrder(a), inOrder(b)
		full, partial := mrz.NamesMatch(a, b)
		switch {
		case full:
			return engine.MatchFull
		case partial:
			return engine.MatchPartial
		}
		return engine.MatchNone
	}
	if strings.EqualFold(lettersOf(a), lettersOf(b)) {
		return engine.MatchFull
	}
	return engine.MatchNone
}

// inOrder sorts the parts of a name.
func inOrder(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	slices.SortFunc(parts, func(a, b string) int { return strings.Compare(strings.ToUpper(a), strings.ToUpper(b)) })
	return strings.Join(parts, " ")
}

// lettersOf returns the letters and digits of a text, masked ones included.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == Covered {
			return r
		}
		return -1
	}, text)
}

// WrongDigits reports whether a wrong check digit of a capture's zone is red: the zone was read with certainty.
// Otherwise the digit may have been misread, and is a warning.
func WrongDigits(checks []engine.Check, isCapture func(ref string) bool) bool {
	return slices.ContainsFunc(checks, func(c engine.Check) bool {
		return c.Code == engine.CodeCheckDigits && c.Outcome == engine.Fail && isCapture(c.Capture)
	})
}
