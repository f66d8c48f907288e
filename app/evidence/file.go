package evidence

import (
	"bytes"
	"context"
	"io"

	"proofdesk/app/vault"
)

// SealedFile is a small file that is stored as a whole, sealed with a key of its own.
type SealedFile struct {
	Object string    // as the function Name returns it
	Key    vault.Key // of this file alone
	Place  string    // what the file belongs to: it opens for no other
}

// KeepFile seals a file and stores it.
func (s Safe) KeepFile(ctx context.Context, f SealedFile, plain []byte) error {
	sealed := vault.Seal(f.Key, plain, f.Place)
	return s.Store.Put(ctx, f.Object, bytes.NewReader(sealed), int64(len(sealed)))
}

// File returns the bytes of a file. NotFound where it is gone; damage is an Internal fault.
func (s Safe) File(ctx context.Context, f SealedFile) ([]byte, error) {
	object, n, err := s.Store.Open(ctx, f.Object)
	if err != nil {
		return nil, err
	}
	defer func() { _ = object.Close() }()
	sealed, err := io.ReadAll(io.NewSectionReader(object, 0, n))
	if err != nil {
		return nil, damaged(err)
	}
	plain, err := vault.Open(f.Key, sealed, f.Place)
	if err != nil {
		return nil, damaged(err)
	}
	return plain, nil
}
