package api

// What the fuzz targets reach into.
var (
	DecodeJSON = decodeJSON
	Span       = span
	WholeFile  = wholeFile
	OnePart    = onePart
)
