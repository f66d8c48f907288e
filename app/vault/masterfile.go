package vault

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// The uses of a line in the file of master keys.
const (
	useWrap   = "wrap"   // wraps company keys, encrypts the installation's secrets; several lines, one of them active
	usePepper = "pepper" // keys the hashes of high-entropy secrets; one line, which never changes
)

// line is one key in the file: JSON, one object per line.
type line struct {
	ID      string    `json:"id"`
	Use     string    `json:"use"`
	Key     string    `json:"key"` // base64 of 32 bytes
	Active  bool      `json:"active,omitempty"`
	Created time.Time `json:"created"`
}

// readFile reads and checks a file of master keys. It refuses a file that anyone but its owner may read or write.
func readFile(path string) ([]line, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("master keys: %s is not a regular file", path)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("master keys: %s has mode %04o: only its owner may have access (chmod 600)",
			path, info.Mode().Perm())
	}
	var lines []line
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		var l line
		if json.Unmarshal(scan.Bytes(), &l) != nil {
			return nil, fmt.Errorf("master keys: line %d of %s is not a key", n, path)
		}
		lines = append(lines, l)
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	return lines, nil
}

// flush syncs a file or a folder to disk. Tests replace it.
var flush = (*os.File).Sync

// writeFile writes the keys to path: to a temporary file, which is synced and then renamed, so that no crash leaves
// half a file.
func writeFile(path string, lines []line) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".master-*") // mode 0600
	if err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	encoder := json.NewEncoder(f)
	for _, l := range lines {
		err = errors.Join(err, encoder.Encode(l))
	}
	if err = errors.Join(err, flush(f), f.Close()); err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	return syncDir(dir)
}

// lockFile locks the file against another rotation, so that neither loses the other's key.
func lockFile(path string) (release func(), err error) {
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(fmt.Errorf("master keys: %w", err), f.Close())
	}
	return func() { _ = f.Close() }, nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	return errors.Join(flush(d), d.Close())
}

func newLine(use string, active bool, now time.Time) line {
	k := NewKey()
	return line{
		ID:      newID(),
		Use:     use,
		Key:     base64.StdEncoding.EncodeToString(k[:]),
		Active:  active,
		Created: now.UTC().Truncate(time.Second),
	}
}

func newID() string {
	k := NewKey()
	return fmt.Sprintf("mk-%x", k[:6])
}

// secret returns the bytes of the line's key.
func (l line) secret() (Key, error) {
	plain, err := base64.StdEncoding.DecodeString(l.Key)
	if err != nil || len(plain) != KeySize {
		return Key{}, fmt.Errorf("master key %q is not %d bytes in base64", l.ID, KeySize)
	}
	return keyOf(plain)
}
