package demo

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// arrival is one applicant of the past, and when they apply.
type arrival struct {
	application
	at     time.Time
	needed bool // whether the past needs them although it is late: they come again, or wait in the queue at its end
}

const (
	weekdayPairs = 3 // pairs of applicants on every other working day, one less on the others
	weekendPairs = 1
	pairGap      = 15 * time.Minute // between two pairs at least
	withinPair   = 12 * time.Second
)

// finalRush is when, before the end of the past, its last pairs come. Nobody decides on them any more: they are what
// the queue begins with.
var finalRush = []time.Duration{115 * time.Minute, 80 * time.Minute, 45 * time.Minute, 20 * time.Minute}

// dice returns the source of chance for one purpose of one applicant or day; it is the same at every start.
func dice(n int, purpose string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(purpose)) // never fails
	return rand.New(rand.NewPCG(uint64(n), h.Sum64()))
}

// arrivals returns the applicants of the past in the order of their times. They come in pairs, because the engine
// inspects two at a time.
func arrivals(from, until time.Time) []arrival {
	var pairs []time.Time
	for n := 0; from.Add(time.Duration(n) * day).Before(until); n++ {
		pairs = append(pairs, pairsOf(n, from.Add(time.Duration(n)*day))...)
	}
	rush := until.Add(-finalRush[0])
	pairs = slices.DeleteFunc(pairs, func(at time.Time) bool { return !at.Add(pairGap).Before(rush) })
	for _, before := range finalRush {
		pairs = append(pairs, until.Add(-before))
	}
	var all []arrival
	var enrolled []application
	for _, at := range pairs {
		for i := range 2 {
			n := len(all)
			a := applicant(n, enrolled)
			if !at.Before(rush) {
				a = waiting(n)
			}
			if a.function == onboarding.Enrollment && a.kind == specimen.Good {
				enrolled = append(enrolled, a)
			}
			all = append(all, arrival{
				application: a,
				at:          at.Add(time.Duration(i) * withinPair),
				needed:      !at.Before(rush),
			})
		}
	}
	markNeeded(all)
	return all
}

// markNeeded marks the applicants who come again later.
func markNeeded(all []arrival) {
	later := map[string]bool{}
	for i := len(all) - 1; i >= 0; i-- {
		a := &all[i]
		if a.kind == specimen.Good && a.number != "" && later[a.number] {
			a.needed = true
		}
		if a.number != "" {
			later[a.number] = true
		}
	}
}

// pairAt returns the applicants who come as the next pair.
func pairAt(all []arrival, n int) []arrival {
	end := n
	for end < len(all) && all[end].at.Sub(all[n].at) < pairGap {
		end++
	}
	return all[n:end]
}

