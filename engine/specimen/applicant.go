package specimen

import (
	"time"
)

// Case is what is special about an applicant.
type Case string

// The cases. Good has no fault; Again is the Good applicant of the same seed, captured anew; OtherIdentity is that
// person under another name with another document. The rest name what is wrong.
const (
	Good             Case = "good"
	Again            Case = "again"
	OtherIdentity    Case = "other_identity"
	Expired          Case = "expired"
	UnderAge         Case = "under_age"
	WrongDigit       Case = "wrong_check_digit"
	BirthContradicts Case = "birth_contradicts"   // printed birth date differs from the encoded one
	NameContradicts  Case = "name_contradicts"    // printed surname differs from the encoded one
	SubmittedDiffers Case = "submitted_differs"   // the host application gave another birth date
	LongNames        Case = "long_names"          // the zone cuts the names
	NoCode           Case = "no_code"             // neither zone nor barcode
	WrongFace        Case = "wrong_face"          // another person's selfie
	Photocopied      Case = "photocopy"           // copy on paper
	OnScreen         Case = "screen"              // document shown on a display
	Reflecting       Case = "glare"               // reflection over the fields
	OutOfFocus       Case = "blurred"             //
	Underexposed     Case = "dark"                //
	UpsideDown       Case = "upside_down"         // turned by 180 degrees, no EXIF tag
	Sideways         Case = "sideways"            // stored turned, the EXIF tag says so
	Slanted          Case = "slanted"             // perspective, rotation, shadow, a thumb
	WrongDocument    Case = "wrong_document"      // a selfie where a document was asked for
	NoDocument       Case = "no_document"         // an empty table
	HalfDocument     Case = "half_document"       // half of it outside of the picture
	TwoDocuments     Case = "two_documents"       // another person's card below it
	Truncated        Case = "truncated"           // the document's file ends half-way
	Corrupt          Case = "corrupt"             // bytes flipped
	Bomb             Case = "bomb"                // a picture that claims billions of pixels
	Mislabelled      Case = "mislabelled"         // PNG bytes that are called JPEG
	SilentVoice      Case = "silent_voice"        //
	NoisyVoice       Case = "noisy_voice"         //
	ClippedVoice     Case = "clipped_voice"       //
	BlankSignature   Case = "blank_signature"     //
	DotSignature     Case = "dot_signature"       //
	ForeignInk       Case = "foreign_coordinates" // picture and coordinates are of two signatures
	ForeignPrints    Case = "foreign_prints"      // prints of another person
	SmudgedPrint     Case = "smudged_print"       // one of the four fingers slid
)

// Cases lists every case.
func Cases() []Case {
	return []Case{
		Good, Again, OtherIdentity, Expired, UnderAge, WrongDigit, BirthContradicts, NameContradicts, SubmittedDiffers,
		LongNames, NoCode, WrongFace, Photocopied, OnScreen, Reflecting, OutOfFocus, Underexposed, UpsideDown, Sideways,
		Slanted, WrongDocument, NoDocument, HalfDocument, TwoDocuments, Truncated, Corrupt, Bomb, Mislabelled,
		SilentVoice, NoisyVoice, ClippedVoice,
		BlankSignature, DotSignature, ForeignInk, ForeignPrints, SmudgedPrint,
	}
}

// Set is one applicant: who they are, the document they hold, and how they capture it. Its fields may be changed
// before captures are drawn. Submitted holds the host application's values by the engine's field names. Megapixels
// chooses the size of document photographs: 0 for 1600 x 1100, else about that many (12 for a phone's). Impostor is the
// face of whoever takes the selfie in the holder's place, 0 for the holder.
type Set struct {
	Seed       uint64
	Case       Case
	Person     Person
	Document   Document
	Conditions Conditions
	Submitted  map[string]string
	Megapixels float64
	Impostor   uint64
}

// Applicant invents the applicant of a seed and a case, who holds a passport, an identity card or a licence. Captures
// are drawn by Set.Capture.
func Applicant(seed uint64, c Case, today time.Time) Set {
	rng := source(seed, "kind")
	kind := pick(rng, []Kind{Passport, Passport, CardTD1, CardTD1, Licence, Licence, CardTD2})
	if rng.IntN(12) == 0 && c != Expired { // a zone of this layout has no expiry
		kind = FrenchID
	}
	return ApplicantWith(kind, seed, c, today)
}

