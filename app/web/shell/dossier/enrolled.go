package dossier

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/engine/mrz"
)

// CompareWith sets the customer that the applicant is compared with, covered where the dossier is. Nothing is set where
// none was found, or where this very job enrolled the customer.
func (d *Dossier) CompareWith(c onboarding.Customer, err error) error {
	if fault.Is(err, fault.NotFound) || err == nil && c.JobID == d.Job.ID {
		return nil
	}
	if err != nil {
		return err
	}
	if d.Masked {
		c = masking.Customer(c)
	}
	d.Enrolled = &c
	return nil
}

// comparisons returns the comparisons of the report with the enrolled customer's values in them. A customer who was
// found by the face alone may be somebody else, and is left out.
func (d Dossier) comparisons() []engine.Comparison {
	if d.Enrolled == nil || d.ByFace {
		return d.Report.Comparisons
	}
	rows := slices.Clone(d.Report.Comparisons)
	for field, value := range map[string]string{
		"dateOfBirth":    d.Enrolled.DateOfBirth,
		"documentNumber": d.Enrolled.DocumentNumber,
		"issuingCountry": d.Enrolled.IssuingCountry,
	} {
		i := slices.IndexFunc(rows, func(c engine.Comparison) bool { return c.Field == field })
		if value == "" || i < 0 {
			continue
		}
		rows[i] = d.withEnrolled(rows[i], value)
	}
	if d.Enrolled.FullName != "" {
		rows = append(rows, d.withEnrolled(FullNames(rows), d.Enrolled.FullName))
	}
	return rows
}

// withEnrolled adds a customer's value to a comparison and updates its match. Covered values that differ do differ;
// covered names can't be compared.
func (d Dossier) withEnrolled(row engine.Comparison, value string) engine.Comparison {
	for _, other := range row.Values {
		if d.Masked && row.Field == "fullName" {
			break
		}
		if match := SameValue(row.Field, value, other); matchRank(match) > matchRank(row.Match) {
			row.Match = match
		}
	}
	row.Values = maps.Clone(row.Values)
	row.Values[wording.Enrolled] = value
	return row
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

// lettersOf returns the letters and digits of a text, covered ones included.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == masking.Bullet {
			return r
		}
		return -1
	}, text)
}
