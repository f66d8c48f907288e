package api

import (
	"mime"
	"path"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
)

// repository is the path of the SDK's versions.
const repository = "/artifacts/"

// tokened requires a token of the repository.
func (a *API) tokened(c *fiber.Ctx) error {
	given := c.Get("Private-Token")
	holder, err := a.VerifyToken(c.UserContext(), given, a.address(c))
	if fault.Is(err, fault.Unauthenticated) {
		c.Set(fiber.HeaderWWWAuthenticate, `PrivateToken realm="proofdesk"`)
		if given == "" {
			return fault.Wrap(err, fault.Unauthenticated, "send a token of this repository in the header Private-Token")
		}
		return err
	}
	if err != nil {
		return err
	}
	httpserver.Note(c, "company", holder.Company)
	httpserver.Note(c, "token", holder.KeyID)
	if err := a.throttle.take("token:" + holder.KeyID); err != nil {
		return err
	}
	return c.Next()
}

func (a *API) listArtifacts(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	all, err := a.Artifacts.Catalogue(c.UserContext(), repository)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "private, no-cache")
	return c.JSON(all)
}

// getArtifact sends a file of a version, whole or one range of it. The file of a version never changes.
func (a *API) getArtifact(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	f, err := a.Artifacts.Download(c.UserContext(), c.Params("version"), c.Params("file"))
	if err != nil {
		return err
	}
	return sendFixed(c, fixed{
		SHA256: f.SHA256,
		Type:   artifactType(f.Name),
		Size:   len(f.Bytes),
		Bytes:  func() []byte { return f.Bytes },
	})
}

func artifactType(name string) string {
	switch path.Ext(name) {
	case ".tgz":
		return "application/gzip"
	case ".bin":
		return fiber.MIMEOctetStream
	case "": // the checksums
		return fiber.MIMETextPlainCharsetUTF8
	}
	return mime.TypeByExtension(path.Ext(name))
}
