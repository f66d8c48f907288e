package admin

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Rules are what a company may set itself. They lie in the company's settings, beside other members that stay
// untouched.
type Rules struct {
	Name       string                      // of the company, as people read it
	Version    int                         // grows with each change of what follows
	MinimumAge int                         // years
	DeclineOn  []string                    // codes of checks whose FAIL declines by itself
	Accepted   map[string]engine.Assurance // codes of checks with a lower assurance than is asked for
	Masking    bool                        // personal values are covered outside a job that is being reviewed

	Deadlines    onboarding.Deadlines // minutes for a review, by function
	SecondReview []onboarding.Status  // outcomes of a review that count once another agent has confirmed them
}

// policySettings is the member "policy" of a company's settings, as processing reads it.
type policySettings struct {
	Version    int                         `json:"version"`
	MinimumAge *int                        `json:"minimumAge,omitempty"`
	DeclineOn  *[]string                   `json:"declineOn,omitempty"`
	Accepted   map[string]engine.Assurance `json:"accepted,omitempty"`
}

const oldest = 120

// Declinable lists the checks whose failure may decline by itself: facts that were read, not guesses.
func Declinable() []string {
	return []string{engine.CodeExpiry, engine.CodeCheckDigits, engine.CodeAge, engine.CodeDates, engine.CodeConsistency}
}

// Lowerable returns the checks that some function asks for at an assurance above 1, with that assurance.
func Lowerable() map[string]engine.Assurance {
	asked := map[string]engine.Assurance{}
	for _, needs := range policy.Default().Requirements {
		for _, need := range needs {
			if need.Assurance > 1 {
				asked[need.Check] = max(asked[need.Check], need.Assurance)
			}
		}
	}
	return asked
}

// RulesOf reads a company's rules over the default ones.
func (a *Accounts) RulesOf(ctx context.Context, company string) (Rules, error) {
	c, err := a.Store.Company(ctx, company)
	if err != nil {
		return Rules{}, err
	}
	return rulesOf(c)
}

func rulesOf(c store.Company) (Rules, error) {
	var s struct {
		Policy       policySettings       `json:"policy"`
		Masking      bool                 `json:"masking"`
		SecondReview []onboarding.Status  `json:"secondReview"`
		Deadlines    onboarding.Deadlines `json:"deadlines"`
	}
	if err := json.Unmarshal([]byte(c.Settings), &s); err != nil {
		return Rules{}, fault.Wrap(err, fault.Internal, "the company's settings can't be read")
	}
	standard := policy.Default()
	r := Rules{
		Name:         c.Name,
		Version:      max(s.Policy.Version, standard.Version),
		MinimumAge:   standard.MinimumAge,
		DeclineOn:    standard.DeclineOn,
		Accepted:     s.Policy.Accepted,
		Masking:      s.Masking,
		SecondReview: s.SecondReview,
		Deadlines:    s.Deadlines,
	}
	if s.Policy.MinimumAge != nil {
		r.MinimumAge = *s.Policy.MinimumAge
	}
	if s.Policy.DeclineOn != nil {
		r.DeclineOn = *s.Policy.DeclineOn
	}
	return r, nil
}

func (r Rules) check() (Rules, error) {
	name, err := checkName(r.Name)
	if err != nil {
		return r, err
	}
	r.Name = name
	if r.MinimumAge < 0 || r.MinimumAge > oldest {
		return r, fault.BadField("minimumAge", "range", "the minimum age is 0 to %d years", oldest)
	}
	for _, code := range r.DeclineOn {
		if !slices.Contains(Declinable(), code) {
			return r, fault.BadField("declineOn", "one_of", "this check can't decline by itself")
		}
	}
	for _, outcome := range r.SecondReview {
		if !slices.ContainsFunc(onboarding.ReviewOutcomes(), outcome.Is) {
			return r, fault.BadField("secondReview", "one_of", "a review does not end so")
		}
	}
	if err := checkDeadlines(r.Deadlines); err != nil {
		return r, err
	}
	asked := Lowerable()
	for code, lower := range r.Accepted {
		if most, ok := asked[code]; !ok || lower < 1 || lower >= most {
			return r, fault.BadField("accepted."+code, "range",
				"a lower assurance is at least 1 and below what is asked for")
		}
	}
	return r, nil
}

