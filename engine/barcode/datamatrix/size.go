package datamatrix

// Size is one of the shapes of a symbol, in modules with its finder pattern.
type Size struct {
	Rows, Columns int
	Data, Check   int // codewords in all
	tall, wide    int // data modules of one region
	blocks        int
}

// regions are the regions down and across.
func (s *Size) regions() (down, across int) { return s.Rows / (s.tall + 2), s.Columns / (s.wide + 2) }

// sizes is table 7 of ISO/IEC 16022:2006 and table 1 of ISO/IEC 21471:2020.
var sizes = []Size{
	{10, 10, 3, 5, 8, 8, 1},
	{12, 12, 5, 7, 10, 10, 1},
	{14, 14, 8, 10, 12, 12, 1},
	{16, 16, 12, 12, 14, 14, 1},
	{18, 18, 18, 14, 16, 16, 1},
	{20, 20, 22, 18, 18, 18, 1},
	{22, 22, 30, 20, 20, 20, 1},
	{24, 24, 36, 24, 22, 22, 1},
	{26, 26, 44, 28, 24, 24, 1},
	{32, 32, 62, 36, 14, 14, 1},
	{36, 36, 86, 42, 16, 16, 1},
	{40, 40, 114, 48, 18, 18, 1},
	{44, 44, 144, 56, 20, 20, 1},
	{48, 48, 174, 68, 22, 22, 1},
	{52, 52, 204, 84, 24, 24, 2},
	{64, 64, 280, 112, 14, 14, 2},
	{72, 72, 368, 144, 16, 16, 4},
	{80, 80, 456, 192, 18, 18, 4},
	{88, 88, 576, 224, 20, 20, 4},
	{96, 96, 696, 272, 22, 22, 4},
	{104, 104, 816, 336, 24, 24, 6},
	{120, 120, 1050, 408, 18, 18, 6},
	{132, 132, 1304, 496, 20, 20, 8},
	{144, 144, 1558, 620, 22, 22, 10},
	{8, 18, 5, 7, 6, 16, 1},
	{8, 32, 10, 11, 6, 14, 1},
	{12, 26, 16, 14, 10, 24, 1},
	{12, 36, 22, 18, 10, 16, 1},
	{16, 36, 32, 24, 14, 16, 1},
	{16, 48, 49, 28, 14, 22, 1},
	{8, 48, 18, 15, 6, 22, 1},
	{8, 64, 24, 18, 6, 14, 1},
	{8, 80, 32, 22, 6, 18, 1},
	{8, 96, 38, 28, 6, 22, 1},
	{8, 120, 49, 32, 6, 18, 1},
	{8, 144, 63, 36, 6, 22, 1},
	{12, 64, 43, 27, 10, 14, 1},
	{12, 88, 64, 36, 10, 20, 1},
	{16, 64, 62, 36, 14, 14, 1},
	{20, 36, 44, 28, 18, 16, 1},
	{20, 44, 56, 34, 18, 20, 1},
	{20, 64, 84, 42, 18, 14, 1},
	{22, 48, 72, 38, 20, 22, 1},
	{24, 48, 80, 41, 22, 22, 1},
	{24, 64, 108, 46, 22, 14, 1},
	{26, 40, 70, 38, 24, 18, 1},
	{26, 48, 90, 42, 24, 22, 1},
	{26, 64, 118, 50, 24, 14, 1},
}

// SizeOf finds the shape with so many rows and columns.
func SizeOf(rows, columns int) (Size, bool) {
	for _, s := range sizes {
		if s.Rows == rows && s.Columns == columns {
			return s, true
		}
	}
	return Size{}, false
}

// Finder reports whether the module at a row and column belongs to the finder pattern, and whether it is dark there:
// each region has a dark left and lower border and alternating ones above and at the right.
func (s *Size) Finder(row, column int) (belongs, dark bool) {
	r, c := row%(s.tall+2), column%(s.wide+2)
	switch {
	case c == 0 || r == s.tall+1:
		return true, true
	case r == 0:
		return true, c%2 == 0
	case c == s.wide+1:
		return true, r%2 == 1
	}
	return false, false
}