// pairsOf returns when the pairs of a day come, which begins at any hour.
func pairsOf(n int, begin time.Time) []time.Time {
	chance := dice(n, "day")
	wanted := weekdayPairs - n%2
	if weekend(begin) {
		wanted = weekendPairs
	}
	var all []time.Time
	for tries := 0; len(all) < wanted && tries < 1000; tries++ {
		at := begin.Add(time.Duration(chance.Int64N(int64(day)))).Truncate(time.Second)
		near := func(other time.Time) bool { return at.Sub(other).Abs() < pairGap }
		if chance.Float64() < busy(at.Hour()) && !slices.ContainsFunc(all, near) && at.Sub(begin) < day-pairGap {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all
}

func weekend(at time.Time) bool { return at.Weekday() == time.Saturday || at.Weekday() == time.Sunday }

// busy returns how likely applicants are to come at an hour of the day, 0 to 1.
func busy(hour int) float64 {
	switch {
	case hour < 6:
		return .04
	case hour < 8 || hour >= 21:
		return .25
	case hour >= 11 && hour < 14:
		return 1
	}
	return .7
}

// share is how many of a hundred applicants are of a kind.
type share struct {
	weight int
	application
}

// shares are the kinds of applicants of the past.
var shares = []share{
	{18, application{kind: specimen.Good, function: onboarding.IDValidationFace, trusted: true, live: "PASS"}},
	{10, application{kind: specimen.Good, function: onboarding.IDValidation}},
	{9, application{kind: specimen.Good, function: onboarding.Enrollment, trusted: true, live: "PASS"}},
	{8, application{kind: specimen.Again, function: onboarding.CustomerVerification, trusted: true, live: "PASS"}},
	{5, application{kind: specimen.Again, function: onboarding.Enrollment, trusted: true, live: "PASS"}},
	{3, application{kind: specimen.OtherIdentity, function: onboarding.Enrollment, trusted: true, live: "PASS"}},
	{5, application{kind: specimen.WrongFace, function: onboarding.IDValidationFace, trusted: true, live: "PASS"}},
	{5, application{kind: specimen.BirthContradicts, function: onboarding.IDValidationFace, live: "PASS"}},
	{4, application{kind: specimen.NameContradicts, function: onboarding.IDValidationFace, live: "PASS"}},
	{6, application{kind: specimen.SubmittedDiffers, function: onboarding.IDValidationFace, live: "PASS"}},
	{5, application{kind: specimen.Reflecting, function: onboarding.IDValidation}},
	{3, application{kind: specimen.OutOfFocus, function: onboarding.IDValidation}},
	{4, application{kind: specimen.Photocopied, function: onboarding.IDValidation}},
	{2, application{kind: specimen.OnScreen, function: onboarding.IDValidation}},
	{3, application{kind: specimen.Underexposed, function: onboarding.IDValidation}},
	{2, application{kind: specimen.Expired, function: onboarding.IDValidation}},
	{1, application{kind: specimen.UnderAge, function: onboarding.IDValidation}},
	{1, application{kind: specimen.WrongDigit, function: onboarding.IDValidation}},
	{1, application{kind: specimen.Truncated, function: onboarding.IDValidation}},
	{2, application{kind: specimen.Good, function: onboarding.LiveFaceCheck, live: "PASS"}},
	{2, application{kind: specimen.SmudgedPrint, function: onboarding.FingerprintCapture}},
	{1, application{kind: specimen.NoisyVoice, function: onboarding.VoiceCapture}},
}

// applicant returns the n-th applicant of the past. One who comes again is somebody who has enrolled.
func applicant(n int, enrolled []application) application {
	chance := dice(n, "applicant")
	total := 0
	for _, s := range shares {
		total += s.weight
	}
	pick := chance.IntN(total)
	at := slices.IndexFunc(shares, func(s share) bool { pick -= s.weight; return pick < 0 })
	a := shares[at].application
	a.seed = uint64(20000 + n)
	known := a.kind == specimen.Again || a.kind == specimen.OtherIdentity
	if known && len(enrolled) == 0 {
		a.kind, a.function = specimen.Good, onboarding.Enrollment
	}
	if known && len(enrolled) > 0 {
		before := enrolled[chance.IntN(len(enrolled))]
		a.seed, a.number = before.seed, before.number
	}
	if a.function == onboarding.Enrollment && a.kind != specimen.Again {
		a.number = fmt.Sprint(200000 + n)
	}
	return a
}

// waiting returns an applicant who needs a review.
func waiting(n int) application {
	kinds := []specimen.Case{
		specimen.WrongFace, specimen.SubmittedDiffers, specimen.Reflecting, specimen.BirthContradicts,
		specimen.Photocopied, specimen.Good, specimen.NameContradicts, specimen.Underexposed,
	}
	a := application{kind: kinds[n%len(kinds)], function: onboarding.IDValidationFace, seed: uint64(20000 + n)}
	a.live = "PASS"
	return a
}

// numberAt returns the number of the applicant who came last at a time; -1 where nobody had come.
func numberAt(all []arrival, at time.Time) int {
	n, found := slices.BinarySearchFunc(all, at, func(a arrival, t time.Time) int { return a.at.Compare(t) })
	if found {
		return n
	}
	return n - 1
}
