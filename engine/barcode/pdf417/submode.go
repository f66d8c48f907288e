package pdf417

import "unicode"

// submode is one of the four character sets of text compaction.
type submode int

const (
	alpha submode = iota
	lower
	mixed
	punct
)

// characters are the graphic characters of the submodes by value (ISO/IEC 15438 table 5); values from len on are
// latches and shifts.
var characters = [4]string{
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ ",
	"abcdefghijklmnopqrstuvwxyz ",
	"0123456789&\r\t,:#-.$/+%*=^",
	";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'",
}

// The latch and shift values of the submodes.
const (
	toLower    = 27 // in alpha and mixed; shift to alpha in lower
	toMixed    = 28 // in alpha and lower; latch to alpha in mixed
	shiftPunct = 29 // in alpha, lower and mixed; latch to alpha in punct
	toPunct    = 25 // in mixed
	mixedSpace = 26 // in mixed
)

// values maps each ASCII character to its value in each submode, -1 where it has none.
var values = func() (v [4][128]int8) {
	for m := range v {
		for c := range v[m] {
			v[m][c] = -1
		}
		for i := range len(characters[m]) {
			v[m][characters[m][i]] = int8(i)
		}
	}
	v[mixed][' '] = mixedSpace
	return v
}()

// isText reports whether text compaction can write a character.
func isText(c byte) bool {
	return c <= unicode.MaxASCII &&
		(values[alpha][c] >= 0 || values[lower][c] >= 0 || values[mixed][c] >= 0 || values[punct][c] >= 0)
}
