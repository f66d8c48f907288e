package specimen

import (
	"fmt"
	"image"
	"image/color"
	"strings"
)

// Letter draws a utility bill on A4, as a proof of address.
func Letter(p Person, seed uint64) *image.RGBA {
	rng := source(seed, "letter")
	l := newPage(210, 297, 5)
	l.rect(0, 0, 210, 297, color.White)
	ink := pick(rng, []color.RGBA{rgb(20, 110, 120), rgb(60, 80, 160), rgb(150, 90, 30)})
	l.emblem(28, 26, 9, 9, ink)
	l.text(42, 28, 8, bold, ink, "Meridian Water & Power")
	l.text(42, 34, 3.6, regular, grey, "SPECIMEN · this is not a real invoice")
	for i, line := range []string{
		p.FullName(), p.Address.Line1, p.Address.PostalCode + " " + p.Address.City,
		strings.TrimSpace(p.Address.State + " " + p.Address.Country),
	} {
		l.text(25, 62+float64(i)*6, 4.4, regular, black, line)
	}
	l.text(130, 62, 4, regular, black, "Invoice "+digits(rng, 8))
	l.text(130, 68, 4, regular, black, "Customer "+digits(rng, 6))
	l.text(25, 104, 6, bold, black, "Your statement")
	total := 0
	for i, item := range []string{"Electricity, base charge", "Electricity, units", "Water", "Waste water", "Service"} {
		y, cents := 118+float64(i)*9, 400+rng.IntN(9000)
		total += cents
		l.text(25, y, 4, regular, black, item)
		l.right(185, y, 4, regular, black, fmt.Sprintf("%d.%02d", cents/100, cents%100))
		l.outline(rgb(210, 214, 218), .2, [2]float64{25, y + 2.6}, [2]float64{185, y + 2.6})
	}
	l.text(25, 168, 4.6, bold, black, "Total due")
	l.right(185, 168, 4.6, bold, black, fmt.Sprintf("%d.%02d", total/100, total%100))
	for i, line := range []string{
		"The company, the holder and the sums on this page are invented. It is a specimen for tests and demonstrations",
		"of document capture and has no value. Nobody is asked to pay anything. Questions about it are best put to " +
			"whoever",
		"runs the demonstration. Meter readings are taken at the end of each quarter, on paper that does not exist.",
	} {
		l.text(25, 190+float64(i)*6, 3.2, regular, grey, line)
	}
	return l.img
}

func (s Set) letter(kind string) Capture {
	c := s.Conditions
	c.Width, c.Height, c.Glare = 1100, 1500, 0
	return Capture{Kind: kind, ContentType: "image/jpeg", Bytes: JPEG(Photograph(Letter(s.Person, s.Seed), c), 85, 1)}
}
