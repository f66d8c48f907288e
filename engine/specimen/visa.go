package specimen

import (
	"image"
	"strings"
)

// visa draws an MRV-A sticker, 120 x 80 mm, or an MRV-B, 105 x 74 mm (ICAO 9303-7).
func (d Document) visa() *image.RGBA {
	w, h, scale := 120.0, 80.0, 12.0
	if d.Kind == VisaB {
		w, h, scale = 105, 74, 13
	}
	p, who := d.page(w, h, scale), d.printed()
	s := stateOf(who.State)
	p.guilloche(s.to, s.from, s.ink, uint64(s.rays)*113)
	zone := h - 21.5
	p.band(zone)
	p.emblem(w-10, 18, 6, s.rays, s.ink)
	p.heading(s, 5, "VISA", "ENTRY VISA")
	p.specimen(5, 12.2, w-10, s.ink)
	p.portrait(5, 15, 25, 32, who.Face, false)
	const a = 34
	b := a + (w-a)/2 - 6
	p.field(a, 19, 24, "Place of issue", "CONSULATE")
	p.field(b, 19, 26, "Visa No.", d.Number)
	p.field(a, 26.4, 26, "Valid from", s.day(d.Issue))
	p.field(b, 26.4, 26, "Valid until", s.day(d.Expiry))
	p.field(a, 33.8, w-a-22, "Surname, given names", strings.ToUpper(who.Surname+", "+who.GivenNames))
	p.field(a, 41.2, 8, "Sex", who.Sex)
	p.field(a+11, 41.2, 20, "Nationality", alpha3(who.Nationality))
	p.field(b, 41.2, 26, "Date of birth", s.day(who.Birth))
	p.field(a, 48.6, 26, "Number of entries", "MULTIPLE")
	p.field(b, 48.6, 26, "Type of visa", "VISITOR")
	p.mark(w-5, zone-2, 2.8, s.ink)
	p.zone(5.5, zone+4.4, d.Lines())
	p.crop(1)
	return p.img
}
