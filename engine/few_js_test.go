package engine_test

// networks tells that the device build holds no face networks.
const networks = false

// lettering tells that the device build does not look for printed lines, and takes nothing sharp for no document.
const lettering = false

// few is every fifth of a table, the first included.
func few[T any](all []T) []T {
	var some []T
	for i := 0; i < len(all); i += 5 {
		some = append(some, all[i])
	}
	return some
}
