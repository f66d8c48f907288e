package shell

import (
	"slices"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
)

// packedFrom is the size in bytes from which a page is compressed.
const packedFrom = 4 << 10

// sendPage answers with a page, compressed where a page of this console or the visitor asked for it. One that another
// site asks for is never compressed: its length would tell that site which parts of an address the page repeats, and
// thereby what else is on it (the attack called BREACH).
func sendPage(c *fiber.Ctx, page []byte) error {
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	c.Vary(fiber.HeaderAcceptEncoding, fetchSite)
	asked := slices.Contains([]string{"same-origin", "none"}, c.Get(fetchSite))
	if len(page) < packedFrom || !asked || !c.Context().Request.Header.HasAcceptEncoding("gzip") {
		return c.Send(page)
	}
	c.Set(fiber.HeaderContentEncoding, "gzip")
	c.Context().SetBody(fasthttp.AppendGzipBytesLevel(nil, page, fasthttp.CompressBestSpeed))
	return nil
}