// ApplicantWith is Applicant for a kind of document of the caller's choice. WrongDigit turns a licence, which has no
// check digit, into a passport.
func ApplicantWith(kind Kind, seed uint64, c Case, today time.Time) Set {
	rng := source(seed, "applicant")
	state := ""
	if kind == FrenchID {
		state = "FRA"
	}
	s := Set{Seed: seed, Case: c, Person: NewPerson(seed, state, today)}
	documentSeed := seed
	if c == OtherIdentity {
		s.Person = s.Person.renamed(NewPerson(seed+0x5eed, "", today))
		documentSeed += 0x5eed
	}
	if c == UnderAge {
		s.Person.Birth = birth(rng, today, 14, 17)
		s.Person.Face = s.Person.face(rng, today)
	}
	if c == WrongFace {
		s.Impostor = s.Person.impostor(seed)
	}
	s.Document = NewDocument(kind, s.Person, documentSeed, today)
	s.Person = s.Document.Person
	s.spoil(today)
	s.Conditions = s.conditions()
	s.Submitted = s.submitted()
	return s
}

// renamed is the same body under another identity.
func (p Person) renamed(other Person) Person {
	sex := p.Sex
	other.Face, other.Fingers, other.Voice, other.Hand = p.Face, p.Fingers, p.Voice, p.Hand
	if other.Sex != sex {
		other.Sex = sex
		c := cultures[stateOf(other.State).culture]
		names := c.male
		if sex == "F" {
			names = c.female
		}
		other.GivenNames = names[p.Birth.YearDay()%len(names)]
	}
	return other
}

// spoil puts the case's flaw into the document.
func (s *Set) spoil(today time.Time) {
	d := &s.Document
	switch s.Case {
	case Expired:
		d.Expiry = today.AddDate(0, -1-int(s.Seed%30), -3)
		d.Issue = d.Expiry.AddDate(-10, 0, 1)
		if d.Kind == FrenchID {
			d.Number = d.Issue.Format("0601") + d.Number[4:]
		}
	case WrongDigit:
		if d.Kind == Licence {
			*d = NewDocument(Passport, s.Person, s.Seed, today)
		}
		d.Flaws |= WrongCheckDigit
	case BirthContradicts:
		d.Flaws |= BirthDiffers
	case NameContradicts:
		d.Flaws |= BarcodeDiffers
	case LongNames:
		d.Flaws |= NamesCut
	case NoCode:
		d.Flaws |= NoZone
	}
}

// conditions are those of an everyday photograph, made bad where the case asks for it.
func (s *Set) conditions() Conditions {
	rng := source(s.Seed^uint64(len(s.Case)), "conditions"+string(s.Case))
	c := Conditions{
		Surface:  pick(rng, []Surface{Wood, Wood, Cloth, Slate, Marble, Rug}),
		Fill:     between(rng, .8, .93),
		Rotation: 2.2 * rng.NormFloat64(),
		Tilt:     .04 * rng.NormFloat64(),
		Lean:     .03 * rng.NormFloat64(),
		Noise:    between(rng, 1, 3.5),
		Light:    between(rng, .86, .99),
		Blur:     between(rng, 0, .6),
		Hand:     rng.IntN(5) == 0,
		Seed:     rng.Uint64(),
	}
	switch s.Case {
	case Good, Again, OtherIdentity:
		c.Hand = false // a thumb on the card is a finding of its own
	case Photocopied:
		c.Photocopy, c.Fill, c.Hand = true, .78, false
	case OnScreen:
		c.Screen, c.Fill, c.Hand = true, .7, false
	case Reflecting:
		c.Glare = 1
	case OutOfFocus:
		c.Blur, c.Motion = 4.5, 7
	case Underexposed:
		c.Light, c.Noise = .2, 9
	case UpsideDown:
		c.Turned = 180
	case Slanted:
		c.Rotation, c.Tilt, c.Lean, c.Shadow, c.Hand, c.Fill = between(rng, -24, 24), .2, between(rng, -.15, .15), .6,
			true, .86
	}
	return c
}

func (s *Set) submitted() map[string]string {
	p := s.Document.printed()
	birth := p.Birth
	if s.Case == SubmittedDiffers {
		birth = birth.AddDate(1, 0, 2)
	}
	return map[string]string{
		"firstName":          p.GivenNames,
		"lastName":           p.Surname,
		"fullName":           p.FullName(),
		"dateOfBirth":        isoDate(birth),
		"documentNumber":     s.Document.Number,
		"issuingCountry":     s.country(),
		"address.line1":      p.Address.Line1,
		"address.city":       p.Address.City,
		"address.postalCode": p.Address.PostalCode,
	}
}

func (s *Set) country() string {
	if s.Document.Kind == Licence {
		return jurisdictionOf(s.Document.Jurisdiction).country
	}
	return alpha3(s.Person.State)
}
