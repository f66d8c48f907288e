package media

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/picture"
)

// media shows one capture of the visitor's company: a picture anew and without metadata, anything else as it came.
func (w *Handler) media(c *fiber.Ctx, v shell.Visitor) error {
	id, ok := picture.CaptureID(c.Params("document"))
	if !ok {
		return fault.New(fault.NotFound, "this document is not stored")
	}
	capture, err := w.Store.Capture(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	if capture.Removed() {
		return fault.New(fault.NotFound, "this capture was removed and is no longer stored")
	}
	key, err := w.Keys.ApplicantKey(c.UserContext(), v.Company, capture.JobID)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	size := c.Query("size", picture.View)
	if !slices.Contains([]string{picture.Thumb, picture.View, picture.Full, picture.Blurred}, size) {
		return fault.BadField("size", "one_of",
			"this picture is not available in this size: open it from the page of its job")
	}
	if err := w.uncovered(c.UserContext(), v, capture, size); err != nil {
		return err
	}
	if !picture.IsImage(capture.ContentType) &&
		(size == picture.Full || !picture.IsVoice(capture) && !picture.IsStrokes(capture) && !picture.IsChip(capture)) {
		return w.sendOriginal(c, capture, key)
	}
	shown, err := w.Pictures.Picture(c.UserContext(), capture, key, size)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, shown.ContentType)
	return c.Send(shown.Bytes)
}

// uncovered refuses anything but a blurred picture of a job that is covered for the visitor.
func (w *Handler) uncovered(ctx context.Context, v shell.Visitor, capture onboarding.Capture, size string) error {
	if size == picture.Blurred {
		if !picture.IsImage(capture.ContentType) && !picture.IsChip(capture) {
			return fault.BadField("size", "one_of", "only a picture can be blurred, and this capture is not one")
		}
		return nil
	}
	veiled, err := w.Masking.MaskedJob(ctx, v, capture.JobID)
	if err == nil && veiled {
		err = fault.New(fault.Forbidden, "this capture is hidden from you: take the job, or reveal its values")
	}
	return err
}

// sendOriginal sends sound, video or a file as captured; one range of it where a player asks so.
func (w *Handler) sendOriginal(c *fiber.Ctx, capture onboarding.Capture, key vault.Key) error {
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
