package evidence

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Orphaned is the age from which a file without a row certainly has none: a capture's row is written within the request
// that stored its file.
const Orphaned = 24 * time.Hour

const sweepBatch = 200

// Sweep removes files without a row that are older than Orphaned, and returns their number. It looks only at day
// folders from the day of from on, and at older ones in which something was written since: renditions are made at any
// age of their capture. known returns which of some object names have rows. What can't be read or removed
// keeps no other file: the first such error is returned at the end.
func (f *Folder) Sweep(
	ctx context.Context, now, from time.Time, known func(context.Context, []string) (map[string]bool, error),
) (int, error) {
	s := sweep{folder: f, known: known}
	err := filepath.WalkDir(f.Root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			s.note(ignoreMissing(err))
			return ctx.Err()
		}
		name := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(path, f.Root), string(filepath.Separator)))
		if entry.IsDir() {
			if strings.Count(name, "/") == 2 && quietSince(name, entry, from) {
				return fs.SkipDir
			}
			return nil
		}
		if !orphanedLongEnough(entry, now) {
			return nil
		}
		if s.batch = append(s.batch, name); len(s.batch) < sweepBatch {
			return nil
		}
		return s.flush(ctx)
	})
	if err == nil {
		err = s.flush(ctx)
	}
	return s.removed, errors.Join(err, s.failed)
}

// sweep is a walk over the files of a folder.
type sweep struct {
	folder  *Folder
	known   func(context.Context, []string) (map[string]bool, error)
	batch   []string // names to ask for
	removed int
	failed  error // the first file or folder that stays
}

// note keeps the first error.
func (s *sweep) note(err error) {
	if s.failed == nil && err != nil {
		s.failed = storageFault(err)
	}
}

// quietSince reports whether a day folder is of a day before from, and no file came into it or left it since.
func quietSince(name string, folder fs.DirEntry, from time.Time) bool {
	info, err := folder.Info()
	return err == nil && name < from.UTC().Format("2006/01/02") && info.ModTime().Before(from)
}

func orphanedLongEnough(entry fs.DirEntry, now time.Time) bool {
	info, err := entry.Info()
	return err == nil && now.Sub(info.ModTime()) > Orphaned
}

// flush removes the files of the batch that have no row; half-written files never have one, and a rendition has its
// capture's.
func (s *sweep) flush(ctx context.Context) error {
	if len(s.batch) == 0 {
		return nil
	}
	captures := make([]string, len(s.batch))
	for i, name := range s.batch {
		captures[i] = captureOf(name)
	}
	rows, err := s.known(ctx, captures)
	if err != nil {
		return err
	}
	for i, name := range s.batch {
		if rows[captures[i]] {
			continue
		}
		if err := ignoreMissing(os.Remove(filepath.Join(s.folder.Root, filepath.FromSlash(name)))); err != nil {
			s.note(err)
			continue
		}
		s.removed++
	}
	s.batch = s.batch[:0]
	return nil
}

// ignoreMissing ignores the error where somebody else removed the file meanwhile.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
