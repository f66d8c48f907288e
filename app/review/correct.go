package review

import (
	"context"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Correctable reports whether an agent may correct a source's values: text that was recognised or typed may be wrong,
// values with check digits or signatures are not changed.
func Correctable(source string) bool { return source == "VIZ" || source == "SUBMITTED" }

// Correction is a corrected value.
type Correction struct {
	JobID  string
	Claim  string
	Source string
	Field  string
	Before string
	After  string
}

var name = regexp.MustCompile(`^[^\pN\pC]*\pL[^\pN\pC]*$`)

var country = regexp.MustCompile(`^[A-Z]{1,3}$`)

// Correct records a corrected value of a job that the agent holds.
func (d *Desk) Correct(ctx context.Context, a Agent, c Correction) error {
	if err := a.may(); err != nil {
		return err
	}
	c.After = strings.TrimSpace(c.After)
	if err := checkCorrection(c); err != nil {
		return err
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		held, err := tx.LockCase(ctx, a.Company, c.JobID)
		if err != nil {
			return err
		}
		if !held.HeldBy(a.ID, tx.Now) || held.Claim != c.Claim {
			return fault.New(fault.Conflict, "you no longer hold this job")
		}
		err = tx.InsertCorrection(ctx, store.Correction{
			ID:      ids.UUID(),
			Company: a.Company,
			JobID:   c.JobID,
			AgentID: a.ID,
			Source:  c.Source,
			Field:   c.Field,
			Before:  c.Before,
			After:   c.After,
		})
		if err != nil {
			return err
		}
		job, err := tx.Job(ctx, a.Company, c.JobID)
		if err != nil {
			return err
		}
		if err := tx.IndexJob(ctx, job, c.After); err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("review.correct", c.JobID, map[string]any{"source": c.Source, "field": c.Field}))
	})
}

// Dated reports whether the value of a field is a date, as YYYY-MM-DD.
func Dated(field string) bool {
	return strings.HasPrefix(field, "date") || strings.HasSuffix(field, "Date")
}

func checkCorrection(c Correction) error {
	var known onboarding.PersonalDetails
	if err := naming.CheckText("value", c.After); err != nil {
		return err
	}
	switch {
	case !Correctable(c.Source):
		return fault.BadField("source", "one_of", "only printed text and submitted values can be corrected")
	case fieldOf(&known, c.Field) == nil && !strings.HasPrefix(c.Field, "address."):
		return fault.BadField("field", "one_of", "this field can't be corrected: reload the page")
	case c.After == "" || utf8.RuneCountInString(c.After) > 200:
		return fault.BadField("value", "max_length", "enter at most 200 characters")
	case strings.HasSuffix(c.Field, "Name") && !name.MatchString(c.After):
		return fault.BadField("value", "format", "a name must have at least one letter and no digits")
	case Dated(c.Field):
		if _, err := time.Parse(time.DateOnly, c.After); err != nil {
			return fault.BadField("value", "format", "enter the date as 31 Jan 2026 or as 2026-01-31")
		}
	case (c.Field == "nationality" || c.Field == "issuingCountry") && !country.MatchString(c.After):
		return fault.BadField("value", "format", "enter the country as in the machine-readable zone, such as MEX")
	}
	return nil
}
