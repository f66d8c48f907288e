package media

// ByteRange is byteRange for tests.
func ByteRange(header string, size int64) (from, to int64, partial bool) {
	return byteRange(header, size)
}
