package web

import (
	"slices"

	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
	views "proofdesk/views/review"
)

// candidate holds the enrolled customer with the nearest face beside the applicant; nil where none was found by the
// face alone.
func candidate(d dossier) *views.Candidate {
	if d.known == nil || !d.byFace {
		return nil
	}
	c := &views.Candidate{Name: d.nameOr(d.known.FullName) + " " + format.UniqueNumber(d.known.UniqueNumber)}
	for _, value := range []struct{ field, there string }{
		{"fullName", d.known.FullName},
		{"dateOfBirth", d.known.DateOfBirth},
		{"documentNumber", d.known.DocumentNumber},
		{"issuingCountry", d.known.IssuingCountry},
	} {
		if value.there != "" {
			c.Rows = append(c.Rows, d.likeness(value.field, value.there))
		}
	}
	return c
}

// likeness compares one value of a candidate with what most sources say of the applicant. Covered names can't be told.
func (d dossier) likeness(field, there string) views.Likeness {
	row := views.Likeness{Label: d.T(fieldName(field)), Here: d.said(field), There: there}
	match := sameValue(field, there, row.Here)
	switch {
	case row.Here == "":
		row.Here, row.Word, row.Same = "–", d.T("not read"), true
	case d.Masked && field == "fullName":
		row.Word, row.Same = d.T("covered"), true
	case match == engine.MatchFull:
		row.Word, row.Same = d.T("the same"), true
	case match == engine.MatchPartial:
		row.Word = d.T("in part the same")
	default:
		row.Word = d.T("differs")
	}
	return row
}

// said returns what most sources say of a field.
func (d dossier) said(field string) string {
	rows := d.Report.Comparisons
	if field == "fullName" {
		rows = append(slices.Clone(rows), fullNames(rows))
	}
	i := slices.IndexFunc(rows, func(c engine.Comparison) bool { return c.Field == field })
	if i < 0 {
		return ""
	}
	var values []string
	for _, s := range sources {
		values = append(values, rows[i].Values[s])
	}
	usual, _ := majority(values)
	return usual
}
