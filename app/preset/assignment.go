package preset

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// Assignment is for which jobs a preset is used. Without a client and a function it is the company's default.
type Assignment struct {
	Preset   string
	Client   string              // a client's id; empty for every client
	Function onboarding.Function // empty for every function
	Version  int                 // 0 for the latest
	From     time.Time           // not used before; zero for at once
	Percent  int                 // of the applicants, 0 to 100; with 0 it is kept for later and given to nobody
	Newest   int                 // the number of the preset's newest version, where it is known
	Hold     *Hold               // nil for none
}

// InForce returns the number of the version that is used.
func (a Assignment) InForce() int {
	if a.Version > 0 {
		return a.Version
	}
	return a.Newest
}

// Held returns why the assignment is held; nil where it is not. A version that was published since is not held for
// what became of an older one.
func (a Assignment) Held() *Held {
	if a.Hold == nil || a.Hold.Held == nil || a.Hold.Held.Version != a.InForce() {
		return nil
	}
	return a.Hold.Held
}

// Before returns the assignment of the version before, which stands in for a held one, and whether there is one.
func (a Assignment) Before() (Assignment, bool) {
	n := a.InForce() - 1
	a.Version, a.Hold = n, nil
	return a, n > 0
}

// SameScope reports whether two assignments are for the same client and function.
func (a Assignment) SameScope(other Assignment) bool {
	return a.Client == other.Client && a.Function == other.Function
}

// Same reports whether two assignments say the same, whatever became of their hold rules.
func (a Assignment) Same(other Assignment) bool {
	if (a.Hold == nil) != (other.Hold == nil) || a.Hold != nil && !a.Hold.Same(*other.Hold) {
		return false
	}
	return a.Preset == other.Preset && a.SameScope(other) && a.Version == other.Version &&
		a.From.Equal(other.From) && a.Percent == other.Percent
}

// Check returns what is wrong with an assignment, under a field's name such as assignments[0].
func (a Assignment) Check(under string) []fault.Field {
	var mistakes []fault.Field
	if a.Function != "" && !a.Function.Known() {
		name := under + ".function"
		mistakes = append(mistakes, fault.Field{Name: name, Rule: "one_of", Message: name + " is no function"})
	}
	if a.Percent < 0 || a.Percent > 100 {
		name := under + ".percent"
		mistakes = append(mistakes, fault.Field{Name: name, Rule: "range", Message: name + " must be from 0 to 100"})
	}
	if !a.From.IsZero() && (a.From.UnixMilli() <= 0 || a.From.UTC().Year() > 9999) {
		name := under + ".from"
		message := name + " must be from 1970 to 9999"
		mistakes = append(mistakes, fault.Field{Name: name, Rule: "range", Message: message})
	}
	if a.Hold != nil {
		mistakes = append(mistakes, a.Hold.Check(under+".hold")...)
	}
	if a.Version < 0 {
		name := under + ".version"
		message := name + " must be the number of a version, or 0 for the latest"
		mistakes = append(mistakes, fault.Field{Name: name, Rule: "range", Message: message})
	}
	return mistakes
}

// scope is for whom an assignment is.
type scope struct {
	client   string
	function onboarding.Function
}

// Choose returns the assignment that applies to an applicant; the narrowest does: client and function, client,
// function, the company. Where several presets share a scope, numbers made of the scope, the applicant and each preset
// decide, so that an applicant always gets the same one.
//
// In place of an assignment that is held, the applicant gets the version before it; where there is none, one of the
// others of its scope, else the next wider one. Choose reports false where none applies.
func Choose(
	all []Assignment, client string, function onboarding.Function, applicant string, now time.Time,
) (Assignment, bool) {
	for _, s := range scopesOf(client, function) {
		begun := s.begun(all, now)
		a, ok := s.taking(begun, applicant, 100-sharesOf(begun))
		switch {
		case !ok:
			continue
		case a.Held() == nil:
			return a, true
		}
		if before, ok := a.Before(); ok {
			return before, true
		}
		if others, share := unheld(begun); share > 0 {
			return s.taking(others, applicant, 0)
		}
	}
	return Assignment{}, false
}

// begun lists the assignments of a scope that are used already, by at least some applicants.
func (s scope) begun(all []Assignment, now time.Time) []Assignment {
	var some []Assignment
	for _, a := range all {
		if (scope{a.Client, a.Function}) == s && !a.From.After(now) && a.Percent > 0 {
			some = append(some, a)
		}
	}
	return some
}

// taking returns the assignment that an applicant gets; none for some of them where a share is left to none. All run a
// race with a speed that is their share, so that a preset which is added, or whose share changes, takes applicants from
// the others and moves none between them.
func (s scope) taking(all []Assignment, applicant string, none int) (taken Assignment, ok bool) {
	first := s.time("", applicant, none)
	for _, a := range all {
		if t := s.time(a.Preset, applicant, a.Percent); t < first {
			taken, ok, first = a, true, t
		}
	}
	return taken, ok
}

// time returns when a preset with a share is through in the race for an applicant.
func (s scope) time(preset, applicant string, share int) float64 {
	if share <= 0 {
		return math.Inf(1)
	}
	sum := sha256.Sum256([]byte(s.client + "\x00" + string(s.function) + "\x00" + preset + "\x00" + applicant))
	number := binary.BigEndian.Uint64(sum[:8]) >> 11 // as many bits as a float64 holds
	return -math.Log((float64(number)+.5)/(1<<53)) / float64(share)
}

// sharesOf adds up the shares of some assignments.
func sharesOf(all []Assignment) int {
	sum := 0
	for _, a := range all {
		sum += a.Percent
	}
	return sum
}

// unheld lists the assignments that are not held, with the sum of their shares.
func unheld(all []Assignment) (some []Assignment, share int) {
	for _, a := range all {
		if a.Held() == nil {
			some, share = append(some, a), share+a.Percent
		}
	}
	return some, share
}

// scopesOf lists for whom an assignment to a client and function may be, the narrowest first.
func scopesOf(client string, function onboarding.Function) []scope {
	return []scope{{client, function}, {client, ""}, {"", function}, {"", ""}}
}

// Possible lists the assignments of which Choose returns one, whoever the applicant is, and reports whether it returns
// one for everybody.
func Possible(
	all []Assignment, client string, function onboarding.Function, now time.Time,
) (possible []Assignment, everybody bool) {
	for _, s := range scopesOf(client, function) {
		begun := s.begun(all, now)
		others, share := unheld(begun)
		possible = append(possible, others...)
		taken := 0 // the share of the applicants that get one of this scope
		for _, a := range begun {
			before, ok := a.Before()
			switch {
			case a.Held() == nil, share > 0 && !ok:
				taken += a.Percent
			case ok:
				possible, taken = append(possible, before), taken+a.Percent
			}
		}
		if taken >= 100 {
			return possible, true
		}
	}
	return possible, false
}

// Overbooked returns a mistake for each scope of which assignments take more than all applicants.
func Overbooked(all []Assignment) []fault.Field {
	sums := map[scope]int{}
	for _, a := range all {
		sums[scope{a.Client, a.Function}] += a.Percent
	}
	var mistakes []fault.Field
	for i, a := range all {
		s := scope{a.Client, a.Function}
		if sums[s] > 100 {
			mistakes = append(mistakes, fault.Field{
				Name: fmt.Sprintf("assignments[%d].percent", i),
				Rule: "range",
				Message: fmt.Sprintf("the presets of this client and function take %d per cent of the applicants",
					sums[s]),
			})
			sums[s] = 0 // named once
		}
	}
	return mistakes
}
