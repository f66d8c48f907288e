package evidence

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/minio/sio"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
)

// Safe encrypts what is written to a store and decrypts what is read.
type Safe struct {
	Store ObjectStore
}

func settings(key vault.Key) sio.Config {
	return sio.Config{
		Key:          key[:],
		MinVersion:   sio.Version20,
		MaxVersion:   sio.Version20,
		CipherSuites: []byte{sio.AES_256_GCM},
	}
}

// Keep encrypts the c.Size plain bytes of r with a new random key and stores them; it sets c.Key to the object's name
// and c.WrappedKey to its key wrapped by the applicant's.
func (s Safe) Keep(ctx context.Context, c *onboarding.Capture, applicant vault.Key, r io.Reader) error {
	if c.Size <= 0 { // an empty sealed object can't be distinguished from a truncated one
		return fault.New(fault.Invalid, "a capture must not be empty")
	}
	key := vault.NewKey()
	sealed, err := sio.EncryptReader(r, settings(key))
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the capture could not be sealed")
	}
	total, err := sio.EncryptedSize(uint64(c.Size))
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the capture could not be sealed")
	}
	c.Key = Name(c.CreatedAt, c.ID)
	c.WrappedKey = vault.Wrap(applicant, key, keyContext(c))
	return s.Store.Put(ctx, c.Key, sealed, int64(total))
}

func keyContext(c *onboarding.Capture) string { return "capture:" + c.Company + ":" + c.ID }

// Document is an open capture: its plain bytes can be read from any position. Damage is an Internal fault of the read
// that finds it.
type Document struct {
	io.ReaderAt
	Size   int64 // plain bytes
	object Object
}

// Close ends reading.
func (d *Document) Close() error { return d.object.Close() }

// Open opens a capture's object. An object of another size than in its row is damaged.
func (s Safe) Open(ctx context.Context, c onboarding.Capture, applicant vault.Key) (*Document, error) {
	key, err := vault.Unwrap(applicant, c.WrappedKey, keyContext(&c))
	if err != nil {
		return nil, damaged(err)
	}
	object, total, err := s.Store.Open(ctx, c.Key)
	if err != nil {
		return nil, err
	}
	if plain, err := sio.DecryptedSize(uint64(total)); err != nil || int64(plain) != c.Size {
		return nil, errors.Join(damaged(fmt.Errorf("sealed in %d bytes: %w", total, err)), object.Close())
	}
	plain, err := sio.DecryptReaderAt(object, settings(key))
	if err != nil {
		return nil, errors.Join(damaged(err), object.Close())
	}
	return &Document{ReaderAt: damageReader{plain}, Size: c.Size, object: object}, nil
}

// ReadAll returns all plain bytes of a capture.
func (s Safe) ReadAll(ctx context.Context, c onboarding.Capture, applicant vault.Key) ([]byte, error) {
	d, err := s.Open(ctx, c, applicant)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	plain := make([]byte, d.Size)
	if n, err := d.ReadAt(plain, 0); int64(n) < d.Size {
		return nil, damaged(fmt.Errorf("%d of %d bytes: %w", n, d.Size, err))
	}
	return plain, nil
}

// Delete removes a capture's object and its renditions.
func (s Safe) Delete(ctx context.Context, c onboarding.Capture) error { return s.remove(ctx, c.Key) }

// remove removes an object after its renditions, so that who finds it gone finds them gone too.
func (s Safe) remove(ctx context.Context, object string) error {
	if err := s.dropRenditions(ctx, object); err != nil {
		return err
	}
	return s.Store.Delete(ctx, object)
}

func damaged(err error) error {
	return fault.Wrap(err, fault.Internal, "a stored document is damaged")
}

// damageReader reports damage as such.
type damageReader struct{ r io.ReaderAt }

// ReadAt implements io.ReaderAt.
func (h damageReader) ReadAt(p []byte, off int64) (int, error) {
	n, err := h.r.ReadAt(p, off)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(err)
	}
	return n, err
}

// Remove removes captures' objects with their renditions. It returns the names of those that no longer exist, and the
// first error of the others.
func (s Safe) Remove(ctx context.Context, names []string) (gone []string, err error) {
	for _, name := range names {
		failed := ctx.Err()
		if failed == nil {
			failed = s.remove(ctx, name)
		}
		if failed == nil {
			gone = append(gone, name)
		} else if err == nil {
			err = failed
		}
	}
	return gone, err
}
