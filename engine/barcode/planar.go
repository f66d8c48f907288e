package barcode

import (
	"image"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/common"
	qr "github.com/makiuchi-d/gozxing/qrcode/decoder"
	qrfind "github.com/makiuchi-d/gozxing/qrcode/detector"

	"proofdesk/engine/raster"
)

// luminance is a grey picture as the source of gozxing's binarizers.
type luminance struct {
	gozxing.LuminanceSourceBase
	m *image.Gray
}

func newLuminance(m *image.Gray) *luminance {
	l := &luminance{m: m}
	l.Width, l.Height = m.Rect.Dx(), m.Rect.Dy()
	return l
}

// GetRow returns a row of grey values.
func (l *luminance) GetRow(y int, row []byte) ([]byte, error) {
	return append(row[:0], l.m.Pix[y*l.m.Stride:y*l.m.Stride+l.Width]...), nil
}

// GetMatrix returns all grey values, row by row.
func (l *luminance) GetMatrix() []byte {
	if l.m.Stride == l.Width {
		return l.m.Pix
	}
	out := make([]byte, 0, l.Width*l.Height)
	for y := range l.Height {
		out = append(out, l.m.Pix[y*l.m.Stride:y*l.m.Stride+l.Width]...)
	}
	return out
}

// Invert returns the source of the negative.
func (l *luminance) Invert() gozxing.LuminanceSource { return newLuminance(raster.InvertGray(l.m)) }

// String returns the name of the source for gozxing's errors.
func (l *luminance) String() string { return "grey picture" }

// How pictures are prepared for two-dimensional symbols. Tuned on the development samples.
const (
	moderatePixels = 500_000 // of a picture that is worth the dearer preparations
	doubledSide    = 700     // longer side of one that is worth enlarging, px
	halvedSide     = 200     // shorter side of one that is worth reducing, px
	leastPlanar    = 10      // each side of one that is examined, px
	softSigma      = 1       // deviation of a blur, px
	softerSigma    = 2
	sharpSigma     = 1.5
	sharpGain      = 2   // times the difference to what is blurred
	extremeShare   = 200 // pixels for each that may be darker, and lighter, than what is stretched
	leastStretched = 12  // grey levels of what is stretched; less is paper
	mostStretched  = 120 // … and more has contrast enough
	meanRadius     = 10  // shorter side over the radius of the local mean
	leastRadius    = 5   // px
	meanOffset     = 4   // grey levels under that mean from which a pixel is dark
	effortPixels   = 17  // binary logarithm of the pixels for one unit of effort
	bentEffort     = 8   // units that looking for what does not lie flat takes besides

	leastConfidence = .3 // of a symbol that could be decoded
)

// preparation is a way to make black and white of a picture, and by what its places are larger than the picture's.
type preparation struct {
	name  string
	fits  func(w, h int) bool
	draw  func(m *image.Gray) *image.Gray
	scale float64
	mean  bool // the local mean as threshold instead of gozxing's blocks
}

func always(int, int) bool { return true }

func moderate(w, h int) bool { return w*h <= moderatePixels }

// preparations are the ways to prepare a picture for QR, Data Matrix and Aztec, those that read most first.
var preparations = []preparation{
	{"plain", always, same, 1, false},
	{"local mean", always, same, 1, true},
	{"negative", moderate, raster.InvertGray, 1, false},
	{"double", func(w, h int) bool { return max(w, h) <= doubledSide }, double, 2, false},
	{"half", func(w, h int) bool { return min(w, h) >= halvedSide }, half, .5, false},
	{"soft", moderate, func(m *image.Gray) *image.Gray { return raster.GaussianBlur(m, softSigma) }, 1, false},
	{"sharp", moderate, sharp, 1, false},
	{"softer", moderate, func(m *image.Gray) *image.Gray { return raster.GaussianBlur(m, softerSigma) }, 1, true},
}

// stretched spreads the grey values between the darkest and the lightest half percent over the whole range.
func stretched(m *image.Gray) *image.Gray {
	count := raster.Histogram(m)
	n := m.Rect.Dx() * m.Rect.Dy()
	lo, hi := 0, 255
	for sum := count[0]; lo < 254 && sum*extremeShare < n; sum += count[lo] {
		lo++
	}
	for sum := count[255]; hi > lo+1 && sum*extremeShare < n; sum += count[hi] {
		hi--
	}
	if hi-lo < leastStretched || hi-lo > mostStretched {
		return m
	}
	var to [256]byte
	for v := range to {
		to[v] = byte(min(max((v-lo)*255/(hi-lo), 0), 255))
	}
	out := image.NewGray(image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()))
	for y := range m.Rect.Dy() {
		for x, v := range m.Pix[y*m.Stride : y*m.Stride+m.Rect.Dx()] {
			out.Pix[y*out.Stride+x] = to[v]
		}
	}
	return out
}

func same(m *image.Gray) *image.Gray { return m }

func double(m *image.Gray) *image.Gray { return raster.ResizeGray(m, m.Rect.Dx()*2, m.Rect.Dy()*2) }

func half(m *image.Gray) *image.Gray { return raster.DownscaleGray(m, m.Rect.Dx()/2, m.Rect.Dy()/2) }

// sharp adds the difference to the neighbourhood.
func sharp(m *image.Gray) *image.Gray {
	soft := raster.GaussianBlur(m, sharpSigma)
	out := image.NewGray(m.Rect)
	for y := range m.Rect.Dy() {
		for x, v := range m.Pix[y*m.Stride : y*m.Stride+m.Rect.Dx()] {
			out.Pix[y*out.Stride+x] = byte(min(max(int(v)+sharpGain*(int(v)-int(soft.Pix[y*soft.Stride+x])), 0), 255))
		}
	}
	return out
}

