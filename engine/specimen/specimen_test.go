package specimen_test

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/aamva"
	"proofdesk/engine/mrz"
	"proofdesk/engine/specimen"
)

var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

var kinds = []specimen.Kind{
	specimen.Passport, specimen.CardTD1, specimen.CardTD2, specimen.VisaA, specimen.VisaB, specimen.FrenchID,
	specimen.Licence,
}

func issued(kind specimen.Kind, seed uint64, flaws specimen.Flaw) specimen.Document {
	d := specimen.NewDocument(kind, specimen.NewPerson(seed, "", today), seed, today)
	d.Flaws = flaws
	return d
}

// small makes an applicant's documents and photographs quick to draw.
func small(s specimen.Set) specimen.Set {
	s.Document.Detail, s.Conditions.Width, s.Conditions.Height = .4, 400, 280
	return s
}

func TestSameSeedGivesTheSameBytes(t *testing.T) {
	draw := func() [32]byte {
		s := small(specimen.Applicant(7, specimen.Slanted, today))
		h := sha256.New()
		for _, kind := range []string{"passport", "id_front", "id_back", "voice", "signature", "fingerprints"} {
			c, _ := s.Capture(kind)
			h.Write(c.Bytes)
			h.Write([]byte(c.Coordinates))
		}
		return [32]byte(h.Sum(nil))
	}
	first, second := draw(), draw()
	if first != second {
		t.Fatal("two drawings of one seed differ")
	}
}

func TestPersonsAreOfAgeAndVaried(t *testing.T) {
	names, states := map[string]bool{}, map[string]bool{}
	diacritics := 0
	for seed := range uint64(200) {
		p := specimen.NewPerson(seed, "", today)
		names[p.FullName()], states[p.State] = true, true
		if strings.IndexFunc(p.FullName(), func(r rune) bool { return r > 127 }) >= 0 {
			diacritics++
		}
		if age := today.Sub(p.Birth).Hours() / 24 / 365.25; age < 18.9 || age > 80.1 {
			t.Errorf("%s is %.1f", p.FullName(), age)
		}
	}
	if len(names) < 150 || len(states) < 12 || diacritics < 40 {
		t.Fatalf("%d names, %d States, %d with diacritics among 200", len(names), len(states), diacritics)
	}
}

func TestEveryZoneParsesWithoutAFault(t *testing.T) {
	for _, kind := range kinds[:6] {
		for seed := range uint64(60) {
			for _, flaws := range []specimen.Flaw{0, specimen.NamesCut} {
				d := issued(kind, seed, flaws)
				r, err := mrz.Parse(d.Lines(), today)
				if err != nil {
					t.Fatalf("%s %d: %v in %q", kind, seed, err, d.Lines())
				}
				if failed := r.Failed(); len(failed) > 0 || len(r.Malformed) > 0 {
					t.Fatalf("%s %d: %v %v in %q", kind, seed, failed, r.Malformed, d.Lines())
				}
				if r.Number != d.Number {
					t.Fatalf("%s %d: number %q, issued %q", kind, seed, r.Number, d.Number)
				}
			}
		}
	}
}

func TestAFalseDigitIsTheOnlyFault(t *testing.T) {
	for _, kind := range kinds[:6] {
		right, wrong := issued(kind, 3, 0).Lines(), issued(kind, 3, specimen.WrongCheckDigit).Lines()
		differing := 0
		for i := range right {
			for j := range right[i] {
				if right[i][j] != wrong[i][j] {
					differing++
				}
			}
		}
		r, err := mrz.Parse(wrong, today)
		failed := slices.Contains(r.Failed(), mrz.FieldNumber)
		if err != nil || differing != 1 || !failed {
			t.Errorf("%s: %d characters differ, digit reported as failed: %v (%v)", kind, differing, failed, err)
		}
	}
}

func TestEveryLicenceRecordParses(t *testing.T) {
	for seed := range uint64(100) {
		d := issued(specimen.Licence, seed, 0)
		l, err := aamva.Parse(d.Record())
		if err != nil || len(l.Warnings) > 0 {
			t.Fatalf("%d: %v %v in %q", seed, err, l.Warnings, d.Record())
		}
		if l.DocumentNumber != d.Number || l.BirthDate != d.Person.Birth.Format("2006-01-02") ||
			l.Version != d.Version ||
			l.Jurisdiction != d.Jurisdiction || l.Address.City != strings.ToUpper(d.Person.Address.City) {
			t.Fatalf("%d: %+v from %+v", seed, l, d)
		}
	}
}

