package api

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
)

// putCapture takes a capture as a whole or part by part. Status 308 says that more bytes are needed; its header Range
// says which are held.
func (a *API) putCapture(c *fiber.Ctx) error {
	parameters, err := query(c, "capturedAt", "sha256", "challenge", "virtualCamera")
	if err != nil {
		return err
	}
	span, err := contentRange(c.Get(fiber.HeaderContentRange))
	if err != nil {
		return err
	}
	leave, err := a.enterUpload(c, 1)
	if err != nil {
		return err
	}
	defer leave()
	got, err := a.Intake.ReceiveCapture(c.UserContext(), callerOf(c), c.Params("id"), intake.Upload{
		Kind:       c.Params("kind"),
		CapturedAt: parameters["capturedAt"],
		SHA256:     parameters["sha256"],
		Challenge:  parameters["challenge"],
		Range:      span,

		VirtualCamera: parameters["virtualCamera"],

		Body: httpserver.Upload(c),
	})
	if err != nil {
		return err
	}
	if got.Capture != nil {
		return c.Status(fiber.StatusCreated).JSON(got.Capture)
	}
	if got.Held > 0 {
		c.Set(fiber.HeaderRange, fmt.Sprintf("bytes=0-%d", got.Held-1))
	}
	c.Status(fiber.StatusPermanentRedirect)
	return nil
}

// The forms of Content-Range in RFC 9110, 14.4, with a total: of a part, and of a question how much is held.
var (
	rangeOfPart     = regexp.MustCompile(`^(?i:bytes) ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})$`)
	rangeOfQuestion = regexp.MustCompile(`^(?i:bytes) \*/([0-9]{1,18})$`)
)

// contentRange parses the header Content-Range of a request; without one, the request is for a whole capture.
func contentRange(header string) (intake.ByteRange, error) {
	if header == "" {
		return intake.ByteRange{}, nil
	}
	var span intake.ByteRange
	ok := false
	if found := rangeOfQuestion.FindStringSubmatch(header); found != nil {
		span.Total = number(found[1])
		ok = span.Total > 0
	}
	if found := rangeOfPart.FindStringSubmatch(header); found != nil {
		span = intake.ByteRange{Start: number(found[1]), Total: number(found[3])}
		last := number(found[2])
		span.Size = last - span.Start + 1
		ok = span.Start <= last && last < span.Total
	}
	if !ok {
		return intake.ByteRange{}, fault.BadField("content-range", "format",
			"Content-Range must be bytes first-last/total, or bytes */total to ask how much is held")
	}
	if span.Total > captureLimit {
		return intake.ByteRange{}, fault.New(fault.TooLarge, "a capture has at most %s", fault.Size(captureLimit))
	}
	return span, nil
}

// number returns the value of at most 18 digits.
func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}
