package fingerprint

import "image"

// The shape of a sheet. Set by judgement: a finger's print is between square and twice as high as wide.
const (
	oneFinger    = 1.6 // width over height up to which a picture shows one finger
	fingerAspect = .8  // width over height of one finger on a sheet
	mostFingers  = 8   // of two hands
	cutReach     = 5   // a cut is at most one in cutReach of a finger's width away from an equal part's end
)

// Split cuts a sheet of fingers side by side, dark on light, into one picture per finger from left to right. A picture
// that is not wider than 1.6 times its height is one finger. The cuts fall where a column has the least ink near the
// places of equal parts, for two to eight fingers by the sheet's shape.
func Split(sheet *image.Gray) []*image.Gray {
	w, h := sheet.Rect.Dx(), sheet.Rect.Dy()
	if h == 0 || float64(w) <= oneFinger*float64(h) {
		return []*image.Gray{sheet}
	}
	n := max(2, min(mostFingers, int(float64(w)/float64(h)/fingerAspect+.5)))
	ink := columns(sheet)
	out := make([]*image.Gray, 0, n)
	from := 0
	for i := 1; i <= n; i++ {
		to := w
		if i < n {
			to = emptiest(ink, w*i/n, w/n/cutReach)
		}
		part := image.Rect(sheet.Rect.Min.X+from, sheet.Rect.Min.Y, sheet.Rect.Min.X+to, sheet.Rect.Max.Y)
		out = append(out, sheet.SubImage(part).(*image.Gray))
		from = to
	}
	return out
}

// columns sums the darkness of each column.
func columns(img *image.Gray) []int {
	w := img.Rect.Dx()
	out := make([]int, w)
	for y := range img.Rect.Dy() {
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			out[x] += 255 - int(v)
		}
	}
	return out
}

// emptiest returns the middle of the lightest run of columns around a place.
func emptiest(ink []int, around, reach int) int {
	const stretch = 9
	best, least := around, -1
	for x := max(stretch, around-reach); x <= min(len(ink)-1-stretch, around+reach); x++ {
		sum := 0
		for _, v := range ink[x-stretch/2 : x+stretch/2+1] {
			sum += v
		}
		if least < 0 || sum < least || sum == least && abs(x-around) < abs(best-around) {
			best, least = x, sum
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }
