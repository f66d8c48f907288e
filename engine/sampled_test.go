package engine_test

// everyNth is every n-th of a table, the first included.
func everyNth[T any](all []T, n int) []T {
	var some []T
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}
