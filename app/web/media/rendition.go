package media

import (
	"container/list"
	"sync"

	"golang.org/x/sync/singleflight"
)

// rendered is one made rendition.
type rendered struct {
	bytes       []byte
	contentType string
}

// renditionRoom limits the pictures kept in memory, in bytes.
const renditionRoom = 48 << 20

// renditions keeps the pictures made last, so that a page, its reload and its preloading cost one decoding. Who may see
// a picture is decided before this is asked.
type renditions struct {
	mu      sync.Mutex
	room    int
	used    int
	recent  *list.List // of *keptPicture, last used first
	by      map[string]*list.Element
	flights singleflight.Group
}

type keptPicture struct {
	name string
	rendered
}

func (r *renditions) init() {
	r.room, r.recent, r.by = renditionRoom, list.New(), map[string]*list.Element{}
}

// get returns the picture of a name, made once however many ask.
func (r *renditions) get(name string, make func() (rendered, error)) (rendered, error) {
	if p, ok := r.find(name); ok {
		return p, nil
	}
	made, err, _ := r.flights.Do(name, func() (any, error) {
		p, err := make()
		if err == nil {
			r.keep(name, p)
		}
		return p, err
	})
	return made.(rendered), err
}

func (r *renditions) find(name string) (rendered, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.by[name]
	if !ok {
		return rendered{}, false
	}
	r.recent.MoveToFront(e)
	return e.Value.(*keptPicture).rendered, true
}

func (r *renditions) keep(name string, p rendered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.by[name]; ok || len(p.bytes) > r.room/4 {
		return
	}
	r.by[name] = r.recent.PushFront(&keptPicture{name, p})
	for r.used += len(p.bytes); r.used > r.room; {
		oldest := r.recent.Back()
		gone := r.recent.Remove(oldest).(*keptPicture)
		delete(r.by, gone.name)
		r.used -= len(gone.bytes)
	}
}
