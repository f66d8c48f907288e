package web

import views "proofdesk/views/review"

// Differ is differ for tests.
func Differ(a, b string) []views.Part { return differ(a, b) }

// ByteRange is byteRange for tests.
func ByteRange(header string, size int64) (from, to int64, partial bool) {
	return byteRange(header, size)
}

// Upright is upright for tests.
func Upright(width, height, turned int) (view, place string) { return upright(width, height, turned) }

// CoverJSON is coverJSON for tests.
func CoverJSON(body []byte) ([]byte, error) { return coverJSON(body) }