// planar searches for two-dimensional symbols.
type planar struct {
	o    Options
	left *budget
}

// read tries one preparation of a picture whose places are factor times smaller than the original's.
func (p *planar) read(m *image.Gray, prep preparation, factor float64) (Symbol, bool) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	if w < leastPlanar || h < leastPlanar || !prep.fits(w, h) ||
		!p.left.take(1+int(float64(w*h)*prep.scale*prep.scale)>>effortPixels) {
		return Symbol{}, false
	}
	seen, ok := prep.mask(prep.draw(m))
	if !ok {
		return Symbol{}, false
	}
	s, ok := p.decode(seen)
	for i := range s.Corners {
		s.Corners[i] *= factor / prep.scale
	}
	return s, ok
}

// readAll tries boxes of the picture, then all preparations of the whole, whose places are factor times smaller, and
// last what is bent.
func (p *planar) readAll(src, flat *image.Gray, factor float64, boxes []image.Rectangle) []Symbol {
	var out []Symbol
	for _, box := range boxes {
		if s, ok := p.readBlob(src, box); ok && !repeated(out, s) {
			out = append(out, s)
		}
	}
	plain := stretched(flat)
	for i, prep := range preparations {
		if len(out) > 0 || i == 0 && plain == flat {
			continue
		}
		if s, ok := p.read(plain, prep, factor); ok {
			out = append(out, s)
		}
	}
	if p.o.wants(QR) && len(out) == 0 {
		out = p.bent(plain, factor)
	}
	return out
}

// bent searches for QR codes that don't lie flat.
func (p *planar) bent(m *image.Gray, factor float64) []Symbol {
	if m.Rect.Dx() < leastPlanar || m.Rect.Dy() < leastPlanar {
		return nil
	}
	for _, prep := range preparations[:2] {
		if !p.left.take(bentEffort + m.Rect.Dx()*m.Rect.Dy()>>effortPixels) {
			break
		}
		seen, ok := prep.mask(m)
		if !ok {
			continue
		}
		if s, ok := readBentQR(seen, p.left); ok {
			for i := range s.Corners {
				s.Corners[i] *= factor
			}
			return []Symbol{s}
		}
	}
	return nil
}

// mask makes black and white of a prepared picture.
func (prep *preparation) mask(m *image.Gray) (*mask, bool) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	out := &mask{w: w, h: h, dark: make([]byte, w*h), grey: m}
	if prep.mean {
		dark := raster.Adaptive(m, max(min(w, h)/meanRadius, leastRadius), meanOffset)
		for y := range h {
			for x, v := range dark.Pix[y*dark.Stride : y*dark.Stride+w] {
				if v == 0 {
					out.dark[y*w+x] = 1
				}
			}
		}
		return out, true
	}
	bits, err := gozxing.NewHybridBinarizer(newLuminance(m)).GetBlackMatrix()
	if err != nil {
		return nil, false
	}
	for i := range out.dark {
		if bits.Get(i%w, i/w) {
			out.dark[i] = 1
		}
	}
	return out, true
}

// bits returns the mask as gozxing's matrix of bits.
func (m *mask) bits() *gozxing.BitMatrix {
	bits, err := gozxing.NewBitMatrix(m.w, m.h)
	if err != nil {
		return nil // a mask is never empty
	}
	for i, v := range m.dark {
		if v == 1 {
			bits.Set(i%m.w, i/m.w)
		}
	}
	return bits
}

func (p *planar) decode(m *mask) (Symbol, bool) {
	if p.o.wants(QR) {
		if s, ok := readQR(m.bits()); ok {
			return s, true
		}
	}
	return p.rare(m)
}

var harder = map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true}

func readQR(bits *gozxing.BitMatrix) (Symbol, bool) {
	at, err := qrfind.NewDetector(bits).Detect(harder)
	if err != nil {
		return Symbol{}, false
	}
	got, err := qr.NewDecoder().Decode(at.GetBits(), nil)
	if err != nil {
		return Symbol{}, false
	}
	s, ok := symbolOf(QR, got)
	s.Corners = cornersOfQR(at.GetPoints(), float64(at.GetBits().GetWidth()))
	return s, ok
}

// cornersOfQR extends the middles of the three finder patterns (bottom left, top left, top right), which lie three and
// a half modules inside, to the corners.
func cornersOfQR(p []gozxing.ResultPoint, modules float64) (c [8]float64) {
	if len(p) < 3 || modules <= eyeModules {
		return c
	}
	x, y := p[1].GetX(), p[1].GetY()
	rx, ry := (p[2].GetX()-x)/(modules-eyeModules), (p[2].GetY()-y)/(modules-eyeModules)
	dx, dy := (p[0].GetX()-x)/(modules-eyeModules), (p[0].GetY()-y)/(modules-eyeModules)
	const first = -eyeModules / 2
	last := modules + first
	for i, m := range [4][2]float64{{first, first}, {last, first}, {last, last}, {first, last}} {
		c[2*i], c[2*i+1] = x+m[0]*rx+m[1]*dx, y+m[0]*ry+m[1]*dy
	}
	return c
}

// symbolOf converts a result of gozxing; its confidence is lower the more errors were corrected.
func symbolOf(kind Symbology, got *common.DecoderResult) (Symbol, bool) {
	confidence := 1.0
	if raw := len(got.GetRawBytes()); raw > 0 {
		confidence = max(1-2*float64(got.GetErrorsCorrected())/float64(raw), leastConfidence)
	}
	text := got.GetText()
	return Symbol{Symbology: kind, Text: text, Bytes: []byte(text), Confidence: confidence}, text != ""
}
