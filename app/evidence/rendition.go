package evidence

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
)

// Rendition is a picture that was made from a capture for the console. It can be made again, so it is stored beside the
// capture without a row: sealed with the applicant's key, removed with the capture, and left out of backups.
type Rendition struct {
	Size        string // one of RenditionSizes
	Version     string // of how it was made; one of another version is not read
	ContentType string
	Bytes       []byte
}

// RenditionSizes lists the sizes in which a rendition may be stored.
func RenditionSizes() []string { return []string{"thumb", "view", "full", "blurred"} }

// IsRendition reports whether an object with this name is a rendition.
func IsRendition(name string) bool { return captureOf(name) != name }

// captureOf returns the name of the capture's object to which an object belongs; a capture's belongs to itself.
func captureOf(name string) string {
	for _, size := range RenditionSizes() {
		if capture, ok := strings.CutSuffix(name, "."+size); ok {
			return capture
		}
	}
	return name
}

// sealing returns the key and the context that a rendition of a capture is sealed with.
func (r Rendition) sealing(c onboarding.Capture, applicant vault.Key) (vault.Key, string) {
	return applicant.Derive("rendition"), strings.Join([]string{"rendition", c.Company, c.ID, r.Size, r.Version}, ":")
}

// KeepRendition stores a rendition of a capture in place of an earlier one of this size.
func (s Safe) KeepRendition(ctx context.Context, c onboarding.Capture, applicant vault.Key, r Rendition) error {
	key, place := r.sealing(c, applicant)
	plain := append([]byte(r.ContentType+"\n"), r.Bytes...)
	sealed := vault.Seal(key, plain, place)
	return s.Store.Put(ctx, c.Key+"."+r.Size, bytes.NewReader(sealed), int64(len(sealed)))
}

// Rendition returns the stored rendition of a capture in a size. NotFound where there is none of this version that can
// be read: a damaged one counts as none.
func (s Safe) Rendition(
	ctx context.Context, c onboarding.Capture, applicant vault.Key, size, version string,
) (Rendition, error) {
	r := Rendition{Size: size, Version: version}
	object, n, err := s.Store.Open(ctx, c.Key+"."+size)
	if err != nil {
		return r, err
	}
	defer func() { _ = object.Close() }()
	sealed, err := io.ReadAll(io.NewSectionReader(object, 0, n))
	if err != nil {
		return r, fault.Wrap(err, fault.NotFound, "a stored rendition can't be read")
	}
	key, place := r.sealing(c, applicant)
	plain, err := vault.Open(key, sealed, place)
	if err != nil {
		return r, fault.Wrap(err, fault.NotFound, "a stored rendition can't be read")
	}
	contentType, picture, ok := bytes.Cut(plain, []byte("\n"))
	if !ok {
		return r, fault.Wrap(fmt.Errorf("%d bytes without a content type", len(plain)), fault.NotFound,
			"a stored rendition can't be read")
	}
	r.ContentType, r.Bytes = string(contentType), picture
	return r, nil
}

// DropRenditions removes the renditions of a capture.
func (s Safe) DropRenditions(ctx context.Context, c onboarding.Capture) error {
	return s.dropRenditions(ctx, c.Key)
}

func (s Safe) dropRenditions(ctx context.Context, object string) error {
	for _, size := range RenditionSizes() {
		if err := s.Store.Delete(ctx, object+"."+size); err != nil {
			return err
		}
	}
	return nil
}
