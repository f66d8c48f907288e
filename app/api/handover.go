package api

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/rendition"
)

// offerHandover answers a desktop with the QR code that it shows to a phone.
func (a *API) offerHandover(c *fiber.Ctx) error {
	var r intake.HandoverOffer
	if err := a.readLink(c, &r); err != nil {
		return err
	}
	r.Browser = c.Get(fiber.HeaderUserAgent)
	ticket, err := a.Intake.OfferHandover(c.UserContext(), c.Params("id"), r)
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
	if err := readOften(c, &r); err != nil {
		return err
	}
	state, err := a.Intake.FollowHandover(c.UserContext(), c.Params("id"), r.Secret, r.Desk)
	if err := a.takeOften(c, err); err != nil {
		return err
	}
	return c.JSON(state)
}

// joinHandover answers a phone that has scanned a QR code.
func (a *API) joinHandover(c *fiber.Ctx) error {
	var r struct {
		Ticket string `json:"ticket"`
		Phone  string `json:"phone"`
	}
	if err := a.readLink(c, &r); err != nil {
		return err
	}
	choice, err := a.Intake.JoinHandover(c.UserContext(), c.Params("id"), r.Ticket, r.Phone)
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
	if err := a.readLink(c, &r); err != nil {
		return err
	}
	if err := a.Intake.PickHandover(c.UserContext(), c.Params("id"), r.Secret, r.Code); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// attendHandover answers a phone that says that it is still there.
func (a *API) attendHandover(c *fiber.Ctx) error {
	var r struct {
		Secret string `json:"secret"` // of the phone
	}
	if err := readOften(c, &r); err != nil {
		return err
	}
	err := a.takeOften(c, a.Intake.AttendHandover(c.UserContext(), c.Params("id"), r.Secret))
	if err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// readOften reads a request that browsers repeat.
func readOften(c *fiber.Ctx, into any) error {
	httpserver.Note(c, "link", c.Params("id"))
	c.Set(fiber.HeaderCacheControl, "no-store")
	return read(c, into)
}

// takeOften counts a repeated request: against its link where it was found, so that applicants behind one address do
// not hinder each other, else against the address. cause is why it was not found.
func (a *API) takeOften(c *fiber.Ctx, cause error) error {
	who := "link:" + c.Params("id")
	if cause != nil {
		who = a.address(c)
	}
	if err := a.links.take(who); err != nil {
		return err
	}
	return cause
}
