//go:build !js

package engine_test

import "testing"

// hasNetworks reports whether this build holds the face networks.
const hasNetworks = true

// countsTextLines reports whether this build looks for printed lines, and so tells an animal from a document.
const countsTextLines = true

// sampled is all of a table. With -short, as in the gate, it is every third of it, the first included, and under
// WebAssembly, where drawing and inspecting take five times as long, every fifth.
func sampled[T any](all []T) []T {
	if !testing.Short() {
		return all
	}
	return everyNth(all, 3)
}

// sampledForWasm is all of a table, also with -short; under WebAssembly it is every fifth of it.
func sampledForWasm[T any](all []T) []T { return all }
