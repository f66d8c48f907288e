package specimen

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"golang.org/x/image/draw"

	"proofdesk/engine/barcode"
	"proofdesk/engine/barcode/pdf417"
)

func height(p Person) string { return fmt.Sprintf("%d.%02d m", p.HeightCM/100, p.HeightCM%100) }

// licenceFront draws the front of a driving licence with the numbered elements of the AAMVA card standard's zone II.
func (d Document) licenceFront() *image.RGBA {
	p, who, j := d.page(85.6, 54, 15), d.printed(), jurisdictionOf(d.Jurisdiction)
	p.guilloche(j.from, j.to, j.ink, uint64(j.code[0])<<8|uint64(j.code[1]))
	p.rect(0, 0, 85.6, 9.6, faded(j.ink, 215))
	pale := rgb(252, 252, 248)
	p.fitted(4, 6.9, 5, 46, bold, pale, j.name)
	title, country := "DRIVER LICENSE", "USA"
	if j.country == "CAN" {
		title, country = "DRIVER'S LICENCE", "CANADA"
	}
	p.right(81.6, 4.6, 2.5, bold, pale, title)
	p.right(81.6, 7.8, 1.8, regular, pale, country)
	p.specimen(4, 11.1, 77.6, j.ink)
	p.portrait(4, 13.2, 24.5, 31.5, who.Face, false)
	const a = 31
	day := func(name, value string, x, y float64, ink color.Color) {
		w := p.text(x, y, 1.7, regular, grey, name+" ")
		p.text(x+w, y, 2.9, bold, ink, value)
	}
	red := rgb(160, 30, 40)
	day("4d DL", d.Number, a, 15.4, red)
	day("9 CLASS", "C", 62, 15.4, black)
	day("4b EXP", d.Expiry.Format("01/02/2006"), a, 19.6, red)
	day("12 RESTR", "NONE", 62, 19.6, black)
	p.fitted(a, 24.2, 3.1, 50, bold, black, ascii(who.Surname))
	p.text(a-1.6, 24.2, 1.5, regular, grey, "1")
	p.fitted(a, 28, 3.1, 50, bold, black, ascii(who.GivenNames))
	p.text(a-1.6, 28, 1.5, regular, grey, "2")
	p.fitted(a, 31.6, 2.4, 50, regular, black, ascii(who.Address.Line1))
	p.fitted(a, 34.6, 2.4, 50, regular, black,
		ascii(who.Address.City)+", "+who.Address.State+" "+who.Address.PostalCode)
	p.text(a-1.6, 31.6, 1.5, regular, grey, "8")
	day("3 DOB", who.Birth.Format("01/02/2006"), a, 39, red)
	day("15 SEX", who.Sex, a, 43, black)
	day("18 EYES", who.Eyes, a+11, 43, black)
	day("16 HGT", fmt.Sprintf("%d cm", who.HeightCM), a+26.5, 43, black)
	day("4a ISS", d.Issue.Format("01/02/2006"), a, 47, black)
	p.signed(4.5, 44.6, 23, 6.6, who.Hand)
	p.portrait(73, 40.6, 8.6, 11, who.Face, true)
	p.text(a, 51, 1.5, regular, grey, "5 DD "+d.Number+"DD"+digits(source(d.Seed, "discriminator"), 6))
	p.mark(72, 51, 2.4, j.ink)
	p.crop(cardCorner)
	return p.img
}

// licenceBack draws the back: the PDF417 of the record and a stripe of inventory text.
func (d Document) licenceBack() *image.RGBA {
	p, j := d.page(85.6, 54, 15), jurisdictionOf(d.Jurisdiction)
	p.guilloche(j.to, j.from, j.ink, uint64(j.code[1])<<8|uint64(j.code[0]))
	p.rect(0, 3.4, 85.6, 8.4, rgb(34, 30, 34))
	p.text(5, 16.2, 1.9, bold, black, "CLASS: C - Any 2-axle vehicle of 26,000 lbs or less")
	p.text(5, 19, 1.9, regular, black, "RESTRICTIONS: NONE    ENDORSEMENTS: NONE")
	p.specimen(5, 21, 75, j.ink)
	if record := d.Record(); record != "" {
		p.barcode(5.5, 23.5, 74.6, 20.4, record)
	}
	p.text(5, 50.4, 1.9, mono, grey,
		"REV "+d.Issue.Format("01/02/2006")+"  "+strings.ToUpper(fmt.Sprintf("%08x", uint32(d.Seed*2654435761))))
	p.mark(80.6, 50.4, 2.6, j.ink)
	p.crop(cardCorner)
	return p.img
}

// barcode prints a PDF417 on white, centred in the box: as many columns as leave the widest modules of whole pixels.
func (p *page) barcode(x, y, w, h float64, text string) {
	var best *image.Gray
	for columns := 8; columns <= 18; columns++ {
		for module := 1; module <= 5; module++ {
			symbol, err := barcode.Encode417([]byte(text), pdf417.Options{Columns: columns, Level: 5},
				barcode.Drawing{Module: module})
			if err != nil || symbol.Rect.Dx() > int(w*p.scale) || symbol.Rect.Dy() > int(h*p.scale) {
				break
			}
			if best == nil || symbol.Rect.Dx()*symbol.Rect.Dy() > best.Rect.Dx()*best.Rect.Dy() {
				best = symbol
			}
		}
	}
	if best == nil {
		return // the text is longer than any record of ours
	}
	at := image.Pt(int((x+w/2)*p.scale)-best.Rect.Dx()/2, int((y+h/2)*p.scale)-best.Rect.Dy()/2)
	draw.Draw(p.img, best.Rect.Add(at), best, image.Point{}, draw.Src)
}