func TestContradictionsAreInTheZoneOnly(t *testing.T) {
	for _, kind := range kinds[:6] {
		good, bad := issued(kind, 5, 0), issued(kind, 5, specimen.BirthDiffers|specimen.BarcodeDiffers)
		a, _ := mrz.Parse(good.Lines(), today)
		b, _ := mrz.Parse(bad.Lines(), today)
		if a.Birth == b.Birth || a.Surname == b.Surname {
			t.Errorf("%s: the zone still says %v, %s", kind, b.Birth, b.Surname)
		}
		if good.Person != bad.Person {
			t.Errorf("%s: the holder changed", kind)
		}
	}
}

func TestEveryCaseGivesEveryKindItLists(t *testing.T) {
	for i, c := range specimen.Cases() {
		s := small(specimen.Applicant(uint64(i), c, today))
		kind := s.Kinds()[0]
		if got, ok := s.Capture(kind); !ok || got.Kind != kind || len(got.Bytes) == 0 || got.ContentType == "" {
			t.Errorf("%s: no %s", c, kind)
		}
		if s.Submitted["lastName"] == "" || s.Submitted["dateOfBirth"] == "" {
			t.Errorf("%s: submitted %v", c, s.Submitted)
		}
	}
	s := small(specimen.Applicant(1, specimen.Good, today))
	all := s.Captures()
	for _, kind := range s.Kinds() {
		if len(all[kind].Bytes) == 0 {
			t.Errorf("no %s among %d captures", kind, len(all))
		}
	}
}

func TestACaptureThatAnApplicantDoesNotHaveIsNotDrawn(t *testing.T) {
	for kind, none := range map[specimen.Kind][]string{
		specimen.Passport: {"id_front", "id_back"},
		specimen.CardTD1:  {"passport"},
	} {
		set := small(specimen.ApplicantWith(kind, 3, specimen.Good, today))
		for _, name := range none {
			if c, ok := set.Capture(name); ok || c.Bytes != nil {
				t.Errorf("the %s of a %s: %v, %d bytes", name, kind, ok, len(c.Bytes))
			}
		}
	}
}

func TestAgainIsThePersonAndOtherIdentityOnlyTheBody(t *testing.T) {
	for seed := range uint64(20) {
		good, again := specimen.Applicant(seed, specimen.Good, today), specimen.Applicant(seed, specimen.Again, today)
		other := specimen.Applicant(seed, specimen.OtherIdentity, today)
		if good.Person != again.Person || good.Document.Number != again.Document.Number {
			t.Fatalf("%d: %+v came back as %+v", seed, good.Person, again.Person)
		}
		if good.Person.Face != other.Person.Face || good.Person.Fingers != other.Person.Fingers {
			t.Fatalf("%d: another body", seed)
		}
		if good.Person.FullName() == other.Person.FullName() || good.Document.Number == other.Document.Number {
			t.Fatalf("%d: not another identity: %s", seed, other.Person.FullName())
		}
	}
	a, _ := specimen.Applicant(4, specimen.Good, today).Capture("signature")
	b, _ := specimen.Applicant(4, specimen.Again, today).Capture("signature")
	if bytes.Equal(a.Bytes, b.Bytes) {
		t.Fatal("the second capture is the first")
	}
}

func TestAWrongFaceIsNotOnTheDocument(t *testing.T) {
	for seed := range uint64(25) {
		s := specimen.Applicant(seed, specimen.WrongFace, today)
		if s.Impostor == 0 || s.Impostor == s.Person.Face || s.Document.Person.Face != s.Person.Face {
			t.Errorf("%d: impostor %d, holder %d, document %d", seed, s.Impostor, s.Person.Face, s.Document.Person.Face)
		}
	}
}

func TestCasesMeanWhatTheySay(t *testing.T) {
	for seed := range uint64(10) {
		if d := specimen.Applicant(seed, specimen.Expired, today).Document; !d.Expiry.Before(today) {
			t.Errorf("%d: expires %v", seed, d.Expiry)
		}
		if p := specimen.Applicant(seed, specimen.UnderAge,
			today).Document.Person; !p.Birth.AddDate(18, 0, 0).After(today) {
			t.Errorf("%d: born %v", seed, p.Birth)
		}
		if s := specimen.Applicant(seed, specimen.SubmittedDiffers,
			today); s.Submitted["dateOfBirth"] == s.Document.Person.Birth.Format("2006-01-02") {
			t.Errorf("%d: submitted the right birth date", seed)
		}
		if s := specimen.Applicant(seed, specimen.WrongDigit, today); s.Document.Lines() == nil {
			t.Errorf("%d: no zone to falsify", seed)
		}
	}
}
