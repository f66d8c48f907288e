package specimen

import (
	"image"
	"image/draw"
	"math"

	"proofdesk/engine/signature"
)

// Capture is one captured file and, for a signature, the coordinates that go with it.
type Capture struct {
	Kind        string
	ContentType string
	Bytes       []byte
	Coordinates string
}

// Kinds lists the kinds of captures that the applicant can make, by the engine's names.
func (s Set) Kinds() []string {
	kinds := []string{"selfie", "document", "voice", "signature", "fingerprints", "secondary_front", "secondary_back"}
	if s.Document.Kind == Passport {
		return append([]string{"passport"}, kinds...)
	}
	if s.Document.twoSided() {
		return append([]string{"id_front", "id_back"}, kinds...)
	}
	return append([]string{"id_front"}, kinds...)
}

func (d Document) twoSided() bool { return d.Kind == CardTD1 || d.Kind == Licence }

// Captures draws the given kinds, or all that Kinds lists, by kind. Kinds that the applicant cannot make are left out.
func (s Set) Captures(kinds ...string) map[string]Capture {
	if len(kinds) == 0 {
		kinds = s.Kinds()
	}
	out := map[string]Capture{}
	for _, k := range kinds {
		if c, ok := s.Capture(k); ok {
			out[k] = c
		}
	}
	return out
}

// Capture draws one capture; false if the applicant has none of that kind, as no back of a passport.
func (s Set) Capture(kind string) (Capture, bool) {
	switch kind {
	case "passport", "id_front":
		if (kind == "passport") != (s.Document.Kind == Passport) {
			return Capture{}, false
		}
		return s.side(kind, false), true
	case "id_back":
		if !s.Document.twoSided() {
			return Capture{}, false
		}
		return s.side(kind, true), true
	case "secondary_front", "secondary_back":
		return s.secondary(kind), true
	case "selfie":
		return s.selfie(kind), true
	case "document":
		return s.letter(kind), true
	case "voice":
		return Capture{Kind: kind, ContentType: "audio/wav", Bytes: s.voice()}, true
	case "signature":
		return s.signature(kind), true
	case "fingerprints":
		return s.prints(kind), true
	}
	return Capture{}, false
}

// side photographs one side of the document and then damages the file as the case asks.
func (s Set) side(kind string, back bool) Capture {
	if s.Case == WrongDocument {
		return s.selfie(kind)
	}
	d, c := s.Document, s.Conditions
	if s.Megapixels > 0 {
		unit := math.Sqrt(s.Megapixels * 1e6 / 12)
		c.Width, c.Height, d.Detail = int(4*unit), int(3*unit), max(1, unit*4/1500)
	}
	var card *image.RGBA
	if back {
		c.Seed++
		card = d.Back()
	} else {
		card = d.Front()
	}
	photo := s.photograph(card, c)
	orientation := 1
	if s.Case == Sideways {
		orientation = 6
	}
	file := JPEG(photo, 88, orientation)
	switch s.Case {
	case Truncated:
		file = half(file)
	case Corrupt:
		file = flipped(file, 700)
	case Bomb:
		return Capture{Kind: kind, ContentType: "image/png", Bytes: Hostile("png_bomb")}
	case Mislabelled:
		file = PNG(photo)
	}
	return Capture{Kind: kind, ContentType: "image/jpeg", Bytes: file}
}

// photograph takes the picture, or one of the scenes in which the document is not as it should be.
func (s Set) photograph(card *image.RGBA, c Conditions) *image.RGBA {
	switch s.Case {
	case NoDocument:
		return Table(c)
	case HalfDocument:
		c.ShiftX, c.Hand = .48, false
	case TwoDocuments:
		return pair(card,
			NewDocument(CardTD1, NewPerson(s.Seed+77, "", s.Document.Issue), s.Seed+77, s.Document.Issue).Front(), c)
	}
	return Photograph(card, c)
}

