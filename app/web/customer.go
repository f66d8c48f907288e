package web

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/engine"
	"proofdesk/engine/mrz"
)

// complete adds to a dossier what the job itself does not hold: whom the applicant is held against, what was to be
// said.
func (w *Console) complete(ctx context.Context, v shell.Visitor, d *dossier) (err error) {
	if d.Job.Function == onboarding.VideoID && w.Intake != nil {
		if d.phrase, err = w.Intake.Phrase(ctx, v.Company); err != nil {
			return err
		}
	}
	return w.findKnown(ctx, v, d)
}

// findKnown adds to a dossier the enrolled customer that the applicant is held against: the one that the policy named,
// else the one who has the job's unique number, else the nearest candidate. Who was enrolled by this very job is no one
// else; a sandbox job is about nobody.
func (w *Console) findKnown(ctx context.Context, v shell.Visitor, d *dossier) error {
	if d.Job.Sandbox != "" {
		return nil
	}
	if d.Decision.Customer != "" {
		c, err := w.Store.Customer(ctx, v.Company, d.Decision.Customer)
		if err := d.take(c, err); err != nil || d.known != nil {
			return err
		}
	}
	if d.Job.UniqueNumber != "" {
		c, err := w.Store.CustomerByNumber(ctx, v.Company, d.Job.UniqueNumber)
		if err := d.take(c, err); err != nil || d.known != nil {
			return err
		}
	}
	for _, candidate := range d.Decision.Candidates {
		c, err := w.Store.Customer(ctx, v.Company, candidate.CustomerID)
		if err := d.take(c, err); err != nil || d.known != nil {
			d.byFace = candidate.By == "face"
			return err
		}
	}
	return nil
}

// take keeps a customer that was found, covered where the dossier is.
func (d *dossier) take(c onboarding.Customer, err error) error {
	if fault.Is(err, fault.NotFound) || err == nil && c.JobID == d.Job.ID {
		return nil
	}
	if err != nil {
		return err
	}
	if d.Masked {
		c = maskCustomer(c)
	}
	d.known = &c
	return nil
}

// heldAgainst returns the rows of the cross-check with the enrolled customer's values in them. Who was found by the
// face alone may be somebody else, and stands beside it.
func (d dossier) heldAgainst() []engine.Comparison {
	if d.known == nil || d.byFace {
		return d.Report.Comparisons
	}
	rows := slices.Clone(d.Report.Comparisons)
	for field, value := range map[string]string{
		"dateOfBirth":    d.known.DateOfBirth,
		"documentNumber": d.known.DocumentNumber,
		"issuingCountry": d.known.IssuingCountry,
	} {
		i := slices.IndexFunc(rows, func(c engine.Comparison) bool { return c.Field == field })
		if value == "" || i < 0 {
			continue
		}
		rows[i] = d.withKnown(rows[i], value)
	}
	if d.known.FullName != "" {
		rows = append(rows, d.withKnown(fullNames(rows), d.known.FullName))
	}
	return rows
}

// withKnown adds a customer's value to a row, and what it makes of the match. Covered values differ for certain where
// they differ; names can't be told.
func (d dossier) withKnown(row engine.Comparison, value string) engine.Comparison {
	for _, other := range row.Values {
		if d.Masked && row.Field == "fullName" {
			break
		}
		if match := sameValue(row.Field, value, other); matchRank(match) > matchRank(row.Match) {
			row.Match = match
		}
	}
	row.Values = maps.Clone(row.Values)
	row.Values[knownCustomer] = value
	return row
}

func matchRank(m engine.Match) int {
	return slices.Index([]engine.Match{engine.MatchNotRead, engine.MatchFull, engine.MatchPartial, engine.MatchNone}, m)
}

// fullNames puts each source's names together, as a customer's are kept.
func fullNames(rows []engine.Comparison) engine.Comparison {
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

// sameValue compares a customer's value with what was read: names part by part in any order, others by letters and
// digits.
func sameValue(field, a, b string) engine.Match {
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

func inOrder(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	slices.SortFunc(parts, func(a, b string) int { return strings.Compare(strings.ToUpper(a), strings.ToUpper(b)) })
	return strings.Join(parts, " ")
}

func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == bullet {
			return r
		}
		return -1
	}, text)
}
