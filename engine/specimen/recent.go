package specimen

import "sync"

// recent keeps what was drawn last: tests and the demo draw one person's document again and again.
type recent[K comparable, V any] struct {
	mu     sync.Mutex
	keys   []K // the newest last
	values map[K]V
}

// few is how many values are kept.
const few = 6

// of returns the value of a key, which make draws where it isn't kept. Nobody may change it.
func (r *recent[K, V]) of(key K, make func() V) V {
	r.mu.Lock()
	v, ok := r.values[key]
	r.mu.Unlock()
	if ok {
		return v
	}
	v = make()
	r.keep(key, v)
	return v
}

func (r *recent[K, V]) keep(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.values[key]; ok {
		return // drawn twice at once
	}
	if r.values == nil {
		r.values = map[K]V{}
	}
	if len(r.keys) == few {
		delete(r.values, r.keys[0])
		r.keys = r.keys[1:]
	}
	r.keys = append(r.keys, key)
	r.values[key] = v
}
