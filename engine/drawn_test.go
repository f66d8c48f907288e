package engine_test

import (
	"sync"

	"proofdesk/engine/specimen"
)

// drawings are pictures that several tests look at: each is drawn once, when the first of them asks for it.
type drawings[K comparable, V any] struct{ all sync.Map }

// of returns the picture of a key.
func (d *drawings[K, V]) of(key K, draw func(K) V) V {
	one, _ := d.all.LoadOrStore(key, sync.OnceValue(func() V { return draw(key) }))
	return one.(func() V)()
}

// sitter is an applicant as ApplicantWith invents one today, and which of the captures is meant.
type sitter struct {
	document specimen.Kind
	seed     uint64
	is       specimen.Case
	capture  string
}

// captured are the captures of applicants.
var captured drawings[sitter, specimen.Capture]

// capture returns a capture of an applicant; false if the applicant has none of that kind. Nobody may change its bytes.
func capture(document specimen.Kind, seed uint64, is specimen.Case, kind string) (specimen.Capture, bool) {
	c := captured.of(sitter{document, seed, is, kind}, func(s sitter) specimen.Capture {
		c, _ := specimen.ApplicantWith(s.document, s.seed, s.is, today).Capture(s.capture)
		return c
	})
	return c, len(c.Bytes) > 0
}
