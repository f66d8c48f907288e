package engine_test

// hasNetworks is false: the device build holds no face networks.
const hasNetworks = false

// countsTextLines is false: the device build does not look for printed lines, and takes nothing sharp for no document.
const countsTextLines = false

// sampled is every fifth of a table, the first included.
func sampled[T any](all []T) []T { return everyNth(all, 5) }

// sampledForWasm is what sampled is.
func sampledForWasm[T any](all []T) []T { return everyNth(all, 5) }
