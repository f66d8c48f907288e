package api

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/intake"
	"proofdesk/app/rendition"
)

// offerHandover answers a desktop with the QR code that it shows to a phone.
func (a *API) offerHandover(c *fiber.Ctx) error {
	var r intake.HandoverOffer
	id, err := a.readLink(c, &r)
	if err != nil {
		return err
	}
	r.Browser = c.Get(fiber.HeaderUserAgent)
	ticket, err := a.Intake.OfferHandover(c.UserContext(), id, r)
	if err != nil {
		return err
	}
	picture, err := rendition.QRCode(ticket.URL)
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"picture": picture, "renewIn": ticket.RenewIn})
}

// followHandover answers a desktop that follows what its phone does.
func (a *API) followHandover(c *fiber.Ctx) error {
	var r struct {
		Secret string `json:"secret"`
		Desk   string `json:"desk"`
	}
	id, err := a.readOften(c, &r)
	if err != nil {
		return err
	}
	state, err := a.Intake.FollowHandover(c.UserContext(), id, r.Secret, r.Desk)
	if err != nil {
		return a.missed(c, err)
	}
	return c.JSON(state)
}

// joinHandover answers a phone that has scanned a QR code.
func (a *API) joinHandover(c *fiber.Ctx) error {
	var r struct {
		Ticket string `json:"ticket"`
		Phone  string `json:"phone"`
	}
	id, err := a.readLink(c, &r)
	if err != nil {
		return err
	}
	choice, err := a.Intake.JoinHandover(c.UserContext(), id, r.Ticket, r.Phone)
	if err != nil {
		return err
	}
	return c.JSON(choice)
}

// pickHandover answers a phone whose applicant chose a code.
func (a *API) pickHandover(c *fiber.Ctx) error {
	var r struct {
		Secret string `json:"secret"` // of the phone
		Code   string `json:"code"`
	}
	id, err := a.readLink(c, &r)
	if err != nil {
		return err
	}
	if err := a.Intake.PickHandover(c.UserContext(), id, r.Secret, r.Code); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// attendHandover answers a phone that says that it is still there.
func (a *API) attendHandover(c *fiber.Ctx) error {
	var r struct {
		Secret string `json:"secret"` // of the phone
	}
	id, err := a.readOften(c, &r)
	if err != nil {
		return err
	}
	if err := a.Intake.AttendHandover(c.UserContext(), id, r.Secret); err != nil {
		return a.missed(c, err)
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// readOften reads a request that browsers repeat, and returns the id of its link. It is counted against the link and
// the address together, so that applicants behind one address do not hinder each other; an address that has named too
// much that is not there is refused at once.
func (a *API) readOften(c *fiber.Ctx, into any) (string, error) {
	address := a.network(c)
	if err := a.links.check("missed " + address); err != nil {
		return "", err
	}
	id, err := linkID(c)
	if err != nil {
		return "", a.missed(c, err)
	}
	if err := a.links.take("link:" + id + " " + address); err != nil {
		return "", err
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return id, read(c, into)
}

// missed counts a repeated request for which there was nothing against its address too. cause is why.
func (a *API) missed(c *fiber.Ctx, cause error) error {
	if err := a.links.take("missed " + a.network(c)); err != nil {
		return err
	}
	return cause
}
