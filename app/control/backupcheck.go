package control

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"proofdesk/app/store"
)

// goneMark begins the line of a file that the database names and that was not there to be copied.
const goneMark = "# gone  "

// manifest lists the files of a backup with their digests, as sha256sum does and checks.
type manifest struct {
	sums map[string]string // by the file's name in the backup
	gone []string
}

// add notes a capture that was copied.
func (m *manifest) add(name, sum string) { m.note(path.Join(backupCaptures, name), sum) }

func (m *manifest) note(name, sum string) {
	if m.sums == nil {
		m.sums = map[string]string{}
	}
	m.sums[name] = sum
}

// write writes the list of a backup whose files are all there, and returns how many more the database names.
func (m *manifest) write(ctx context.Context, dir string) (gone int, err error) {
	sum, err := digestOf(filepath.Join(dir, backupDatabase))
	if err != nil {
		return 0, err
	}
	m.note(backupDatabase, sum)
	named, err := store.ObjectsIn(ctx, filepath.Join(dir, backupDatabase))
	if err != nil {
		return 0, err
	}
	var text strings.Builder
	for _, name := range named {
		if name = path.Join(backupCaptures, name); m.sums[name] == "" {
			text.WriteString(goneMark + name + "\n")
			gone++
		}
	}
	for name, sum := range m.sums {
		text.WriteString(sum + "  " + name + "\n")
	}
	partial := filepath.Join(dir, ".part-"+backupManifest)
	if err := os.WriteFile(partial, []byte(text.String()), 0o600); err != nil {
		return 0, err
	}
	_, _, err = copyFile(partial, filepath.Join(dir, backupManifest)) // which syncs it
	return gone, errors.Join(err, os.Remove(partial))
}

// read reads the list of a backup, and returns what is wrong with it.
func (m *manifest) read(dir string) (problems []string) {
	in, err := os.Open(filepath.Join(dir, backupManifest))
	if errors.Is(err, fs.ErrNotExist) {
		return []string{backupManifest + ": it is missing: the backup was not finished, or an older version made it"}
	}
	if err != nil {
		return []string{backupManifest + ": " + err.Error()}
	}
	defer func() { _ = in.Close() }()
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		if name, ok := strings.CutPrefix(lines.Text(), goneMark); ok {
			m.gone = append(m.gone, name)
			continue
		}
		sum, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok || !filepath.IsLocal(filepath.FromSlash(name)) {
			problems = append(problems, fmt.Sprintf("%s: line %d can't be read", backupManifest, n))
			continue
		}
		m.note(name, sum)
	}
	if err := lines.Err(); err != nil {
		problems = append(problems, backupManifest+": "+err.Error())
	}
	return problems
}

// Checked is the result of backup --check.
type Checked struct {
	OK       bool     `json:"ok"`
	Files    int      `json:"files"` // that were read whole
	Gone     int      `json:"gone,omitempty"`
	Problems []string `json:"problems,omitempty"` // each begins with the name of a file
}

// CheckBackup reads a backup whole: each file has the digest that it was written with, the database is undamaged, and
// every file that it names is there. The master keys, and so what the captures show, are not looked at.
func CheckBackup(ctx context.Context, dir string) (Checked, error) {
	var list manifest
	c := Checked{Problems: list.read(dir), Gone: len(list.gone)}
	for name, sum := range list.sums {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		got, err := digestOf(filepath.Join(dir, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			c.Problems = append(c.Problems, name+": it is missing")
		case err != nil:
			c.Problems = append(c.Problems, name+": "+err.Error())
		case got != sum:
			c.Problems = append(c.Problems, name+": its content is not what was written")
		default:
			c.Files++
		}
	}
	c.Problems = append(c.Problems, databaseProblems(ctx, dir, list)...)
	slices.Sort(c.Problems)
	c.OK = len(c.Problems) == 0
	return c, nil
}

// databaseProblems returns what is wrong with the database of a backup, and the files that it names in vain.
func databaseProblems(ctx context.Context, dir string, list manifest) (problems []string) {
	file := filepath.Join(dir, backupDatabase)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		if list.sums[backupDatabase] != "" { // which was said already
			return nil
		}
		return []string{backupDatabase + ": it is missing"}
	}
	named, err := store.ObjectsIn(ctx, file)
	if err := errors.Join(store.CheckSQLite(ctx, file), err); err != nil {
		return []string{backupDatabase + ": " + strings.ReplaceAll(err.Error(), "\n", "; ")}
	}
	for _, name := range named {
		name = path.Join(backupCaptures, name)
		if list.sums[name] != "" || slices.Contains(list.gone, name) {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			problems = append(problems, name+": the database names it, and it is not there")
		}
	}
	return problems
}

// digestOf returns the SHA-256 of a file.
func digestOf(file string) (string, error) {
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer func() { _ = in.Close() }()
	digest := sha256.New()
	_, err = io.Copy(digest, in)
	return hex.EncodeToString(digest.Sum(nil)), err
}
