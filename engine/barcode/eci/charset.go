package eci

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// charsets are the Extended Channel Interpretations that name a character set other than UTF-8.
var charsets = map[int]encoding.Encoding{
	0:  charmap.CodePage437,
	1:  charmap.ISO8859_1,
	2:  charmap.CodePage437,
	3:  charmap.ISO8859_1,
	4:  charmap.ISO8859_2,
	5:  charmap.ISO8859_3,
	6:  charmap.ISO8859_4,
	7:  charmap.ISO8859_5,
	8:  charmap.ISO8859_6,
	9:  charmap.ISO8859_7,
	10: charmap.ISO8859_8,
	11: charmap.ISO8859_9,
	12: charmap.ISO8859_10,
	15: charmap.ISO8859_13,
	16: charmap.ISO8859_14,
	17: charmap.ISO8859_15,
	18: charmap.ISO8859_16,
	20: japanese.ShiftJIS,
	21: charmap.Windows1250,
	22: charmap.Windows1251,
	23: charmap.Windows1252,
	24: charmap.Windows1256,
	25: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	28: traditionalchinese.Big5,
	29: simplifiedchinese.GB18030,
	30: korean.EUCKR,
	32: simplifiedchinese.GB18030,
	33: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
}
