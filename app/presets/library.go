package presets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/clock"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/vault"
	"proofdesk/engine/media"
)

// Library keeps the pictures and fonts that companies upload for their presets.
type Library struct {
	Store *store.Store
	Clock clock.Clock
	Keys  *keyring.Keys
	Safe  evidence.Safe
	Log   *slog.Logger
	// Check returns the file that untrusted bytes hold: inspection.Pool.CheckMedia, which decodes them in a child
	// process. Its errors are *media.Fault, or safe to show.
	Check func(ctx context.Context, b []byte) (media.File, error)
}

// maxMedia limits how many uploads a company may have.
const maxMedia = 500

// Upload checks a file and stores what devices load of it. It returns the company's upload, and whether it is new: a
// file that the company has already is not stored again. The name is that of the file on the uploader's disk.
func (l *Library) Upload(
	ctx context.Context, actor, company, name string, b []byte,
) (m preset.Media, fresh bool, err error) {
	file, err := l.Check(ctx, b)
	if err != nil {
		return m, false, refusedFile(err)
	}
	sum := sha256.Sum256(file.Bytes)
	m = preset.Media{
		Company:     company,
		SHA256:      hex.EncodeToString(sum[:]),
		Kind:        preset.MediaKind(file.Kind),
		ContentType: file.ContentType,
		Name:        fileName(name, file),
		Title:       file.Name,
		Size:        int64(len(file.Bytes)),
		Width:       file.Width,
		Height:      file.Height,
		CreatedBy:   actor,
	}
	before, err := l.Store.PresetMedia(ctx, company, m.SHA256)
	if err == nil || !fault.Is(err, fault.NotFound) {
		return before, false, err
	}
	return l.keep(ctx, m, file.Bytes)
}

// keep stores the bytes and then the row. Where the row is not written, the sweep of files without a row removes them.
func (l *Library) keep(ctx context.Context, m preset.Media, b []byte) (preset.Media, bool, error) {
	parent, err := l.key(ctx, m.Company)
	if err != nil {
		return m, false, err
	}
	key := vault.NewKey()
	m.Object = evidence.Name(l.Clock.Now(), ids.UUID())
	m.WrappedKey = vault.Wrap(parent, key, place(m))
	if err := l.Safe.KeepFile(ctx, evidence.SealedFile{Object: m.Object, Key: key, Place: place(m)}, b); err != nil {
		return m, false, err
	}
	fresh := false
	err = l.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.LockCompany(ctx, m.Company); err != nil {
			return err
		}
		count, err := tx.CountPresetMedia(ctx, m.Company)
		if err != nil {
			return err
		}
		if fresh, err = tx.InsertPresetMedia(ctx, m); err != nil || !fresh {
			return err
		}
		if count >= maxMedia {
			return fault.BadField("file", "limit", "a company can have at most %d uploads: delete those that no "+
				"preset uses", maxMedia)
		}
		m.CreatedAt = tx.Now
		detail := map[string]any{"name": m.Name, "type": m.ContentType, "size": m.Size}
		return tx.Audit(ctx, mediaEntry(m.Company, m.CreatedBy, "preset.media_add", m.SHA256, detail))
	})
	if err == nil && fresh {
		return m, true, nil
	}
	if err != nil && !fault.Is(err, fault.Invalid) { // the row may have been written: only the sweep can tell
		return m, false, err
	}
	if _, failed := l.Safe.Remove(context.WithoutCancel(ctx), []string{m.Object}); failed != nil {
		l.Log.WarnContext(ctx, "remove file of refused upload failed", "error", failed) // the sweep removes it
	}
	if err != nil {
		return m, false, err
	}
	m, err = l.Store.PresetMedia(ctx, m.Company, m.SHA256) // somebody else uploaded it at the same time
	return m, false, err
}

