package barcode

import (
	"math"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/common"
	qr "github.com/makiuchi-d/gozxing/qrcode/decoder"
	qrfind "github.com/makiuchi-d/gozxing/qrcode/detector"
)

// readLooseQR reads a QR code whose three finder patterns are there but whose fourth corner is not where it should be:
// in strong perspective, with a spoilt alignment pattern. It tries the corner around the parallelogram's, nearest
// first; a reading counts if the symbol's error correction takes it.
func readLooseQR(bits *gozxing.BitMatrix) (Symbol, bool) {
	info, err := qrfind.NewFinderPatternFinder(bits, nil).Find(harder)
	if err != nil {
		return Symbol{}, false
	}
	tl, tr, bl := info.GetTopLeft(), info.GetTopRight(), info.GetBottomLeft()
	module := (tl.GetEstimatedModuleSize() + tr.GetEstimatedModuleSize() + bl.GetEstimatedModuleSize()) / 3
	if module < 1 {
		return Symbol{}, false
	}
	across := (math.Hypot(tr.GetX()-tl.GetX(), tr.GetY()-tl.GetY()) + math.Hypot(bl.GetX()-tl.GetX(), bl.GetY()-tl.GetY())) / 2
	version := math.Round((across/module + 7 - 17) / 4)
	for _, v := range [3]float64{version, version - 1, version + 1} {
		if v < 1 || v > 12 {
			continue
		}
		if s, ok := looseCorner(bits, [6]float64{tl.GetX(), tl.GetY(), tr.GetX(), tr.GetY(), bl.GetX(), bl.GetY()}, 17+4*v); ok {
			return s, true
		}
	}
	return Symbol{}, false
}

// looseCorner tries places for the fourth corner of a symbol of so many modules.
func looseCorner(bits *gozxing.BitMatrix, p [6]float64, modules float64) (Symbol, bool) {
	ax, ay := (p[2]-p[0])/(modules-7), (p[3]-p[1])/(modules-7)
	dx, dy := (p[4]-p[0])/(modules-7), (p[5]-p[1])/(modules-7)
	far := modules - 3.5
	for ring := 0; ring <= 5; ring++ {
		for i := -ring; i <= ring; i++ {
			for j := -ring; j <= ring; j++ {
				if max(i, -i, j, -j) != ring {
					continue
				}
				u, v := modules-7+.9*float64(i), modules-7+.9*float64(j)
				x, y := p[0]+u*ax+v*dx, p[1]+u*ay+v*dy
				t := common.PerspectiveTransform_QuadrilateralToQuadrilateral(3.5, 3.5, far, 3.5, far, far, 3.5, far,
					p[0], p[1], p[2], p[3], x, y, p[4], p[5])
				if s, ok := decodeQR(bits, t, int(modules)); ok {
					corners := []float64{0, 0, modules, 0, modules, modules, 0, modules}
					t.TransformPoints(corners)
					copy(s.Corners[:], corners)
					return s, true
				}
			}
		}
	}
	return Symbol{}, false
}

func decodeQR(bits *gozxing.BitMatrix, t *common.PerspectiveTransform, modules int) (Symbol, bool) {
	grid, err := qrfind.Detector_sampleGrid(bits, t, modules)
	if err != nil {
		return Symbol{}, false
	}
	got, err := qr.NewDecoder().Decode(grid, nil)
	if err != nil {
		return Symbol{}, false
	}
	return symbolOf(QR, got)
}
