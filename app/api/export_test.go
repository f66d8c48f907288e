package api

// What the fuzz targets reach into.
var (
	DecodeJSON   = decodeJSON
	ContentRange = contentRange
	Span         = span
	WholeFile    = wholeFile
	OnePart      = onePart
)
