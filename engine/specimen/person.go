package specimen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"proofdesk/engine/face/drawn"
)

// Address is a postal address; State is a two-letter code or empty, Country an ISO 3166-1 alpha-3 code.
type Address struct {
	Line1, City, State, PostalCode, Country string
}

// Person is an invented holder of documents. Names carry their diacritics; State is the issuing State as ICAO 9303
// spells it; Sex is M, F or X; Face seeds the portrait, Fingers the prints, Voice the voice and Hand the signature.
type Person struct {
	Surname, GivenNames        string
	Sex                        string
	Birth                      time.Time
	BirthPlace                 string
	State, Nationality         string
	PersonalNumber             string
	Address                    Address
	HeightCM                   int
	Eyes                       string
	Face, Fingers, Voice, Hand uint64
}

// NewPerson invents the person of a seed, born 19 to 80 years before today. An empty state chooses one.
func NewPerson(seed uint64, state string, today time.Time) Person {
	rng := source(seed, "person")
	s := pick(rng, states)
	if rng.IntN(3) == 0 {
		s = states[0]
	}
	if state != "" {
		s = stateOf(state)
	}
	c := cultures[s.culture]
	p := Person{
		Sex:            pick(rng, []string{"F", "M"}),
		Surname:        pick(rng, c.surnames),
		State:          s.code,
		Nationality:    s.code,
		Birth:          birth(rng, today, 19, 80),
		BirthPlace:     pick(rng, c.cities),
		HeightCM:       152 + rng.IntN(40),
		Eyes:           pick(rng, []string{"BRO", "BLU", "GRN", "HAZ", "GRY"}),
		PersonalNumber: digits(rng, 8),
		Fingers:        rng.Uint64(),
		Voice:          rng.Uint64(),
		Hand:           rng.Uint64(),
	}
	p.GivenNames = pick(rng, c.male)
	if p.Sex == "F" {
		p.GivenNames, p.Surname = pick(rng, c.female), feminine(s.culture, p.Surname)
	}
	p.Face = p.face(rng, today)
	if rng.IntN(40) == 0 {
		p.Sex = "X"
	}
	p.Address = Address{
		Line1:      fmt.Sprintf(c.number, 1+rng.IntN(240), pick(rng, c.streets)),
		City:       pick(rng, c.cities),
		PostalCode: digits(rng, 5),
		Country:    alpha3(s.code),
	}
	return p
}

// feminine is the form of a surname that women of the culture carry.
func feminine(culture, surname string) string {
	switch culture {
	case "polish":
		if stem, ok := strings.CutSuffix(surname, "ski"); ok {
			return stem + "ska"
		}
	case "czech":
		for _, ending := range [][2]string{{"ý", "á"}, {"a", "ová"}, {"ek", "ková"}, {"", "ová"}} {
			if stem, ok := strings.CutSuffix(surname, ending[0]); ok {
				return stem + ending[1]
			}
		}
	}
	return surname
}

// face finds a portrait whose looks fit the person's sex and, as far as a few dozen tries go, age.
func (p Person) face(rng *rand.Rand, today time.Time) uint64 {
	want := math.Min(1, today.Sub(p.Birth).Hours()/24/365/75)
	best, off := uint64(0), math.Inf(1)
	for range 40 {
		seed := rng.Uint64()
		masculine, age, _ := drawn.Traits(seed)
		if p.Sex == "F" {
			masculine = 1 - masculine
		}
		if d := math.Abs(age-want) + 3*max(0, .8-masculine); d < off {
			best, off = seed, d
		}
	}
	return best
}

// FullName is the given names followed by the surname.
func (p Person) FullName() string { return p.GivenNames + " " + p.Surname }

// birth is a day such that the age at today is from low to high-1 years.
func birth(rng *rand.Rand, today time.Time, low, high int) time.Time {
	latest := date(today.Year()-low, today.Month(), today.Day())
	return latest.AddDate(0, 0, -rng.IntN((high-low)*365))
}

func date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func alpha3(code string) string {
	if code == "D" {
		return "DEU"
	}
	return code
}

func digits(rng *rand.Rand, n int) string {
	return chosen(rng, "0123456789", n)
}

// documentNumber avoids letters that look like digits, as most issuers do.
func documentNumber(rng *rand.Rand, n int) string {
	return chosen(rng, "CFGHJKLMNPRTVWXYZ", 1) + chosen(rng, "0123456789CFGHJKLMNPRTVWXYZ", n-4) + digits(rng, 3)
}

func chosen(rng *rand.Rand, from string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(from[rng.IntN(len(from))])
	}
	return b.String()
}
