package specimen

import (
	"image"
	"strings"
	"time"

	"proofdesk/engine/aamva"
	"proofdesk/engine/mrz"
)

// Kind is a document's layout.
type Kind string

// The kinds that can be drawn.
const (
	Passport Kind = "passport"  // TD3 data page
	CardTD1  Kind = "card_td1"  // identity card, zone on the back
	CardTD2  Kind = "card_td2"  // identity card of the larger size, zone on the front
	VisaA    Kind = "visa_a"    // MRV-A
	VisaB    Kind = "visa_b"    // MRV-B
	FrenchID Kind = "french_id" // French card of 1988 to 2021
	Licence  Kind = "licence"   // AAMVA driving licence, PDF417 on the back
)

// Flaw is something wrong with a document. Flaws can be combined.
type Flaw uint

// The flaws. WrongCheckDigit falsifies the digit of the document number in the zone; BirthDiffers prints another birth
// date than the zone or barcode holds; BarcodeDiffers writes another surname into the barcode or zone than is printed;
// NamesCut returns names so long that the zone has to cut them; NoZone leaves zone and barcode out.
const (
	WrongCheckDigit Flaw = 1 << iota
	BirthDiffers
	BarcodeDiffers
	NamesCut
	NoZone
)

// Document is one specimen document: what is printed on it and encoded in it. Number has no spaces; Jurisdiction and
// Version (1 to 10) belong to a Licence. Detail multiplies the resolution of what is drawn, .4 to 4; 0 means 1.
type Document struct {
	Kind          Kind
	Person        Person
	Number        string
	Issue, Expiry time.Time
	Jurisdiction  string
	Version       int
	Flaws         Flaw
	Seed          uint64
	Detail        float64
}

func (d Document) page(w, h, scale float64) *page {
	if d.Detail == 0 {
		d.Detail = 1
	}
	return newPage(w, h, scale*max(.4, min(4, d.Detail)))
}

// NewDocument issues a valid document of a kind to a person, one to nine years before today.
func NewDocument(kind Kind, p Person, seed uint64, today time.Time) Document {
	rng := source(seed, "document")
	d := Document{Kind: kind, Person: p, Seed: seed, Number: documentNumber(rng, 9)}
	d.Issue = date(today.Year(), today.Month(), today.Day()).AddDate(-rng.IntN(8), 0, -1-rng.IntN(360))
	d.Expiry = d.Issue.AddDate(10, 0, -1)
	switch kind {
	case FrenchID:
		d.Person.State, d.Person.Nationality = "FRA", "FRA"
		d.Number = d.Issue.Format("0601") + digits(rng, 8) // year and month of issue lead it
	case VisaA, VisaB:
		d.Issue = today.AddDate(0, -rng.IntN(5), -1-rng.IntN(20))
		d.Expiry = d.Issue.AddDate(1, 0, -1)
	case Licence:
		j := pick(rng, jurisdictions)
		d.Jurisdiction, d.Version = j.code, 1+rng.IntN(10)
		d.Number = chosen(rng, "ABCDEFGHJKLMNPRSTVWY", 1) + digits(rng, 7)
		d.Expiry = d.Issue.AddDate(8, 0, 0)
		home := NewPerson(seed, "USA", today).Address
		home.State, home.Country = j.code, j.country
		d.Person.Address = home
		d.Person.Address.PostalCode = licencePostcode(j, d.Person.Address.PostalCode)
	}
	return d
}

func licencePostcode(j jurisdiction, digits string) string {
	if j.country == "CAN" {
		return j.zip + "H" + digits[:1]
	}
	return j.zip + digits[:3]
}

// printed is the person as the front shows it.
func (d Document) printed() Person {
	p := d.Person
	if d.Flaws&NamesCut != 0 {
		p.GivenNames += " Maximiliana Theodora Valentina Konstanze"
		p.Surname += "-Hohenstaufenberg"
	}
	return p
}

// encoded is the person as the zone or the barcode holds it.
func (d Document) encoded() Person {
	p := d.printed()
	if d.Flaws&BirthDiffers != 0 {
		p.Birth = p.Birth.AddDate(-3, 0, 11)
	}
	if d.Flaws&BarcodeDiffers != 0 {
		p.Surname = "Falkenrath"
	}
	return p
}

