package barcode

import (
	"math"

	"github.com/makiuchi-d/gozxing"
	qr "github.com/makiuchi-d/gozxing/qrcode/decoder"
	qrfind "github.com/makiuchi-d/gozxing/qrcode/detector"

	"proofdesk/engine/raster"
)

// The shape of a QR code in modules (ISO/IEC 18004 §6.3): a finder pattern is seven wide, version v has 17 + 4·v on
// each side, and the alignment pattern of the last corner lies three further inside than a finder pattern would.
const (
	eyeModules    = 7.
	qrBase        = 17
	qrStep        = 4
	alignedInside = 3
)

// mostBent is the largest version that is searched for among bent symbols: modules of larger ones are lost on what does
// not lie flat.
const mostBent = 20

// fitModules is how many modules a lattice has for one unit of effort that fitting it takes.
const fitModules = 1000

// qrTerms are the numbers of terms with which a lattice is fitted, one fit after the other.
var qrTerms = [6]int{4, 4, 6, 6, 10, 10}

// readBentQR reads a QR code whose finder patterns are there but whose modules don't lie on a flat grid, on cloth or
// round a bottle.
func readBentQR(m *mask, left *budget) (Symbol, bool) {
	if s, ok := readSteepQR(m, left); ok {
		return s, true
	}
	bits := m.bits()
	info, err := qrfind.NewFinderPatternFinder(bits, nil).Find(harder)
	if err != nil {
		return Symbol{}, false
	}
	tl, tr, bl := info.GetTopLeft(), info.GetTopRight(), info.GetBottomLeft()
	module := (tl.GetEstimatedModuleSize() + tr.GetEstimatedModuleSize() + bl.GetEstimatedModuleSize()) / 3
	if module < 1 {
		return Symbol{}, false
	}
	a, b, c := raster.Point{
		X: tl.GetX(),
		Y: tl.GetY(),
	}, raster.Point{X: tr.GetX(), Y: tr.GetY()}, raster.Point{X: bl.GetX(), Y: bl.GetY()}
	across := (math.Hypot(b.X-a.X, b.Y-a.Y) + math.Hypot(c.X-a.X, c.Y-a.Y)) / 2
	version := int(math.Round((across/module + eyeModules - qrBase) / qrStep))
	for _, v := range [3]int{version, version + 1, version - 1} {
		if v < 1 || v > mostBent {
			continue
		}
		n := qrBase + qrStep*v
		far := float64(n) - eyeModules/2
		for _, corner := range fourths(bits, a, b, c) {
			last := far
			if corner.aligned {
				last -= alignedInside
			}
			base, ok := raster.NewHomography(raster.Quad{
				{X: eyeModules / 2, Y: eyeModules / 2},
				{X: far, Y: eyeModules / 2},
				{X: last, Y: last},
				{X: eyeModules / 2, Y: far},
			}, raster.Quad{a, b, corner.Point, c})
			if !ok {
				continue
			}
			l := lattice{m: m, columns: n, rows: n, base: base}
			if s, ok := l.readQR(left); ok {
				return s, true
			}
		}
	}
	return Symbol{}, false
}

// fourth is a guess of the fourth corner: the middle of the alignment pattern, or where a finder pattern would be.
type fourth struct {
	raster.Point
	aligned bool
}

// fourths returns the candidates: the alignment pattern that the detector found, and the parallelogram's corner.
func fourths(bits *gozxing.BitMatrix, a, b, c raster.Point) []fourth {
	var out []fourth
	if at, err := qrfind.NewDetector(bits).Detect(harder); err == nil && len(at.GetPoints()) > 3 {
		p := at.GetPoints()[3]
		out = append(out, fourth{raster.Point{X: p.GetX(), Y: p.GetY()}, true})
	}
	return append(out, fourth{raster.Point{X: b.X + c.X - a.X, Y: b.Y + c.Y - a.Y}, false})
}

// readQR fits the lattice, with more terms each time, and decodes after each fit.
func (l *lattice) readQR(left *budget) (Symbol, bool) {
	for _, terms := range qrTerms {
		if !left.take(1+l.columns*l.columns/fitModules) || !l.fit(terms, l.whole()) {
			break
		}
		if s, ok := l.decodeQR(); ok {
			return s, true
		}
	}
	return Symbol{}, false
}

// decodeQR samples the middle of every module and decodes them with gozxing.
func (l *lattice) decodeQR() (Symbol, bool) {
	grid, err := gozxing.NewSquareBitMatrix(l.columns)
	if err != nil {
		return Symbol{}, false
	}
	for j := range l.columns {
		for i := range l.columns {
			if l.dark(float64(i)+.5, float64(j)+.5) {
				grid.Set(i, j)
			}
		}
	}
	got, err := qr.NewDecoder().Decode(grid, nil)
	if err != nil {
		return Symbol{}, false
	}
	s, ok := symbolOf(QR, got)
	s.Corners = l.outline()
	return s, ok
}
