package specimen

import (
	"image"
	"strings"
)

// frenchCard draws the French identity card's layout of 1988 to 2021, 105 x 74 mm, two lines of 36.
func (d Document) frenchCard() *image.RGBA {
	p, who := d.page(105, 74, 13), d.printed()
	s := stateOf("FRA")
	p.guilloche(rgb(214, 228, 248), rgb(232, 240, 236), s.ink, 1988)
	p.band(53)
	p.fitted(5, 6.4, 3.2, 52, bold, s.ink, s.name)
	p.text(5, 10.6, 2, regular, s.ink, "CARTE NATIONALE D'IDENTITÉ No :")
	p.text(42, 10.8, 3, bold, black, d.Number)
	p.right(100, 6.4, 2.2, regular, s.ink, "Nationalité Française")
	p.specimen(5, 12.8, 95, s.ink)
	p.portrait(5, 15.4, 27, 34.7, who.Face, false)
	const a = 36
	p.line(a, 19, "Nom :", strings.ToUpper(who.Surname))
	p.line(a, 25.4, "Prénom(s) :", strings.ToUpper(who.GivenNames))
	p.line(a, 31.8, "Sexe :", who.Sex)
	p.line(a+22, 31.8, "Né(e) le :", who.Birth.Format("02.01.2006"))
	p.line(a, 38.2, "à :", strings.ToUpper(who.BirthPlace))
	p.line(a, 44.6, "Taille :", height(who))
	p.line(a+22, 44.6, "Valable jusqu'au :", d.Expiry.Format("02.01.2006"))
	p.text(a, 49, 1.75, regular, grey, "Signature du titulaire :")
	p.signed(a+24, 45.6, 26, 6.6, who.Hand)
	p.mark(100, 52, 2.8, s.ink)
	p.zone(6, 57.4, d.Lines())
	p.crop(3)
	return p.img
}

// line prints label and value beside each other.
func (p *page) line(x, y float64, label, value string) {
	w := p.text(x, y, 2.1, regular, grey, label)
	p.fitted(x+w+1.5, y, 3, p.w-x-w-6, bold, black, value)
}
