package demo

import (
	"testing"
	"time"
)

func TestAPastThatIsLateLeavesOutOnlyApplicantsItDoesNotNeed(t *testing.T) {
	p := progress{Until: wednesday(time.Now().UTC())}
	p.From = p.Until.AddDate(0, 0, -30)
	all := arrivals(p.From, p.Until)
	for _, test := range []struct {
		name        string
		within      time.Duration
		spent       func(at time.Time) time.Duration
		least, most int // share of the applicants who come, in percent
		longest     int // pairs in turn that do not come
	}{
		{"without a limit", 0, func(time.Time) time.Duration { return time.Hour }, 100, 100, 0},
		{"in time", time.Hour, func(at time.Time) time.Duration { return at.Sub(p.From) / 1000 }, 100, 100, 0},
		{"always late", time.Hour, func(time.Time) time.Duration { return time.Hour }, 20, 60, mostPassed},
		{"out of time", time.Minute, func(time.Time) time.Duration { return time.Hour }, 6, 40, len(all)},
	} {
		t.Run(test.name, func(t *testing.T) {
			pace, came, gap := newPace(p, test.within), 0, 0
			for n := 0; n < len(all); {
				come := pairAt(all, n)
				n += len(come)
				if pace.comes(come, test.spent(come[0].at)) {
					came, gap = came+len(come), 0
					continue
				}
				if gap++; gap > test.longest {
					t.Errorf("%d pairs in turn do not come before %s", gap, come[0].at)
				}
				for _, a := range come {
					if a.needed {
						t.Errorf("%s at %s does not come, and the past needs them", a.kind, a.at)
					}
				}
			}
			if part := 100 * came / len(all); part < test.least || part > test.most {
				t.Errorf("%d of %d applicants come", came, len(all))
			}
		})
	}
}

func TestWhoeverComesAgainHasComeBefore(t *testing.T) {
	until := wednesday(time.Now().UTC())
	last := map[string]arrival{}
	for _, a := range arrivals(until.AddDate(0, 0, -30), until) {
		if before, again := last[a.number]; again && a.number != "" && !before.needed {
			t.Errorf("%s comes again at %s, and may have been left out at %s", a.number, a.at, before.at)
		}
		if _, known := last[a.number]; !known {
			last[a.number] = a
		}
	}
}
