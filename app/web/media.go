package web

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
	"proofdesk/app/web/shell"
)

// The sizes of a picture; original is the bytes as captured, for what is no picture.
const (
	sizeThumb = "thumb"
	sizeView  = "view"
	sizeFull  = "full"
	sizeBlur  = "blurred" // all that may be shown of a covered job
)

func mediaPath(id, size string) string { return "/media/" + id + "?size=" + size }

// shotPath is where a picture of a dossier is, blurred where the dossier is covered.
func shotPath(d dossier, id, size string) string {
	if d.Masked {
		size = sizeBlur
	}
	return mediaPath(id, size)
}

func isImage(contentType string) bool { return strings.HasPrefix(contentType, "image/") }

// media shows one capture of the visitor's company: a picture anew and without metadata, anything else as it came.
func (w *Console) media(c *fiber.Ctx, v shell.Visitor) error {
	id, ok := documentID(c.Params("document"))
	if !ok {
		return fault.New(fault.NotFound, "no such document")
	}
	capture, err := w.Store.Capture(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	if capture.Removed() {
		return fault.New(fault.NotFound, "this capture was removed: it is no longer kept")
	}
	key, err := w.Keys.ApplicantKey(c.UserContext(), v.Company, capture.JobID)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	size := c.Query("size", sizeView)
	if !slices.Contains([]string{sizeThumb, sizeView, sizeFull, sizeBlur}, size) {
		return fault.BadField("size", "choice", "choose thumb, view, full or blurred")
	}
	if err := w.uncovered(c.UserContext(), v, capture, size); err != nil {
		return err
	}
	if !isImage(capture.ContentType) &&
		(size == sizeFull || !isVoice(capture) && !isStrokes(capture) && !isChip(capture)) {
		return w.sendOriginal(c, capture, key)
	}
	picture, err := w.rendition(c.UserContext(), capture, key, size)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, picture.contentType)
	return c.Send(picture.bytes)
}

// uncovered refuses anything but a blurred picture of a job that is covered for the visitor.
func (w *Console) uncovered(ctx context.Context, v shell.Visitor, capture onboarding.Capture, size string) error {
	if size == sizeBlur {
		if !isImage(capture.ContentType) && !isChip(capture) {
			return fault.BadField("size", "choice", "only pictures can be blurred")
		}
		return nil
	}
	veiled, err := w.maskedJob(ctx, v, capture.JobID)
	if err == nil && veiled {
		err = fault.New(fault.Forbidden, "this capture is covered for you")
	}
	return err
}

// documentID reads a capture's id or its URN, whose last part is the id.
func documentID(text string) (string, bool) {
	return ids.ParseUUID(text[strings.LastIndexByte(text, ':')+1:])
}

// rendition makes a picture or finds it among those made before; small ones are made from the middle one.
func (w *Console) rendition(
	ctx context.Context, capture onboarding.Capture, key vault.Key, size string,
) (picture, error) {
	w.once.Do(func() { w.renders.init() })
	return w.renders.get(capture.ID+" "+size, func() (picture, error) {
		source, err := w.source(ctx, capture, key, size)
		if err != nil {
			return picture{}, err
		}
		if isVoice(capture) {
			return waveform(source)
		}
		if isStrokes(capture) {
			return strokes(source)
		}
		if isChip(capture) {
			if source, err = chipPortrait(source); err != nil {
				return picture{}, err
			}
		}
		made, contentType, err := w.Rendition(ctx, source, size)
		return picture{bytes: made, contentType: contentType}, err
	})
}

func (w *Console) source(ctx context.Context, capture onboarding.Capture, key vault.Key, size string) ([]byte, error) {
	if size != sizeThumb && size != sizeBlur || isVoice(capture) || isStrokes(capture) || isChip(capture) {
		return w.Safe.ReadAll(ctx, capture, key)
	}
	middle, err := w.rendition(ctx, capture, key, sizeView)
	return middle.bytes, err
}

// sendOriginal sends sound, video or a file as captured; one range of it where a player asks so.
func (w *Console) sendOriginal(c *fiber.Ctx, capture onboarding.Capture, key vault.Key) error {
	document, err := w.Safe.Open(c.UserContext(), capture, key)
	if err != nil {
		return err
	}
	defer document.Close()
	from, to, partial := byteRange(c.Get(fiber.HeaderRange), document.Size)
	part := make([]byte, to-from+1)
	if n, err := document.ReadAt(part, from); int64(n) < int64(len(part)) {
		return fault.Wrap(err, fault.Internal, "a stored document is damaged")
	}
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	c.Set(fiber.HeaderContentType, capture.ContentType)
	if !strings.HasPrefix(capture.ContentType, "audio/") && !strings.HasPrefix(capture.ContentType, "video/") {
		c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+string(capture.Kind)+`"`)
	}
	if partial {
		c.Status(fiber.StatusPartialContent)
		c.Set(fiber.HeaderContentRange,
			"bytes "+strconv.FormatInt(from, 10)+"-"+strconv.FormatInt(to, 10)+"/"+strconv.FormatInt(document.Size, 10))
	}
	return c.Send(part)
}

// byteRange reads a header with one range (RFC 9110, 14.2); anything else means the whole.
func byteRange(header string, size int64) (from, to int64, partial bool) {
	first, last, ok := strings.Cut(strings.TrimPrefix(header, "bytes="), "-")
	if !ok || !strings.HasPrefix(header, "bytes=") {
		return 0, size - 1, false
	}
	from, err := strconv.ParseInt(first, 10, 64)
	if err != nil || from < 0 || from >= size {
		return 0, size - 1, false
	}
	to = size - 1
	if end, err := strconv.ParseInt(last, 10, 64); err == nil && end >= from {
		to = min(end, to)
	}
	return from, to, true
}
