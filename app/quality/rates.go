package quality

import (
	"context"
	"encoding/json"
	"strings"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Rates is which share of a company's decisions is drawn for a check, in whole per cent by outcome (Approved, Declined,
// Suspicious). An outcome that is not in it is not drawn.
type Rates map[onboarding.Status]int

// settingsMember is where the rates lie in a company's settings.
const settingsMember = "quality"

// Of returns the share of an outcome.
func (r Rates) Of(outcome onboarding.Status) int {
	for o, rate := range r {
		if o.Is(outcome) {
			return rate
		}
	}
	return 0
}

// On reports whether anything is drawn.
func (r Rates) On() bool {
	for _, rate := range r {
		if rate > 0 {
			return true
		}
	}
	return false
}

func ratesOf(c store.Company) (Rates, error) {
	var settings struct {
		Quality struct {
			Rates Rates `json:"rates"`
		} `json:"quality"`
	}
	if err := json.Unmarshal([]byte(c.Settings), &settings); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the company's settings can't be read")
	}
	return settings.Quality.Rates, nil
}

// Rates returns a company's rates.
func (d *Desk) Rates(ctx context.Context, company string) (Rates, error) {
	c, err := d.Store.Company(ctx, company)
	if err != nil {
		return nil, err
	}
	return ratesOf(c)
}

// SetRates replaces a company's rates. They count for decisions that are drawn from then on.
func (d *Desk) SetRates(ctx context.Context, a Agent, r Rates) error {
	for _, outcome := range onboarding.ReviewOutcomes() {
		if rate := r.Of(outcome); rate < 0 || rate > 100 {
			return fault.BadField(strings.ToLower(string(outcome)), "range", "give a share of 0 to 100 per cent")
		}
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		c, err := tx.Company(ctx, a.Company)
		if err != nil {
			return err
		}
		members := map[string]json.RawMessage{}
		if err := json.Unmarshal([]byte(c.Settings), &members); err != nil {
			return fault.Wrap(err, fault.Internal, "the company's settings can't be read")
		}
		if members[settingsMember], err = json.Marshal(map[string]Rates{"rates": r}); err != nil {
			return fault.Wrap(err, fault.Internal, "the rates do not encode")
		}
		text, err := json.Marshal(members)
		if err != nil {
			return fault.Wrap(err, fault.Internal, "the settings do not encode")
		}
		if err := tx.SetCompanySettings(ctx, a.Company, string(text)); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.Entry{
			Company: a.Company,
			Actor:   "agent:" + a.ID,
			Action:  "quality.rates",
			Target:  "company:" + a.Company,
			Detail:  r,
		})
	})
}
