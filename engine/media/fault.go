package media

// Code is what is wrong with the bytes of a file. The codes are stable: callers are answered with them.
type Code string

// The codes.
const (
	Empty       Code = "empty"       // no bytes at all
	TooLarge    Code = "too_large"   // more than MaxBytes
	Grown       Code = "grown"       // more than MaxBytes once it was written anew
	MaxSides    Code = "max_side"    // a side of more than MaxSide
	Truncated   Code = "truncated"   // ends before its content does
	SVG         Code = "svg"         // an SVG, which can hold scripts
	Animated    Code = "animated"    // a WebP of several pictures
	Compressed  Code = "compressed"  // a WOFF or WOFF2, whose glyphs can't be looked at
	Unsupported Code = "unsupported" // another format, or a variant that is not decoded
	Corrupt     Code = "corrupt"     // contradicts its own format
	Trailing    Code = "trailing"    // a font that continues after its last table
)

// Fault is the error of Check.
type Fault struct {
	Code Code
}

// Error returns the code.
func (f *Fault) Error() string { return "media " + string(f.Code) }

func fault(code Code) *Fault { return &Fault{Code: code} }