// pair photographs two cards, one above the other, on one table.
func pair(a, b *image.RGBA, c Conditions) *image.RGBA {
	c = c.filled()
	c.Height, c.Fill, c.Hand = c.Height/2, .92, false
	top := Photograph(a, c)
	c.Rotation += 3
	bottom := Photograph(b, c)
	out := image.NewRGBA(image.Rect(0, 0, c.Width, 2*c.Height))
	draw.Draw(out, top.Rect, top, image.Point{}, draw.Src)
	draw.Draw(out, top.Rect.Add(image.Pt(0, c.Height)), bottom, image.Point{}, draw.Src)
	return out
}

// secondary is a clean second document: an identity card.
func (s Set) secondary(kind string) Capture {
	d := s.Document
	if d.Kind == CardTD1 {
		d.Kind = CardTD2
	} else {
		d.Kind = CardTD1
	}
	d.Flaws, d.Number = 0, documentNumber(source(s.Seed, "secondary"), 9)
	other := s
	other.Document, other.Case = d, Good
	if kind == "secondary_back" && d.twoSided() {
		return other.side(kind, true)
	}
	return other.side(kind, false)
}

func (s Set) selfie(kind string) Capture {
	p, occasion := s.Person, uint64(len(s.Case))*31+1
	if s.Impostor != 0 {
		p.Face = s.Impostor
	}
	return Capture{Kind: kind, ContentType: "image/jpeg", Bytes: JPEG(Selfie(p, occasion, 720), 90, 1)}
}

func (s Set) voice() []byte {
	sound := map[Case]Sound{SilentVoice: Quiet, NoisyVoice: Noisy, ClippedVoice: Overdriven}[s.Case]
	return Voice(s.Person.Voice, s.Seed+uint64(len(s.Case)), 4.5, sound)
}

func (s Set) signature(kind string) Capture {
	strokes := Sign(s.Person.Hand, s.Seed+uint64(len(s.Case)))
	ink := strokes
	switch s.Case {
	case BlankSignature:
		return Capture{Kind: kind, ContentType: "image/png", Bytes: PNG(SignatureImage(nil))}
	case DotSignature:
		strokes = []signature.Stroke{{{X: 300, Y: 100}, {X: 302, Y: 101, T: 40}}}
		ink = strokes
	case ForeignInk:
		ink = Sign(source(s.Seed, "stranger").Uint64(), 1)
	}
	return Capture{
		Kind:        kind,
		ContentType: "image/png",
		Bytes:       PNG(SignatureImage(ink)),
		Coordinates: Coordinates(strokes),
	}
}

// prints puts the four fingers of one hand side by side, index finger first.
func (s Set) prints(kind string) Capture {
	fingers := s.Person.Fingers
	if s.Case == ForeignPrints {
		fingers = source(s.Seed, "stranger").Uint64()
	}
	sheet := Prints(fingers, s.Seed+uint64(len(s.Case)))
	if s.Case == SmudgedPrint {
		smudge(sheet, image.Rect(2*printWidth, 0, 3*printWidth, printHeight))
	}
	return Capture{Kind: kind, ContentType: "image/png", Bytes: PNG(sheet)}
}

// smudge drags the ink of a part to and fro and then down, as a finger that slips does.
func smudge(sheet *image.Gray, part image.Rectangle) {
	const far = 31
	drag := func(at, step, n int) {
		for i := range n - far {
			sum := 0
			for k := range far {
				sum += int(sheet.Pix[at+(i+k)*step])
			}
			sheet.Pix[at+i*step] = uint8(sum / far)
		}
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		drag(sheet.PixOffset(part.Min.X, y), 1, part.Dx())
	}
	for x := part.Min.X; x < part.Max.X; x++ {
		drag(sheet.PixOffset(x, part.Min.Y), sheet.Stride, part.Dy())
	}
}

// Prints draws the four fingers of one hand side by side, index finger first, at 500 pixels per inch.
func Prints(fingers, impression uint64) *image.Gray {
	sheet := image.NewGray(image.Rect(0, 0, 4*printWidth, printHeight))
	for i := range 4 {
		at := image.Rect(i*printWidth, 0, (i+1)*printWidth, printHeight)
		draw.Draw(sheet, at, Print(fingers, i, impression), image.Point{}, draw.Src)
	}
	return sheet
}
