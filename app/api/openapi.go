package api

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"

	"github.com/gofiber/fiber/v2"
)

// openAPIDocument is the OpenAPI 3.1 document of all that the program serves to programs, and of the webhooks.
//
//go:embed openapi.json
var openAPIDocument []byte

var openAPITag = func() string {
	sum := sha256.Sum256(openAPIDocument)
	return `"` + hex.EncodeToString(sum[:]) + `"`
}()

// OpenAPI returns the OpenAPI document.
func OpenAPI() []byte { return append([]byte(nil), openAPIDocument...) }

func (a *API) openAPI(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, openAPITag)
	c.Set(fiber.HeaderCacheControl, "public, max-age=60")
	if tagged(c.Get(fiber.HeaderIfNoneMatch), openAPITag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.Context().Response.SetBodyRaw(openAPIDocument)
	return nil
}
