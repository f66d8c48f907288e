package api

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"
)

// getModel sends a model's file, whole or one range of it (RFC 9110, 13 and 14). The file of a version never changes.
func (a *API) getModel(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	m, err := a.Intake.Model(c.Params("name"), c.Params("version"))
	if err != nil {
		return err
	}
	return sendFixed(c, fixed{SHA256: m.SHA256, Type: fiber.MIMEOctetStream, Size: m.Size, Bytes: m.Bytes})
}

// fixed is a file whose address always has the same bytes.
type fixed struct {
	SHA256 string // hexadecimal
	Type   string // media type
	Size   int
	Bytes  func() []byte // is called only where they are sent
}

// sendFixed sends a file, whole or one range of it, or nothing where the caller has it.
func sendFixed(c *fiber.Ctx, f fixed) error {
	tag := `"` + f.SHA256 + `"`
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderCacheControl, "private, max-age=31536000, immutable")
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	if tagged(c.Get(fiber.HeaderIfNoneMatch), tag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	c.Set(fiber.HeaderContentType, f.Type)
	wanted := c.Get(fiber.HeaderRange)
	if given := c.Get(fiber.HeaderIfRange); given != "" && given != tag {
		wanted = ""
	}
	from, to, kind := span(wanted, f.Size)
	switch kind {
	case wholeFile:
		c.Context().Response.SetBodyRaw(f.Bytes())
		return nil
	case notSatisfiable:
		c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes */%d", f.Size))
		return fiber.ErrRequestedRangeNotSatisfiable
	}
	c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", from, to-1, f.Size))
	c.Status(fiber.StatusPartialContent).Context().Response.SetBodyRaw(f.Bytes()[from:to])
	return nil
}

// tagged reports whether an If-None-Match names the tag.
func tagged(given, tag string) bool {
	for one := range strings.SplitSeq(given, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}

type windowKind int

const (
	wholeFile windowKind = iota
	onePart
	notSatisfiable
)

// span parses a Range header with one part; a header that is malformed or asks for several parts selects the whole
// file, as the standard allows.
func span(header string, size int) (from, to int, kind windowKind) {
	text, ok := strings.CutPrefix(header, "bytes=")
	first, last, dash := strings.Cut(text, "-")
	if !ok || !dash || strings.Contains(text, ",") {
		return 0, size, wholeFile
	}
	if first == "" { // the last n bytes
		n, err := strconv.ParseUint(last, 10, 31)
		if err != nil {
			return 0, size, wholeFile
		}
		if n == 0 {
			return 0, 0, notSatisfiable
		}
		return max(0, size-int(n)), size, onePart
	}
	start, err := strconv.ParseUint(first, 10, 31)
	end := uint64(size) - 1
	if err == nil && last != "" {
		end, err = strconv.ParseUint(last, 10, 31)
	}
	if err != nil || end < start && last != "" {
		return 0, size, wholeFile
	}
	if start >= uint64(size) {
		return 0, 0, notSatisfiable
	}
	return int(start), int(min(end+1, uint64(size))), onePart
}
