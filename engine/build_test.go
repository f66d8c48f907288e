//go:build !js

package engine_test

// hasNetworks reports whether this build holds the face networks.
const hasNetworks = true

// countsTextLines reports whether this build looks for printed lines, and so tells an animal from a document.
const countsTextLines = true

// sampled is all of a table; under WebAssembly, where drawing and inspecting take five times as long, a part of it.
func sampled[T any](all []T) []T { return all }