func checkDeadlines(d onboarding.Deadlines) error {
	for f, minutes := range d {
		if f != "" && !f.Known() || minutes < onboarding.ShortestDeadline || minutes > onboarding.LongestDeadline {
			return fault.BadField("deadline."+string(f), "range", "a review may take 1 minute to 30 days")
		}
	}
	return nil
}

// SetRules replaces a company's rules, if they still are of the version that they were read with; a Conflict otherwise.
func (a *Accounts) SetRules(ctx context.Context, actor, company string, r Rules) error {
	r, err := r.check()
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		c, err := tx.Company(ctx, company)
		if err != nil {
			return err
		}
		was, err := rulesOf(c)
		if err != nil {
			return err
		}
		if was.Version != r.Version {
			return fault.New(fault.Conflict,
				"the settings were changed meanwhile by somebody else: look at them and save again")
		}
		return writeRules(ctx, tx, actor, c, was, r)
	})
}

func writeRules(ctx context.Context, tx *store.Tx, actor string, c store.Company, was, r Rules) error {
	if r.Name != was.Name {
		if err := tx.RenameCompany(ctx, c.Slug, r.Name); err != nil {
			return err
		}
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(c.Settings), &members); err != nil {
		return fault.Wrap(err, fault.Internal, "the company's settings can't be read")
	}
	own, err := json.Marshal(policySettings{
		Version:    was.Version + 1,
		MinimumAge: &r.MinimumAge,
		DeclineOn:  &r.DeclineOn,
		Accepted:   r.Accepted,
	})
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the settings do not encode")
	}
	members["policy"], members["masking"] = own, json.RawMessage(strconv.FormatBool(r.Masking))
	if members["secondReview"], err = json.Marshal(r.SecondReview); err != nil {
		return fault.Wrap(err, fault.Internal, "the settings do not encode")
	}
	if members["deadlines"], err = json.Marshal(r.Deadlines); err != nil {
		return fault.Wrap(err, fault.Internal, "the settings do not encode")
	}
	text, err := json.Marshal(members)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the settings do not encode")
	}
	if err := tx.SetCompanySettings(ctx, c.Slug, string(text)); err != nil {
		return err
	}
	return tx.Audit(ctx, entry(c.Slug, actor, "company.settings", "company:"+c.Slug, changes(was, r)))
}

// changes tells in the trail what was set, and what it was.
func changes(was, is Rules) map[string]any {
	detail := map[string]any{"version": was.Version + 1}
	if was.Name != is.Name {
		detail["renamed"] = true
	}
	if was.MinimumAge != is.MinimumAge {
		detail["minimumAge"] = []int{was.MinimumAge, is.MinimumAge}
	}
	if was.Masking != is.Masking {
		detail["masking"] = []bool{was.Masking, is.Masking}
	}
	if !slices.Equal(was.SecondReview, is.SecondReview) {
		detail["secondReview"] = [][]onboarding.Status{was.SecondReview, is.SecondReview}
	}
	if !slices.Equal(was.DeclineOn, is.DeclineOn) {
		detail["declineOn"] = [][]string{was.DeclineOn, is.DeclineOn}
	}
	if !maps.Equal(was.Deadlines, is.Deadlines) {
		detail["deadlines"] = []onboarding.Deadlines{was.Deadlines, is.Deadlines}
	}
	if !maps.Equal(was.Accepted, is.Accepted) {
		detail["accepted"] = []map[string]engine.Assurance{was.Accepted, is.Accepted}
	}
	return detail
}
