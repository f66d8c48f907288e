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
// folders from the day of from on. known returns which of some object names have rows.
func (f *Folder) Sweep(
	ctx context.Context, now, from time.Time, known func(context.Context, []string) (map[string]bool, error),
) (int, error) {
	var (
		batch   []string
		removed int
	)
	flush := func() error {
		n, err := f.removeUnknown(ctx, batch, known)
		removed, batch = removed+n, batch[:0]
		return err
	}
	first := from.UTC().Format("2006/01/02")
	err := filepath.WalkDir(f.Root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(ignoreMissing(err), ctx.Err())
		}
		name := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(path, f.Root), string(filepath.Separator)))
		if entry.IsDir() {
			if strings.Count(name, "/") == 2 && name < first {
				return fs.SkipDir
			}
			return nil
		}
		if !orphanedLongEnough(entry, now) {
			return nil
		}
		if batch = append(batch, name); len(batch) < sweepBatch {
			return nil
		}
		return flush()
	})
	return removed, errors.Join(err, flush())
}

func orphanedLongEnough(entry fs.DirEntry, now time.Time) bool {
	info, err := entry.Info()
	return err == nil && now.Sub(info.ModTime()) > Orphaned
}

// removeUnknown removes files without a row; half-written files never have one, and a rendition has its capture's.
func (f *Folder) removeUnknown(
	ctx context.Context, names []string, known func(context.Context, []string) (map[string]bool, error),
) (int, error) {
	if len(names) == 0 {
		return 0, nil
	}
	captures := make([]string, len(names))
	for i, name := range names {
		captures[i] = captureOf(name)
	}
	rows, err := known(ctx, captures)
	if err != nil {
		return 0, err
	}
	removed := 0
	for i, name := range names {
		if rows[captures[i]] {
			continue
		}
		if err := ignoreMissing(os.Remove(filepath.Join(f.Root, filepath.FromSlash(name)))); err != nil {
			return removed, storageFault(err)
		}
		removed++
	}
	return removed, nil
}

// ignoreMissing ignores the error where somebody else removed the file meanwhile.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
