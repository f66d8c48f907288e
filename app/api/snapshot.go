package api

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/ids"
)

// snapshotRequest is the body of the snapshot call.
type snapshotRequest struct {
	JobID string `json:"jobId"`
}

func (a *API) getJobData(c *fiber.Ctx) error {
	var r snapshotRequest
	if err := read(c, &r); err != nil {
		return err
	}
	if r.JobID == "" {
		return fault.BadField("jobId", "required", "jobId is missing")
	}
	id, ok := ids.ParseUUID(r.JobID)
	if !ok {
		return fault.BadField("jobId", "format", "jobId must be a UUID")
	}
	body, err := a.Intake.Snapshot(c.UserContext(), holderOf(c).Company, id)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.Context().Response.SetBodyRaw(body)
	return nil
}

// firstPiece is how much is read before anything is sent, so that a damaged document is still answered with an error
// status.
const firstPiece = 64 << 10

func (a *API) getDocument(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	urn, err := url.PathUnescape(c.Params("urn"))
	if err != nil {
		return fault.New(fault.NotFound, "this document is not stored")
	}
	capture, document, err := a.Intake.Document(c.UserContext(), holderOf(c).Company, urn)
	if err != nil {
		return err
	}
	all := io.NewSectionReader(document, 0, document.Size)
	head := make([]byte, min(firstPiece, document.Size))
	if _, err := io.ReadFull(all, head); err != nil {
		return errors.Join(err, document.Close())
	}
	_, extension, _ := strings.Cut(capture.ContentType, "/")
	c.Set(fiber.HeaderContentType, capture.ContentType)
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+capture.ID+"."+extension+`"`)
	c.Set(fiber.HeaderETag, `"`+capture.SHA256+`"`)
	httpserver.Send(c, opened{io.MultiReader(bytes.NewReader(head), all), document}, document.Size)
	return nil
}

// opened reads a document whose first bytes were read already.
type opened struct {
	io.Reader
	*evidence.Document
}

// Read implements io.Reader.
func (o opened) Read(p []byte) (int, error) { return o.Reader.Read(p) }