// Bytes returns what devices load of an upload.
func (l *Library) Bytes(ctx context.Context, m preset.Media) ([]byte, error) {
	parent, err := l.key(ctx, m.Company)
	if err != nil {
		return nil, err
	}
	key, err := vault.Unwrap(parent, m.WrappedKey, place(m))
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the key of an upload does not open")
	}
	return l.Safe.File(ctx, evidence.SealedFile{Object: m.Object, Key: key, Place: place(m)})
}

// Remove deletes an upload that no draft and no version uses.
func (l *Library) Remove(ctx context.Context, actor, company, sha256 string) error {
	var gone preset.Media
	err := l.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if gone, err = tx.RemovePresetMedia(ctx, company, sha256); err != nil {
			return err
		}
		return tx.Audit(ctx, mediaEntry(company, actor, "preset.media_remove", sha256,
			map[string]any{"name": gone.Name}))
	})
	if err != nil {
		return err
	}
	l.Safe.Discard(context.WithoutCancel(ctx), l.Store, l.Log, company, []string{gone.Object})
	return nil
}

// key returns the key that wraps those of a company's uploads.
func (l *Library) key(ctx context.Context, company string) (vault.Key, error) {
	key, err := l.Keys.CompanyKey(ctx, company)
	if err != nil {
		return vault.Key{}, err
	}
	return key.Derive("preset media"), nil
}

// place is what the bytes and the key of an upload are sealed for.
func place(m preset.Media) string { return "preset media:" + m.Company + ":" + m.SHA256 }

// endings are the usual endings of the names of files, by content type.
var endings = map[string]string{
	media.PNG:  ".png",
	media.JPEG: ".jpg",
	media.WebP: ".webp",
	media.TTF:  ".ttf",
	media.OTF:  ".otf",
}

// maxFileName limits the name of an upload, in characters.
const maxFileName = 100

// fileName returns a name for an upload of the one that a caller sent, without folders and with the ending that its
// content has.
func fileName(sent string, f media.File) string {
	name := path.Base(strings.ReplaceAll(sent, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) || strings.ContainsRune(`"<>|*?:/`, r) {
			return -1
		}
		return r
	}, name)
	name = strings.Trim(strings.TrimSuffix(name, path.Ext(name)), " .")
	if runes := []rune(name); len(runes) > maxFileName {
		name = string(runes[:maxFileName])
	}
	if name == "" {
		name = string(f.Kind)
	}
	return name + endings[f.ContentType]
}

// refusedFile returns what is wrong with a file as an error about the field in which it is sent.
func refusedFile(err error) error {
	var f *media.Fault
	if !errors.As(err, &f) {
		return err
	}
	switch f.Code {
	case media.Empty:
		return fault.BadField("file", "required", "choose a file: this one is empty")
	case media.TooLarge:
		return fault.BadField("file", "max_length", "a file can have at most 1 MB")
	case media.Grown:
		return fault.BadField("file", "max_length",
			"the image has more than 1 MB once it is stored as a PNG without animation: make it smaller")
	case media.MaxSides:
		return fault.BadField("file", "range", "an image can have at most %d pixels a side", media.MaxSide)
	case media.SVG:
		return fault.BadField("file", "svg", "SVG is not accepted, as it can hold scripts: export the image as PNG")
	case media.Animated:
		return fault.BadField("file", "file_type", "an animated WebP is not accepted: save one of its pictures")
	case media.Truncated:
		return fault.BadField("file", "incomplete", "the file ends too early: copy it again as a whole")
	case media.Trailing:
		return fault.BadField("file", "trailing", "the font file has extra data at its end: export it again")
	case media.Compressed:
		return fault.BadField("file", "file_type",
			"WOFF and WOFF2 are not accepted: upload the TTF or OTF that the font was made from")
	case media.Unsupported:
		return fault.BadField("file", "file_type", "choose a PNG, JPEG, WebP or GIF image, or a TTF or OTF font")
	}
	return fault.BadField("file", "damaged", "the file is damaged: export it again, or choose another file")
}
