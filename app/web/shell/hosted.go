package shell

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/ids"
	"proofdesk/views/hosted"
)

// hostedPolicy is what the hosted capture page may load: its script, which starts the engine in a worker and shows what
// the camera sees, and the images and fonts of the preset.
const hostedPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; " +
	"connect-src 'self'; img-src 'self' data: blob:; media-src blob: mediastream:; font-src 'self' data: blob:; " +
	"form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

// hosted serves the page that capture links open. It is the same for every link: the script asks for the rest. At an
// address that names no link it says so to the applicant, and the status says so to everybody else.
func (w *Shell) hosted(c *fiber.Ctx) error {
	if _, ok := ids.ParseUUID(c.Params("id")); !ok {
		c.Status(fiber.StatusNotFound)
	}
	if err := w.Render(c, hosted.Document(w.Assets.Path("hosted.js"), w.Assets.Path("playing.js"))); err != nil {
		return err
	}
	c.Set(fiber.HeaderContentSecurityPolicy, hostedPolicy)
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set("Permissions-Policy", "camera=(self), microphone=(self), geolocation=(self)")
	return nil
}
