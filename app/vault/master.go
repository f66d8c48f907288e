package vault

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Master holds the master keys of an installation: one active key that wraps, older ones that still unwrap, and the
// pepper. It is safe for concurrent use. Every way of printing it prints a placeholder.
type Master struct {
	path string // empty for keys that are in memory only

	mu  sync.RWMutex
	set *keySet
}

// keySet is one state of the file.
type keySet struct {
	lines  []line
	keys   map[string]Key
	active string
	pepper Key
}

// maxID limits the key id that is written before a sealed value.
const maxID = 64

// Init creates a file with a first master key and a pepper, readable by its owner only. It never replaces a file.
func Init(path string) (*Master, error) {
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("master keys: %s exists already", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	if err := writeFile(path, firstLines()); err != nil {
		return nil, err
	}
	return Load(path)
}

// Load reads a file that Init created. The file must be accessible to its owner only.
func Load(path string) (*Master, error) {
	m := &Master{path: path}
	return m, m.Reload()
}

// Ephemeral returns master keys that last as long as the process, for tests and trials.
func Ephemeral() *Master {
	set, err := newKeySet(firstLines())
	if err != nil { // the lines above are valid
		panic("vault: " + err.Error())
	}
	return &Master{set: set}
}

// Rotate adds a new active key to the file at path, which keeps the old ones for unwrapping, and returns its id.
func Rotate(path string) (string, error) {
	m, err := Load(path)
	if err != nil {
		return "", err
	}
	return m.Rotate()
}

// Rotate adds a new active key, in the file and in memory, and returns its id. Values wrapped by older keys can still
// be decrypted. Where several nodes each have a copy of the file, all need the new one before rows are wrapped with it.
func (m *Master) Rotate() (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	lines := m.set.lines
	if m.path != "" {
		release, err := lockFile(m.path)
		if err != nil {
			return "", err
		}
		defer release()
		current, err := readFile(m.path)
		if err != nil {
			return "", err
		}
		lines = current
	}
	next := make([]line, len(lines), len(lines)+1)
	copy(next, lines)
	for i := range next {
		next[i].Active = false
	}
	next = append(next, newLine(useWrap, true, time.Now()))
	set, err := newKeySet(next)
	if err != nil {
		return "", err
	}
	if m.path != "" {
		if err := writeFile(m.path, next); err != nil {
			return "", err
		}
	}
	m.set = set
	return set.active, nil
}

// Reload reads the file again, as another process may have rotated it. Keys in memory only stay as they are.
func (m *Master) Reload() error {
	if m.path == "" {
		return nil
	}
	lines, err := readFile(m.path)
	if err != nil {
		return err
	}
	set, err := newKeySet(lines)
	if err != nil {
		return fmt.Errorf("%s: %w", m.path, err)
	}
	m.mu.Lock()
	m.set = set
	m.mu.Unlock()
	return nil
}

// ActiveID returns the id of the key that wraps now.
func (m *Master) ActiveID() string { return m.current().active }

// Pepper returns the key for hashing secrets of a purpose, the same before and after every rotation.
func (m *Master) Pepper(purpose string) Key {
	return m.current().pepper.Derive("proofdesk pepper " + purpose)
}

// WrapKey wraps a key with the active master key; the result holds that key's id.
func (m *Master) WrapKey(child Key, context string) []byte { return m.Seal(child[:], context) }

// UnwrapKey decrypts the result of WrapKey, whichever master key created it.
func (m *Master) UnwrapKey(wrapped []byte, context string) (Key, error) {
	plain, err := m.Open(wrapped, context)
	if err != nil {
		return Key{}, err
	}
	return keyOf(plain)
}

// Seal encrypts a secret of the installation with the active key. The result is the length of the key's id, the id, and
// the result of the function Seal.
func (m *Master) Seal(plain []byte, context string) []byte {
	set := m.current()
	id := set.active
	return append(append([]byte{byte(len(id))}, id...), Seal(set.keys[id], plain, id+"\x00"+context)...)
}

// Open decrypts the result of the method Seal. Where the key is not known, the file is read again.
func (m *Master) Open(sealed []byte, context string) ([]byte, error) {
	id, rest, ok := splitID(sealed)
	if !ok {
		return nil, ErrSealed
	}
	key, ok := m.current().keys[id]
	if !ok {
		if err := m.Reload(); err != nil {
			return nil, err
		}
		if key, ok = m.current().keys[id]; !ok {
			return nil, fmt.Errorf("master key %q is not in the file: %w", id, ErrSealed)
		}
	}
	return Open(key, rest, id+"\x00"+context)
}

// SealedBy returns the id of the master key that encrypted a value, and whether the value holds one.
func SealedBy(sealed []byte) (string, bool) {
	id, _, ok := splitID(sealed)
	return id, ok
}

func splitID(sealed []byte) (id string, rest []byte, ok bool) {
	if len(sealed) == 0 {
		return "", nil, false
	}
	n := int(sealed[0])
	if n == 0 || n > maxID || len(sealed) <= n {
		return "", nil, false
	}
	return string(sealed[1 : 1+n]), sealed[1+n:], true
}

func (m *Master) current() *keySet {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.set
}

func firstLines() []line {
	now := time.Now()
	return []line{newLine(usePepper, false, now), newLine(useWrap, true, now)}
}

func newKeySet(lines []line) (*keySet, error) {
	set := &keySet{lines: lines, keys: map[string]Key{}}
	peppers := 0
	for _, l := range lines {
		key, err := l.secret()
		if err != nil {
			return nil, err
		}
		if _, twice := set.keys[l.ID]; twice || l.ID == "" || len(l.ID) > maxID {
			return nil, fmt.Errorf("master key id %q is empty, too long or there twice", l.ID)
		}
		switch {
		case l.Use == usePepper:
			set.pepper = key
			peppers++
			continue
		case l.Use != useWrap:
			return nil, fmt.Errorf("master key %q has the unknown use %q", l.ID, l.Use)
		case l.Active && set.active != "":
			return nil, errors.New("more than one master key is active")
		case l.Active:
			set.active = l.ID
		}
		set.keys[l.ID] = key
	}
	if set.active == "" || peppers != 1 {
		return nil, errors.New("master keys: want one active key and one pepper")
	}
	return set, nil
}

// String returns a placeholder.
func (*Master) String() string { return redacted }

// Format prints a placeholder for every verb.
func (*Master) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns slog a placeholder.
func (*Master) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalJSON returns a placeholder.
func (*Master) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }
