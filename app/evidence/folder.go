package evidence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"proofdesk/app/fault"
)

// tempPrefix marks files that are being written; a crash may leave one behind.
const tempPrefix = ".part-"

// Folder is a Store in a local folder: it writes a temporary file beside the final place, syncs it, renames it and
// syncs the folder.
type Folder struct {
	Root    string // captures are in Root/YYYY/MM/DD/<id>
	Reserve int64  // bytes of the disk that captures must leave free, so that the database can still write

	known sync.Map             // folders that exist durably
	flush func(*os.File) error // (*os.File).Sync where nil; for tests
}

// sync syncs a file or a folder to disk.
func (f *Folder) sync(file *os.File) error {
	if f.flush != nil {
		return f.flush(file)
	}
	return file.Sync()
}

// Put implements Store.
func (f *Folder) Put(ctx context.Context, name string, r io.Reader, size int64) error {
	if err := f.checkSpace(size); err != nil {
		return err
	}
	path, err := f.path(name)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := f.makeDir(dir); err != nil {
		return storageFault(err)
	}
	temp, err := os.CreateTemp(dir, tempPrefix)
	if err != nil {
		return storageFault(err)
	}
	if err := f.fill(ctx, temp, r, size); err != nil {
		return errors.Join(storageFault(err), os.Remove(temp.Name()))
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return errors.Join(storageFault(err), os.Remove(temp.Name()))
	}
	return storageFault(f.syncDir(dir))
}

// fill writes exactly size bytes to the file, syncs and closes it.
func (f *Folder) fill(ctx context.Context, file *os.File, r io.Reader, size int64) error {
	n, err := io.Copy(file, io.LimitReader(r, size+1))
	if err == nil && n != size {
		err = fmt.Errorf("object of %d bytes, %d were announced", n, size)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = f.sync(file)
	}
	return errors.Join(err, file.Close())
}

// Open implements Store.
func (f *Folder) Open(_ context.Context, name string) (Object, int64, error) {
	path, err := f.path(name)
	if err != nil {
		return nil, 0, err
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fault.Wrap(err, fault.NotFound, "the document's file is missing")
	}
	if err != nil {
		return nil, 0, storageFault(err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(storageFault(err), file.Close())
	}
	return file, info.Size(), nil
}

// Delete implements Store.
func (f *Folder) Delete(_ context.Context, name string) error {
	path, err := f.path(name)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return storageFault(err)
	}
	return nil
}

// path refuses names that Name does not return, so that no path leads out of the folder.
func (f *Folder) path(name string) (string, error) {
	if !fs.ValidPath(name) || strings.Count(name, "/") != 3 || strings.Contains(name, "\\") {
		return "", fault.New(fault.Internal, "an object has an invalid name")
	}
	return filepath.Join(f.Root, filepath.FromSlash(name)), nil
}

// makeDir creates a folder and its parents, and syncs each parent that gained one.
func (f *Folder) makeDir(dir string) error {
	if _, ok := f.known.Load(dir); ok {
		return nil
	}
	if _, err := os.Stat(dir); err == nil {
		f.known.Store(dir, true)
		return nil
	}
	parent := filepath.Dir(dir)
	if err := f.makeDir(parent); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := f.syncDir(parent); err != nil {
		return err
	}
	f.known.Store(dir, true)
	return nil
}

func (f *Folder) syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.sync(d), d.Close())
}

// checkSpace refuses an object that would use the reserved space.
func (f *Folder) checkSpace(size int64) error {
	if f.Reserve <= 0 {
		return nil
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(existing(f.Root), &disk); err != nil {
		return storageFault(err)
	}
	if free := int64(disk.Bavail) * disk.Bsize; free-size < f.Reserve {
		return fault.New(fault.StorageFull, "there is no room for captures")
	}
	return nil
}

// existing returns the nearest folder at or above path that exists.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

// storageFault returns an error of the file system as a fault; it returns faults, such as a reader's, as they are.
func storageFault(err error) error {
	var known *fault.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(err, fault.StorageFull, "there is no room for captures")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(err, fault.Unavailable, "storing the capture took too long")
	}
	return fault.Wrap(err, fault.Internal, "the capture could not be stored")
}
