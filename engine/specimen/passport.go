package specimen

import (
	"image"
	"strings"
)

// passport draws a TD3 data page, 125 x 88 mm (ICAO 9303-4).
func (d Document) passport() *image.RGBA {
	p, who := d.page(125, 88, 12), d.printed()
	s := stateOf(who.State)
	p.guilloche(s.from, s.to, s.ink, uint64(s.rays)*97)
	p.band(64.8)
	p.emblem(8.5, 7.4, 4.2, s.rays, s.ink)
	p.heading(s, 15, s.passport, "PASSPORT")
	p.outline(s.ink, .25, [2]float64{4, 12.4}, [2]float64{121, 12.4})
	p.specimen(4, 13.8, 116, s.ink)
	p.portrait(5, 17, 34, 43.7, who.Face, false)
	const a, b, c = 43, 74, 98
	p.field(a, 20, 14, "Type/Type", "P")
	p.field(a+16, 20, 20, "Code of issuing State", alpha3(s.code))
	p.field(b+10, 20, 38, "Passport No./No. du passeport", d.Number)
	p.field(a, 27.4, 76, "Surname/Nom", strings.ToUpper(who.Surname))
	p.field(a, 34.8, 76, "Given names/Prénoms", strings.ToUpper(who.GivenNames))
	p.field(a, 42.2, 28, "Nationality/Nationalité", s.nation)
	p.field(b, 42.2, 24, "Date of birth/Date de naissance", s.day(who.Birth))
	p.field(c+5, 42.2, 18, "Personal No.", who.PersonalNumber)
	p.field(a, 49.6, 10, "Sex/Sexe", who.Sex)
	p.field(a+13, 49.6, 40, "Place of birth/Lieu de naissance", strings.ToUpper(who.BirthPlace))
	p.field(a, 57, 28, "Date of issue/Date de délivrance", s.day(d.Issue))
	p.field(b, 57, 28, "Date of expiry/Date d'expiration", s.day(d.Expiry))
	p.text(a, 60.4, 1.75, regular, grey, "Holder's signature")
	p.signed(a+18, 57.6, 30, 7, who.Hand)
	p.mark(120, 63.4, 3.2, s.ink)
	p.zone(6.6, 69.2, d.Lines())
	p.crop(3)
	return p.img
}
