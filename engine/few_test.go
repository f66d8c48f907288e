//go:build !js

package engine_test

// networks tells that this build holds the face networks.
const networks = true

// lettering tells that this build looks for printed lines, and so tells an animal from a document.
const lettering = true

// few is all of a table; under WebAssembly, where drawing and inspecting take five times as long, a part of it.
func few[T any](all []T) []T { return all }
