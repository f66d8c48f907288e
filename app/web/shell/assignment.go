package shell

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/preset"
)

// Assignment reports for whom a preset is used, such as "client Retail, enrolment: 20% of applicants, version 3".
func (v Visitor) Assignment(a preset.Assignment, clients map[string]string, now time.Time) string {
	var scope []string
	if a.Client != "" {
		scope = append(scope, v.T("client %s", cmp.Or(clients[a.Client], a.Client)))
	}
	if a.Function != "" {
		scope = append(scope, v.Function(a.Function))
	}
	text := strings.Join(scope, ", ")
	if text == "" {
		text = v.T("company default")
	}
	var limits []string
	if a.Percent < 100 {
		limits = append(limits, v.T("%s%% of applicants", strconv.Itoa(a.Percent)))
	}
	if a.Version > 0 {
		limits = append(limits, v.T("version %s", strconv.Itoa(a.Version)))
	}
	if a.From.After(now) {
		limits = append(limits, v.T("from %s", v.When(a.From)))
	}
	if held := a.Held(); held != nil {
		limits = append(limits, v.T("held since %s", v.When(held.Since)))
	}
	if len(limits) > 0 {
		text += ": " + strings.Join(limits, ", ")
	}
	return text
}

// HoldRule returns a hold rule in words, such as "captured again over 20%, in error over 5%, of at least 50 jobs in
// 24 h".
func (v Visitor) HoldRule(h preset.Hold) string {
	var limits []string
	if h.RetryRate < 1 {
		limits = append(limits, v.T("captured again over %s", v.rate(h.RetryRate)))
	}
	if h.ErrorRate < 1 {
		limits = append(limits, v.T("in error over %s", v.rate(h.ErrorRate)))
	}
	limits = append(limits, v.N(int(h.MinJobs), "of at least 1 job in %s", "of at least %d jobs in %s",
		v.Age(h.Window)))
	return strings.Join(limits, ", ")
}

// HeldBecause returns why an assignment is held, as a part of a sentence; empty where it is not.
func (v Visitor) HeldBecause(a preset.Assignment) string {
	held := a.Held()
	if held == nil {
		return ""
	}
	bad, jobs := v.Count(held.Bad), v.Count(held.Jobs)
	version, limit := strconv.Itoa(held.Version), v.rate(a.Hold.Limit(held.Figure))
	if held.Figure == preset.ErrorFigure {
		return v.T("%s of %s decided jobs of version %s ended in error (%s, the limit is %s)", bad, jobs, version,
			v.Share(held.Bad, held.Jobs), limit)
	}
	return v.T("%s of %s submitted jobs of version %s were captured again (%s, the limit is %s)", bad, jobs, version,
		v.Share(held.Bad, held.Jobs), limit)
}

// rate returns a rate of 0 to 1 in per cent with as many digits as it needs.
func (v Visitor) rate(share float64) string {
	places := 0
	for hundredths := math.Round(share * 10_000); places < 2 && math.Mod(hundredths, math.Pow10(2-places)) != 0; {
		places++
	}
	return v.Percent(share, places)
}
