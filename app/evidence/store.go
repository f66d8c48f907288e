package evidence

import (
	"context"
	"io"
	"time"
)

// ObjectStore stores sealed objects. Names are those that the function Name returns.
type ObjectStore interface {
	// Put stores size bytes of r under name: durably and as a whole, or not at all. Fault StorageFull where there is no
	// space left.
	Put(ctx context.Context, name string, r io.Reader, size int64) error
	// Open returns an object to read from any position, and its size. Fault NotFound where there is none.
	Open(ctx context.Context, name string) (Object, int64, error)
	// Delete removes an object; one that does not exist is no error.
	Delete(ctx context.Context, name string) error
}

// Object is an open sealed object.
type Object interface {
	io.ReaderAt
	io.Closer
}

// Name returns the name of a new object: YYYY/MM/DD/<id>.
func Name(now time.Time, id string) string { return now.UTC().Format("2006/01/02/") + id }
