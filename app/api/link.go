package api

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
)

func (a *API) createLink(c *fiber.Ctx) error {
	if c.Get("Idempotency-Key") != "" {
		return fault.BadField("idempotency-key", "not_taken",
			"idempotency-key is for jobs: a link that nobody needs can be revoked")
	}
	var r intake.LinkRequest
	if err := read(c, &r); err != nil {
		return err
	}
	if err := a.takeOpened(c); err != nil {
		return err
	}
	made, err := a.Intake.CreateLink(c.UserContext(), callerOf(c), r)
	if err != nil {
		return err
	}
	httpserver.Note(c, "job", made.JobID)
	httpserver.Note(c, "link", made.ID)
	c.Location(Base + "/capture-links/" + made.ID)
	return c.Status(fiber.StatusCreated).JSON(made)
}

func (a *API) getLink(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	status, err := a.Intake.Link(c.UserContext(), callerOf(c), c.Params("id"))
	if err != nil {
		return err
	}
	return c.JSON(status)
}

func (a *API) revokeLink(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	if err := a.Intake.RevokeLink(c.UserContext(), callerOf(c), c.Params("id")); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// openLink answers the hosted capture page once an applicant sees it.
func (a *API) openLink(c *fiber.Ctx) error {
	var r struct {
		Secret string `json:"secret"`
	}
	id, err := a.readLink(c, &r)
	if err != nil {
		return err
	}
	page, err := a.Intake.OpenLink(c.UserContext(), id, r.Secret)
	if err != nil {
		return err
	}
	return c.JSON(page)
}

// startLink lets the browser of an applicant who has agreed have a link: it calls with the token that it made.
func (a *API) startLink(c *fiber.Ctx) error {
	var r intake.LinkStart
	id, err := a.readLink(c, &r)
	if err != nil {
		return err
	}
	if err := a.Intake.StartLink(c.UserContext(), id, r); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// moveLink answers the browser that has a link and gives it away.
func (a *API) moveLink(c *fiber.Ctx) error {
	var r struct {
		Token string `json:"token"`
	}
	id, err := a.readLink(c, &r)
	if err != nil {
		return err
	}
	// Only who has the link counts, so that nobody else can use up its moves. MoveLink refuses the others.
	if caller, err := a.Intake.LinkCaller(c.UserContext(), r.Token); err == nil && caller.Link == id {
		if err := a.moves.take("link:" + id); err != nil {
			return err
		}
	}
	move, err := a.Intake.MoveLink(c.UserContext(), id, r.Token)
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"move": move, "validFor": int(intake.MoveValidity.Seconds())})
}

// readLink reads the request of a browser, which has no token yet, and returns the id of its link: the browser's
// address is limited instead.
func (a *API) readLink(c *fiber.Ctx, into any) (string, error) {
	if err := a.links.take(a.network(c)); err != nil {
		return "", err
	}
	id, err := linkID(c)
	if err != nil {
		return "", err
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return id, read(c, into)
}

// linkID returns the canonical id of the link that a path names, and notes it. A path that names none is not logged:
// where an address was damaged on its way to the applicant, the secret of the link stands in it.
func linkID(c *fiber.Ctx) (string, error) {
	id, ok := ids.ParseUUID(c.Params("id"))
	if !ok {
		return "", fault.New(fault.NotFound, "there is no such capture link")
	}
	httpserver.Note(c, "link", id)
	return id, nil
}
