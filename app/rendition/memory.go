package rendition

import (
	"time"

	"github.com/maypok86/otter/v2"
)

const (
	// memoryRoom limits the pictures kept in memory, in bytes.
	memoryRoom = 48 << 20
	// memoryLife is how long a picture is kept in memory at most, whoever looks at it: a person who was erased, on this
	// node or another one, is not in memory for longer.
	memoryLife = 2 * time.Minute
)

// newMemory returns a cache of the pictures made last by their names, so that a page, its reload and its preloading
// cost one decoding. Who may see a picture is decided before it is asked.
func newMemory() *otter.Cache[string, Picture] {
	return otter.Must(&otter.Options[string, Picture]{
		MaximumWeight:    memoryRoom,
		Weigher:          func(_ string, p Picture) uint32 { return uint32(len(p.Bytes)) },
		ExpiryCalculator: otter.ExpiryCreating[string, Picture](memoryLife),
	})
}
