package api

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
)

func (a *API) initialize(c *fiber.Ctx) error {
	var r intake.InitializeRequest
	if err := read(c, &r); err != nil {
		return err
	}
	if err := a.takeOpened(c); err != nil {
		return err
	}
	session, err := a.Intake.Initialize(c.UserContext(), callerOf(c), r)
	if err != nil {
		return err
	}
	return c.JSON(session)
}

func (a *API) createJob(c *fiber.Ctx) error {
	var r intake.JobRequest
	if err := read(c, &r); err != nil {
		return err
	}
	if err := a.takeOpened(c); err != nil {
		return err
	}
	made, err := a.Intake.CreateJob(c.UserContext(), callerOf(c), r, c.Get("Idempotency-Key"), c.Body())
	if err != nil {
		return err
	}
	httpserver.Note(c, "job", made.JobID)
	c.Location("/api/v4/jobs/" + made.JobID)
	return c.Status(fiber.StatusCreated).JSON(made)
}

// takeOpened counts a job, a session or a capture link against the limit of the network that it comes from, where its
// client has origins: so nobody keeps others from opening theirs. What a capture link opens is not counted: its job is
// there already.
func (a *API) takeOpened(c *fiber.Ctx) error {
	caller := callerOf(c)
	if caller.Link != "" {
		return nil
	}
	public, err := a.Intake.IsPublic(c.UserContext(), caller)
	if err != nil || !public {
		return err
	}
	return a.opened.take("client:" + caller.ClientID + " " + a.network(c))
}

func (a *API) getJob(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	status, err := a.Intake.Status(c.UserContext(), callerOf(c), c.Params("id"))
	if err != nil {
		return err
	}
	return c.JSON(status)
}

func (a *API) putResults(c *fiber.Ctx) error {
	var r intake.ResultsRequest
	if err := read(c, &r); err != nil {
		return err
	}
	taken, err := a.Intake.PutResults(c.UserContext(), callerOf(c), c.Params("id"), r)
	if err != nil {
		return err
	}
	return c.JSON(taken)
}

func (a *API) newChallenge(c *fiber.Ctx) error {
	if err := readNothing(c); err != nil {
		return err
	}
	issued, err := a.Intake.NewChallenge(c.UserContext(), callerOf(c), c.Params("id"), c.Get("Idempotency-Key"))
	if err != nil {
		return err
	}
	return c.Status(fiber.StatusCreated).JSON(issued)
}

func (a *API) submit(c *fiber.Ctx) error {
	var with intake.SubmitRequest
	reads := func() error { return read(c, &with) }
	if len(c.Body()) == 0 {
		reads = func() error { return readNothing(c) }
	}
	if err := reads(); err != nil {
		return err
	}
	submitted, err := a.Intake.SubmitWith(c.UserContext(), callerOf(c), c.Params("id"), with)
	if err != nil {
		return err
	}
	httpserver.Note(c, "job", submitted.JobID)
	return c.Status(fiber.StatusAccepted).JSON(submitted)
}

// read decodes a JSON body and refuses query parameters.
func read(c *fiber.Ctx, v any) error {
	if _, err := query(c); err != nil {
		return err
	}
	return decode(c, v)
}

// readNothing refuses query parameters and a body that holds anything.
func readNothing(c *fiber.Ctx) error {
	if len(c.Body()) > 0 {
		return read(c, &struct{}{})
	}
	_, err := query(c)
	return err
}

func (a *API) autoFill(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	if err := wantType(c, "multipart/form-data"); err != nil {
		return err
	}
	leave, err := a.enterUpload(c, autoFillSlots)
	if err != nil {
		return err
	}
	defer leave()
	_, params, _ := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	parts, err := readParts(multipart.NewReader(httpserver.Upload(c), params["boundary"]))
	if err != nil {
		return err
	}
	filled, err := a.Intake.AutoFill(c.UserContext(), callerOf(c), parts)
	if err != nil {
		return err
	}
	return c.JSON(filled)
}

// readParts reads the parts of a form; each part is named after the kind of its capture.
func readParts(form *multipart.Reader) ([]intake.Part, error) {
	var parts []intake.Part
	for {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			return parts, nil
		}
		if err != nil {
			return nil, partFault(err)
		}
		kind := onboarding.CaptureKind(part.FormName())
		if !slices.Contains(intake.AutoFillKinds(), kind) {
			return nil, fault.BadField("body", "unknown", "a part is not named by the kind of a document capture")
		}
		if slices.ContainsFunc(parts, func(p intake.Part) bool { return p.Kind == kind }) {
			return nil, fault.BadField(string(kind), "unique", "%s must come once", kind)
		}
		body, err := io.ReadAll(io.LimitReader(part, captureLimit+1))
		if err != nil {
			return nil, partFault(err)
		}
		if len(body) > captureLimit {
			return nil, fault.New(fault.TooLarge, "%s is larger than %s", kind, fault.Size(captureLimit))
		}
		parts = append(parts, intake.Part{Kind: kind, Bytes: body})
	}
}

func partFault(err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return known
	}
	return fault.Wrap(err, fault.Invalid, "the form is malformed or ends too early")
}
