package shell

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"mime"
	"path"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
)

const (
	// majorVersion is the path of the newest SDK of this major version.
	majorVersion = "11"
	// sdkScript is the one file of the SDK whose name does not change with its content.
	sdkScript = "proofdesk.js"
)

// sdkFile serves a file of the web SDK to pages of any origin. What has a version or a hash in its path may be kept for
// ever; the newest script is asked for again after some minutes.
func (w *Shell) sdkFile(c *fiber.Ctx) error {
	version, name := c.Params("version"), c.Params("file")
	if version != majorVersion && version != w.Assets.Version {
		return fault.New(fault.NotFound, "the server does not have this version of the SDK")
	}
	packed, err := fs.ReadFile(w.Assets.SDK, name+".br")
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return fault.New(fault.NotFound, "this version of the SDK does not have this file")
	}
	if err != nil {
		return fault.Wrap(err, fault.Internal, "a file of the SDK is missing")
	}
	c.Set(fiber.HeaderContentType, mime.TypeByExtension(path.Ext(name)))
	c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	if version == majorVersion && name == sdkScript {
		c.Set(fiber.HeaderCacheControl, "public, max-age=300")
	}
	c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
	c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	c.Vary(fiber.HeaderAcceptEncoding)
	if strings.Contains(c.Get(fiber.HeaderAcceptEncoding), "br") {
		c.Set(fiber.HeaderContentEncoding, "br")
		return c.Send(packed)
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return fault.Wrap(err, fault.Internal, "a file of the SDK is damaged")
	}
	return c.Send(plain)
}
