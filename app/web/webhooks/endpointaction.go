package webhooks

import (
	"errors"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/webhooks"
)

// changedEndpoint redirects to the endpoint's page, which shows what was done or what was wrong.
func (w *Handler) changedEndpoint(c *fiber.Ctx, v shell.Visitor, done string, err error) error {
	if err == nil {
		return c.Redirect(formPage(c, "/webhooks/"+c.Params("id"))+"?done="+done, fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	c.Status(shell.RefusalStatus(err))
	return w.showEndpoint(c, v, c.Params("id"), func(page *views.Endpoint) { refusedSmall(c, v, page, err) })
}

// smallFields are the fields of the smaller forms on an endpoint's page, by what a failure may call them.
var smallFields = map[string]string{
	"headers": "name",
	"name":    "name",
	"value":   "value",
	"reason":  "reason",
	"confirm": "confirm",
}

// refusedSmall marks the field of a smaller form with what is wrong with it, and keeps what was typed.
func refusedSmall(c *fiber.Ctx, v shell.Visitor, page *views.Endpoint, err error) {
	page.Problem = v.Sentence(shell.Message(err))
	page.Typed, page.Wrong = map[string]string{}, map[string]string{}
	for _, name := range []string{"name", "reason", "confirm"} {
		page.Typed[name] = form.Value(c, name)
	}
	var f *fault.Error
	if !errors.As(err, &f) {
		return
	}
	for _, field := range f.Fields {
		name := smallFields[field.Name]
		if name == "name" && field.Rule == "value" {
			name = "value"
		}
		if name != "" {
			page.Wrong[name], page.Problem = v.Sentence(field.Message), v.NothingSaved()
		}
	}
}

func (w *Handler) changeEndpointHeader(c *fiber.Ctx, v shell.Visitor) error {
	id := c.Params("id")
	if name := form.Value(c, "remove"); name != "" {
		return w.changedEndpoint(c, v, "header",
			w.Endpoints.RemoveEndpointHeader(c.UserContext(), v.Actor(), v.Company, id, name))
	}
	var seen []string
	err := form.ReadVersion(c, &seen)
	if err == nil {
		err = w.Endpoints.SetEndpointHeader(c.UserContext(), v.Actor(), v.Company, id,
			strings.TrimSpace(form.Value(c, "name")), strings.TrimSpace(form.Value(c, "value")), seen)
	}
	return w.changedEndpoint(c, v, "header", err)
}

func (w *Handler) pauseEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "paused",
		w.Endpoints.PauseEndpoint(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "reason")))
}

func (w *Handler) resumeEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "resumed",
		w.Endpoints.ResumeEndpoint(c.UserContext(), v.Actor(), v.Company, c.Params("id")))
}

func (w *Handler) testEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	event, err := w.Endpoints.SendTest(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	if err != nil {
		return w.changedEndpoint(c, v, "", err)
	}
	return c.Redirect("/webhooks/"+c.Params("id")+"?test="+event, fiber.StatusSeeOther)
}

// deleteEndpoint deletes an endpoint once the name of its host was typed, so that nobody deletes another endpoint than
// they mean.
func (w *Handler) deleteEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	e, err := w.Store.Endpoint(c.UserContext(), v.Company, c.Params("id"))
	if err != nil {
		return err
	}
	if strings.TrimSpace(form.Value(c, "confirm")) != delivery.PlainHost(e.Host) {
		return w.changedEndpoint(c, v, "",
			fault.BadField("confirm", "required", "enter the host name exactly as shown"))
	}
	if err := w.Endpoints.DeleteEndpoint(c.UserContext(), v.Actor(), v.Company, e.ID); err != nil {
		return err
	}
	return c.Redirect("/webhooks?done=removed", fiber.StatusSeeOther)
}
