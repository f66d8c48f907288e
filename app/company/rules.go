package company

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// Rules holds the settings that are edited and saved together, under one version.
type Rules struct {
	Name       string                      // of the company
	Version    int                         // of these rules; grows with each change
	MinimumAge int                         // years
	DeclineOn  []string                    // codes of checks whose FAIL declines by itself
	Accepted   map[string]engine.Assurance // codes of checks with a lower assurance than is required
	Masking    bool                        // mask personal values outside a claimed job
	Moves      bool                        // ask for moves before the camera with each selfie
	Phrase     string                      // to be spoken in voices and videos; empty means the built-in one

	Deadlines    onboarding.Deadlines // minutes for a review, by function
	SecondReview []onboarding.Status  // outcomes of a review that a second agent has to confirm
}

const (
	maxMinimumAge = 120 // years
	maxPhrase     = 200 // characters: what can be read aloud in some seconds
)

// Declinable returns the checks whose failure may decline by itself: facts that were read, not estimates.
func Declinable() []string {
	return []string{
		engine.CodeExpiry, engine.CodeCheckDigits, engine.CodeAge, engine.CodeDates, engine.CodeConsistency,
	}
}

// Lowerable returns the checks that some function requires at an assurance above 1, with the highest one required.
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

// Rules returns the company's rules, with the defaults for what it has not set.
func (c Company) Rules() Rules {
	p := c.Settings.EffectivePolicy()
	return Rules{
		Name:         c.Name,
		Version:      p.Version,
		MinimumAge:   p.MinimumAge,
		DeclineOn:    p.DeclineOn,
		Accepted:     p.Accepted,
		Masking:      c.Settings.Masking,
		Moves:        !c.Settings.StillSelfies,
		Phrase:       c.Settings.VideoIDPhrase,
		SecondReview: c.Settings.SecondReview,
		Deadlines:    c.Settings.Deadlines,
	}
}

// SetRules replaces the company's rules and returns what changed, for the audit log. It returns a Conflict where the
// company's rules have another version than those that the caller read.
func (c *Company) SetRules(r Rules) (changed map[string]any, err error) {
	r, err = r.check()
	if err != nil {
		return nil, err
	}
	before := c.Rules()
	if before.Version != r.Version {
		return nil, ErrChanged()
	}
	r.Version++
	c.Name = r.Name
	c.Settings.Policy = PolicySettings{
		Version:    r.Version,
		MinimumAge: &r.MinimumAge,
		DeclineOn:  &r.DeclineOn,
		Accepted:   r.Accepted,
	}
	c.Settings.Masking = r.Masking
	c.Settings.StillSelfies = !r.Moves
	c.Settings.VideoIDPhrase = r.Phrase
	c.Settings.SecondReview = r.SecondReview
	c.Settings.Deadlines = r.Deadlines
	return changes(before, r), nil
}

// check returns the rules with their name trimmed, or the first rule that they break.
func (r Rules) check() (Rules, error) {
	name, err := naming.Check(r.Name)
	if err != nil {
		return r, err
	}
	r.Name = name
	if r.MinimumAge < 0 || r.MinimumAge > maxMinimumAge {
		return r, fault.BadField("minimumAge", "range", "the minimum age must be 0 to %d years", maxMinimumAge)
	}
	if r.Phrase, err = checkPhrase(r.Phrase); err != nil {
		return r, err
	}
	for _, code := range r.DeclineOn {
		if !slices.Contains(Declinable(), code) {
			return r, fault.BadField("declineOn", "one_of",
				"this check can't decline a job automatically: choose one of the checks on the page")
		}
	}
	for _, outcome := range r.SecondReview {
		if !slices.ContainsFunc(onboarding.ReviewOutcomes(), outcome.Is) {
			return r, fault.BadField("secondReview", "one_of",
				"choose outcomes that a review can end with: approved, declined or suspicious")
		}
	}
	if err := checkDeadlines(r.Deadlines); err != nil {
		return r, err
	}
	asked := Lowerable()
	for code, lower := range r.Accepted {
		most, ok := asked[code]
		if !ok {
			return r, fault.BadField("accepted."+code, "one_of",
				"%q is not a check for which a lower assurance can be accepted: choose one from the page", code)
		}
		if lower < 1 || lower >= most {
			return r, fault.BadField("accepted."+code, "range",
				"a lower assurance must be at least 1 and below the required level")
		}
	}
	return r, nil
}

// checkPhrase returns the phrase trimmed; an empty one means the built-in one.
func checkPhrase(phrase string) (string, error) {
	phrase = strings.TrimSpace(phrase)
	switch {
	case phrase == "":
		return "", nil
	case utf8.RuneCountInString(phrase) > maxPhrase:
		return "", fault.BadField("phrase", "max_length", "the phrase can have at most %d characters", maxPhrase)
	}
	return phrase, naming.CheckWords("phrase", phrase)
}

func checkDeadlines(d onboarding.Deadlines) error {
	for f, minutes := range d {
		if f != "" && !f.Known() {
			return fault.BadField("deadline."+string(f), "one_of",
				"%q is not a function that a deadline can be set for: choose one from the page", f)
		}
		if minutes < onboarding.ShortestDeadline || minutes > onboarding.LongestDeadline {
			return fault.BadField("deadline."+string(f), "range", "the deadline must be between 1 minute and 30 days")
		}
	}
	return nil
}

// changes returns the settings that changed, each with its value before and after.
func changes(before, after Rules) map[string]any {
	detail := map[string]any{"version": after.Version}
	if before.Name != after.Name {
		detail["renamed"] = true
	}
	if before.MinimumAge != after.MinimumAge {
		detail["minimumAge"] = []int{before.MinimumAge, after.MinimumAge}
	}
	if before.Masking != after.Masking {
		detail["masking"] = []bool{before.Masking, after.Masking}
	}
	if before.Moves != after.Moves {
		detail["moves"] = []bool{before.Moves, after.Moves}
	}
	if before.Phrase != after.Phrase {
		detail["phrase"] = []string{before.Phrase, after.Phrase}
	}
	if !slices.Equal(before.SecondReview, after.SecondReview) {
		detail["secondReview"] = [][]onboarding.Status{before.SecondReview, after.SecondReview}
	}
	if !slices.Equal(before.DeclineOn, after.DeclineOn) {
		detail["declineOn"] = [][]string{before.DeclineOn, after.DeclineOn}
	}
	if !maps.Equal(before.Deadlines, after.Deadlines) {
		detail["deadlines"] = []onboarding.Deadlines{before.Deadlines, after.Deadlines}
	}
	if !maps.Equal(before.Accepted, after.Accepted) {
		detail["accepted"] = []map[string]engine.Assurance{before.Accepted, after.Accepted}
	}
	return detail
}
