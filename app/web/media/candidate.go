package media

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/picture"
)

// candidate shows the portrait of an enrolled customer whom a job's decision names, as large as in the job's own panes;
// blurred where the job is covered for the visitor.
func (w *Handler) candidate(c *fiber.Ctx, v shell.Visitor) error {
	job, err := shell.JobID(c)
	if err != nil {
		return err
	}
	size := c.Query("size", picture.View)
	if !slices.Contains([]string{picture.Thumb, picture.View, picture.Full, picture.Blurred}, size) {
		return fault.BadField("size", "one_of",
			"this picture is not available in this size: open it from the page of its job")
	}
	veiled, err := w.Masking.MaskedJob(c.UserContext(), v, job)
	if err == nil && veiled && size != picture.Blurred {
		err = fault.New(fault.Forbidden, "this capture is hidden from you: take the job, or reveal its values")
	}
	if err != nil {
		return err
	}
	capture, err := w.Masking.Desk.Portrait(c.UserContext(), v.Reviewer(), job, c.Params("customer"),
		size == picture.Blurred)
	if err != nil {
		return err
	}
	key, err := w.Keys.ApplicantKey(c.UserContext(), v.Company, capture.JobID)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	shown, err := w.Pictures.Picture(c.UserContext(), capture, key, size)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, shown.ContentType)
	return c.Send(shown.Bytes)
}
