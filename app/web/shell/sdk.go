package shell

import (
	"mime"
	"path"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/artifact"
	"proofdesk/app/fault"
)

// sdkFile serves a file of the web SDK to pages of any origin. What has a version or a hash in its path may be kept for
// ever; the newest scripts are asked for again after some minutes.
func (w *Shell) sdkFile(c *fiber.Ctx) error {
	version, name := c.Params("version"), c.Params("file")
	packed, err := w.SDK.ForBrowser(c.UserContext(), version, name)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, mime.TypeByExtension(path.Ext(name)))
	c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	if version == artifact.Newest && (name == artifact.Script || name == artifact.Support) {
		c.Set(fiber.HeaderCacheControl, "public, max-age=300")
	}
	c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
	c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	c.Vary(fiber.HeaderAcceptEncoding)
	if strings.Contains(c.Get(fiber.HeaderAcceptEncoding), "br") {
		c.Set(fiber.HeaderContentEncoding, "br")
		return c.Send(packed)
	}
	plain, err := artifact.Unpack(packed)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "a file of the SDK is damaged")
	}
	return c.Send(plain)
}
