package form

import (
	"io"
	"mime/multipart"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
)

// parts returns the parts of a form that was posted with files; nil for any other form, and for one that is malformed.
func parts(c *fiber.Ctx) *multipart.Form {
	if !strings.HasPrefix(c.Get(fiber.HeaderContentType), fiber.MIMEMultipartForm) {
		return nil
	}
	sent, err := c.MultipartForm() // parsed once
	if err != nil {
		return &multipart.Form{}
	}
	return sent
}

// File returns the file of a field of the posted form, with the name that it has on its owner's disk. A field without a
// file, and a file of more than limit bytes, are faults of the field.
func File(c *fiber.Ctx, field string, limit int64) (name string, content []byte, err error) {
	sent := parts(c)
	if sent == nil || len(sent.File[field]) == 0 || sent.File[field][0].Filename == "" {
		return "", nil, fault.BadField(field, "required", "choose a file")
	}
	head := sent.File[field][0]
	if head.Size > limit {
		return head.Filename, nil, fault.BadField(field, "max_length", "the file is larger than %s",
			fault.Size(limit))
	}
	file, err := head.Open()
	if err != nil {
		return head.Filename, nil, err
	}
	defer func() { _ = file.Close() }()
	content, err = io.ReadAll(file)
	return head.Filename, content, err
}
