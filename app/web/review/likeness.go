package review

import (
	"slices"

	"proofdesk/app/policy"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	views "proofdesk/views/review"
)

// candidate holds the enrolled customer with the nearest face beside the applicant; nil where none was found by the
// face alone.
func candidate(d dossier.Dossier) *views.Candidate {
	if d.Enrolled == nil || !d.ByFace {
		return nil
	}
	c := &views.Candidate{Name: d.PersonName(d.Enrolled.FullName) + " " + format.UniqueNumber(d.Enrolled.UniqueNumber)}
	for _, value := range []struct{ field, there string }{
		{"fullName", d.Enrolled.FullName},
		{"dateOfBirth", d.Enrolled.DateOfBirth},
		{"documentNumber", d.Enrolled.DocumentNumber},
		{"issuingCountry", d.Enrolled.IssuingCountry},
	} {
		if value.there != "" {
			c.Rows = append(c.Rows, likeness(d, value.field, value.there))
		}
	}
	return c
}

// likeness compares one value of a candidate with the value that most sources have for the applicant. Masked names
// can't be compared.
func likeness(d dossier.Dossier, field, there string) views.Likeness {
	here := said(d, field)
	row := views.Likeness{
		Label: d.T(wording.Field(field)),
		Here:  wording.Value(d.Language, field, here),
		There: wording.Value(d.Language, field, there),
	}
	match := policy.SameValue(field, there, here)
	switch {
	case row.Here == "":
		row.Here, row.Word, row.Same = "–", d.T("not read"), true
	case d.Masked && field == "fullName":
		row.Word, row.Same = d.T("masked"), true
	case match == engine.MatchFull:
		row.Word, row.Same = d.T("the same"), true
	case match == engine.MatchPartial:
		row.Word = d.T("partly the same")
	default:
		row.Word = d.T("differs")
	}
	row.Here, row.There = d.Calendar(row.Here), d.Calendar(row.There)
	return row
}

// said returns the value of a field that most sources have.
func said(d dossier.Dossier, field string) string {
	rows := d.Report.Comparisons
	if field == "fullName" {
		rows = append(slices.Clone(rows), policy.FullNames(rows))
	}
	i := slices.IndexFunc(rows, func(c engine.Comparison) bool { return c.Field == field })
	if i < 0 {
		return ""
	}
	var values []string
	for _, s := range wording.Sources {
		values = append(values, rows[i].Values[s])
	}
	usual, _ := dossier.Majority(values)
	return usual
}
