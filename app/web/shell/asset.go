package shell

import (
	"io/fs"
	"mime"
	"path"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
)

// asset serves a built file under its content-hashed name, which may be kept for ever.
func (w *Shell) asset(c *fiber.Ctx) error {
	name := c.Params("file")
	for _, known := range w.Assets.Names {
		if known != name {
			continue
		}
		data, err := fs.ReadFile(w.Assets.Files, name)
		if err != nil {
			return fault.Wrap(err, fault.Internal, "an asset is missing")
		}
		c.Set(fiber.HeaderContentType, mime.TypeByExtension(path.Ext(name)))
		c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
		return c.Send(data)
	}
	return fault.New(fault.NotFound, "this address belongs to an older version of the console: reload the page")
}
