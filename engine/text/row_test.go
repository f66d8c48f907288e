package text_test

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
	"proofdesk/engine/text"
)

// front is a drawn side at so many pixels to the millimetre.
func front(kind specimen.Kind, width, mm float64) *image.RGBA {
	img := specimen.ApplicantWith(kind, 2, specimen.Good, today).Document.Front()
	w := int(width * mm)
	return raster.ResizeRGBA(raster.FromImage(img).RGBA(), w, w*img.Bounds().Dy()/img.Bounds().Dx())
}

func TestEveryPrintedValueOfACardIsFoundAsARow(t *testing.T) {
	const mm = 14
	rows := text.Rows(front(specimen.CardTD2, 105, mm), mm)
	// where specimen prints surname, given names, date of birth and number: foot of the line, mm
	for name, at := range map[string][2]float64{
		"surname":       {38, 18},
		"given names":   {38, 25.4},
		"date of birth": {72, 32.8},
		"number":        {38, 40.2},
	} {
		p := image.Pt(int(at[0]*mm), int(at[1]*mm))
		if !slices.ContainsFunc(rows, func(r text.Row) bool { return p.In(r.Box) && r.Capital > 1.5*mm }) {
			t.Errorf("no row at the %s", name)
		}
	}
	for _, r := range rows {
		if h := r.Picture.Rect.Dy(); h < 30 || h > 130 {
			t.Errorf("a picture %d high of a row %v", h, r.Box)
		}
	}
}

func TestAStampOverBlackPrintIsNotInItsPicture(t *testing.T) {
	const mm = 14
	page := front(specimen.CardTD2, 105, mm)
	stripe := image.Rect(36*mm, 16*mm, 60*mm, 16*mm+5)
	draw.Draw(page, stripe, image.NewUniform(color.RGBA{230, 30, 40, 255}), image.Point{}, draw.Src)
	at := image.Pt(38*mm, 18*mm)
	i := slices.IndexFunc(text.Rows(page, mm), func(r text.Row) bool { return at.In(r.Box) })
	if i < 0 {
		t.Fatal("the surname under the stamp was not found")
	}
}

func TestAnEmptyPageHasNoRows(t *testing.T) {
	blank := image.NewRGBA(image.Rect(0, 0, 800, 500))
	draw.Draw(blank, blank.Rect, image.White, image.Point{}, draw.Src)
	for name, page := range map[string]*image.RGBA{
		"white":      blank,
		"of no size": image.NewRGBA(image.Rectangle{}),
		"one pixel":  image.NewRGBA(image.Rect(0, 0, 1, 1)),
	} {
		if rows := text.Rows(page, 10); len(rows) != 0 {
			t.Errorf("%s: %d rows", name, len(rows))
		}
	}
}

func TestAnUnsureLineIsReplacedOnlyByASurerOne(t *testing.T) {
	first, second := lines("C0DE", "SURE"), lines("CODE", "SVRE")
	first[0].Words[0].Confidence, second[1].Words[0].Confidence = .3, .2
	text.Surer(first, second, []int{0, 1})
	if first[0].Words[0].Text != "CODE" || first[1].Words[0].Text != "SURE" {
		t.Errorf("got %q, %q", first[0].Words[0].Text, first[1].Words[0].Text)
	}
}

func FuzzRows(f *testing.F) {
	f.Add([]byte{0, 255, 0, 255, 1, 2, 3}, uint8(20), uint8(9))
	f.Fuzz(func(t *testing.T, pixels []byte, width, scale uint8) {
		w := max(1, int(width))
		h := min(200, len(pixels)/w)
		page := image.NewRGBA(image.Rect(0, 0, w, h))
		for i := range w * h {
			page.Pix[4*i], page.Pix[4*i+1], page.Pix[4*i+2], page.Pix[4*i+3] = pixels[i], pixels[i], pixels[i], 255
		}
		for _, r := range text.Rows(page, 1+float64(scale%20)) {
			if r.Picture == nil || r.Picture.Rect.Empty() || !(r.Capital > 0) {
				t.Error("a row without a picture or height")
			}
			if r.Box.Empty() || !r.Box.Overlaps(page.Rect) {
				t.Errorf("a row at %v of %v", r.Box, page.Rect)
			}
		}
	})
}

func BenchmarkRows(b *testing.B) {
	page := front(specimen.Passport, 125, 14)
	b.ReportAllocs()
	for b.Loop() {
		if len(text.Rows(page, 14)) == 0 {
			b.Fatal("no rows")
		}
	}
}

func TestALabelAndItsValueBesideItAreTwoRows(t *testing.T) {
	const mm = 19
	rows := text.Rows(front(specimen.Licence, 85.6, mm), mm)
	at := func(x, y float64) int {
		p := image.Pt(int(x*mm), int(y*mm))
		return slices.IndexFunc(rows, func(r text.Row) bool { return p.In(r.Box) })
	}
	// where specimen prints labels and values: feet of the lines, mm
	for name, y := range map[string]float64{"expiry": 19, "birth": 38.4, "issue": 46.4} {
		if label, value := at(32.5, y), at(43, y); label < 0 || value < 0 || label == value {
			t.Errorf("%s: label in row %d, value in row %d", name, label, value)
		}
	}
}
