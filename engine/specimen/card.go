package specimen

import (
	"image"
	"strings"
)

const cardCorner = 3.18 // ISO/IEC 7810

// cardFront draws the front of a TD1 card, 85.6 x 54 mm (ICAO 9303-5).
func (d Document) cardFront() *image.RGBA {
	p, who := d.page(85.6, 54, 15), d.printed()
	s := stateOf(who.State)
	p.guilloche(s.from, s.to, s.ink, uint64(s.rays)*31)
	p.emblem(7, 7, 3.6, s.rays, s.ink)
	p.fitted(12.5, 6, 3, 38, bold, s.ink, s.name)
	p.fitted(12.5, 9, 1.8, 38, regular, s.ink, s.english)
	p.rightFitted(81.6, 6, 2.6, 28, s.card, s.ink)
	if s.card != "IDENTITY CARD" {
		p.rightFitted(81.6, 9, 1.8, 28, "IDENTITY CARD", s.ink)
	}
	p.specimen(4, 11.4, 77.6, s.ink)
	p.portrait(4.5, 14.5, 24.5, 31.5, who.Face, false)
	const a, b = 32, 58
	p.field(a, 18, 49, "Surname/Nom", strings.ToUpper(who.Surname))
	p.field(a, 25, 49, "Given names/Prénoms", strings.ToUpper(who.GivenNames))
	p.field(a, 32, 8, "Sex/Sexe", who.Sex)
	p.field(a+10, 32, 15, "Nationality", s.nation)
	p.field(b, 32, 22, "Date of birth/Naissance", s.day(who.Birth))
	p.field(a, 39, 24, "Document No.", d.Number)
	p.field(b, 39, 22, "Date of expiry/Expiration", s.day(d.Expiry))
	p.text(a, 42.6, 1.75, regular, grey, "Signature")
	p.signed(a, 43, 28, 7, who.Hand)
	p.portrait(68.5, 41.6, 7.4, 9.5, who.Face, true)
	p.mark(63, 51.4, 2.6, s.ink)
	p.crop(cardCorner)
	return p.img
}

// cardBack draws the back of a TD1 card with its three lines.
func (d Document) cardBack() *image.RGBA {
	p, who := d.page(85.6, 54, 15), d.printed()
	s := stateOf(who.State)
	p.guilloche(s.to, s.from, s.ink, uint64(s.rays)*53)
	p.band(31)
	p.field(5, 8, 46, "Address/Adresse", who.Address.Line1)
	p.fitted(5, 12, 3, 46, bold, black, strings.TrimSpace(who.Address.PostalCode+" "+who.Address.City))
	p.field(5, 19.4, 22, "Place of birth", strings.ToUpper(who.BirthPlace))
	p.field(29, 19.4, 20, "Height/Taille", height(who))
	p.field(5, 26.8, 22, "Date of issue/Délivrance", s.day(d.Issue))
	p.field(29, 26.8, 26, "Authority/Autorité", "REGISTRY "+alpha3(s.code))
	p.emblem(68, 15, 7, s.rays, s.ink)
	p.mark(80.6, 28, 2.6, s.ink)
	p.specimen(5, 30, 75, s.ink)
	p.zone(5, 34.2, d.Lines())
	p.crop(cardCorner)
	return p.img
}

// largeCard draws a TD2 card, 105 x 74 mm (ICAO 9303-6).
func (d Document) largeCard() *image.RGBA {
	p, who := d.page(105, 74, 13), d.printed()
	s := stateOf(who.State)
	p.guilloche(s.from, s.to, s.ink, uint64(s.rays)*71)
	p.band(53)
	p.emblem(8, 7.4, 4, s.rays, s.ink)
	p.heading(s, 14, s.card, "IDENTITY CARD")
	p.specimen(4, 12.4, 96, s.ink)
	p.portrait(5, 15, 27, 34.7, who.Face, false)
	const a, b = 36, 70
	p.field(a, 19, 64, "Surname/Nom", strings.ToUpper(who.Surname))
	p.field(a, 26.4, 64, "Given names/Prénoms", strings.ToUpper(who.GivenNames))
	p.field(a, 33.8, 8, "Sex/Sexe", who.Sex)
	p.field(a+11, 33.8, 21, "Nationality/Nationalité", s.nation)
	p.field(b, 33.8, 30, "Date of birth/Date de naissance", s.day(who.Birth))
	p.field(a, 41.2, 30, "Document No./No. du document", d.Number)
	p.field(b, 41.2, 30, "Date of expiry/Date d'expiration", s.day(d.Expiry))
	p.field(a, 48.6, 30, "Date of issue/Date de délivrance", s.day(d.Issue))
	p.signed(b, 43, 28, 7.5, who.Hand)
	p.mark(100, 52, 2.8, s.ink)
	p.zone(6, 57.4, d.Lines())
	p.crop(3)
	return p.img
}
