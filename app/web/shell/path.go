package shell

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/web/shell/form"
)

// CustomerPath returns the page of an enrolled person.
func CustomerPath(number string) string { return "/customers/" + url.PathEscape(number) }

// pathOf returns the path of a page, to come back to; empty for the answer to a form.
func pathOf(c *fiber.Ctx) string {
	if c.Method() != fiber.MethodGet {
		return ""
	}
	return string(c.Request().URI().RequestURI())
}

// BackPath returns the page on which a form of the top bar was sent.
func BackPath(c *fiber.Ctx) string { return LocalPath(form.Value(c, "back")) }

// LocalPath returns a path of the console to redirect to: the queue where the path leads to another host. Browsers
// remove tabs and line ends from an address, and read a backslash as a slash.
func LocalPath(path string) string {
	misread := strings.ContainsFunc(path, func(r rune) bool { return unicode.IsControl(r) || r == '\\' })
	if misread || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.HasPrefix(path, "/login") {
		return "/queue"
	}
	return path
}

// JobID returns the job in the path of a request.
func JobID(c *fiber.Ctx) (string, error) {
	id, ok := ids.ParseUUID(c.Params("id"))
	if !ok {
		return "", fault.New(fault.NotFound, "this job does not exist, or it was removed")
	}
	return id, nil
}