// Lines are the lines of the machine-readable zone as printed; nil for a licence, with NoZone, or if the caller put a
// value into a field that does not fit the layout.
func (d Document) Lines() []string {
	if d.Kind == Licence || d.Flaws&NoZone != 0 {
		return nil
	}
	p := d.encoded()
	f := mrz.Fields{
		Format:      d.format(),
		Code:        d.code(),
		State:       p.State,
		Surname:     p.Surname,
		GivenNames:  p.GivenNames,
		Number:      d.Number,
		Nationality: p.Nationality,
		Birth:       zoneDate(p.Birth),
		Sex:         p.Sex,
		Expiry:      zoneDate(d.Expiry),
	}
	switch d.Kind {
	case Passport:
		f.Personal = p.PersonalNumber
	case FrenchID:
		f.Issue, f.Number, f.Office = zoneDate(d.Issue), d.Number[4:], d.Number[4:7]+"001"
	}
	lines, err := mrz.Build(f)
	if err != nil {
		return nil
	}
	if d.Flaws&WrongCheckDigit != 0 {
		d.falsify(lines)
	}
	return lines
}

func (d Document) format() mrz.Format {
	return map[Kind]mrz.Format{
		Passport: mrz.TD3,
		CardTD1:  mrz.TD1,
		CardTD2:  mrz.TD2,
		VisaA:    mrz.MRVA,
		VisaB:    mrz.MRVB,
		FrenchID: mrz.FRID,
	}[d.Kind]
}

func (d Document) code() string {
	return map[Kind]string{Passport: "P", CardTD1: "I", CardTD2: "I", VisaA: "V", VisaB: "V", FrenchID: "ID"}[d.Kind]
}

func zoneDate(t time.Time) mrz.Date {
	return mrz.Date{Year: t.Year(), Month: int(t.Month()), Day: t.Day()}
}

// falsify changes the check digit of the document number and leaves all others.
func (d Document) falsify(lines []string) {
	line, at := 1, 9
	switch d.Kind {
	case CardTD1:
		line, at = 0, 14
	case FrenchID:
		at = 12
	}
	b := []byte(lines[line])
	b[at] = '0' + (b[at]-'0'+3)%10
	lines[line] = string(b)
}

// Record is the text of a licence's barcode; empty for other kinds, with NoZone, or for a version that is not 1 to 10.
func (d Document) Record() string {
	if d.Kind != Licence || d.Flaws&NoZone != 0 {
		return ""
	}
	p := d.encoded()
	first, middle, _ := strings.Cut(ascii(p.GivenNames), " ")
	text, err := aamva.Build(aamva.Fields{
		Jurisdiction:   d.Jurisdiction,
		Surname:        ascii(p.Surname),
		FirstName:      first,
		MiddleNames:    middle,
		DocumentNumber: d.Number,
		BirthDate:      isoDate(p.Birth),
		ExpiryDate:     isoDate(d.Expiry),
		IssueDate:      isoDate(d.Issue),
		Sex:            p.Sex,
		Line1:          ascii(p.Address.Line1),
		City:           ascii(p.Address.City),
		State:          p.Address.State,
		PostalCode:     p.Address.PostalCode,
		HeightCM:       p.HeightCM,
		EyeColor:       p.Eyes,
		HairColor:      "BRO",
		VehicleClass:   "C",
		Restrictions:   "NONE",
		Endorsements:   "NONE",
		Discriminator:  d.Number + "DD" + digits(source(d.Seed, "discriminator"), 6),
	}, d.Version)
	if err != nil {
		return ""
	}
	return text
}

func isoDate(t time.Time) string { return t.Format("2006-01-02") }

// ascii writes a name as a North American card does: capitals without diacritics.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(s) {
		if r < 128 {
			b.WriteRune(r)
		} else {
			b.WriteString(mrz.Transliterate(string(r)))
		}
	}
	return b.String()
}

// Front draws the side with the portrait (a passport's data page), corners cut.
func (d Document) Front() *image.RGBA {
	switch d.Kind {
	case CardTD1:
		return d.cardFront()
	case CardTD2:
		return d.largeCard()
	case VisaA, VisaB:
		return d.visa()
	case FrenchID:
		return d.frenchCard()
	case Licence:
		return d.licenceFront()
	}
	return d.passport()
}

// Back draws the other side; nil for the kinds that carry everything on one.
func (d Document) Back() *image.RGBA {
	switch d.Kind {
	case CardTD1:
		return d.cardBack()
	case Licence:
		return d.licenceBack()
	}
	return nil
}
