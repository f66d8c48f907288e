package integration

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

const originsNote = "Web pages from these origins may run the web SDK with tokens of this client. Write one origin " +
	"on each line, such as https://app.bank.example. Apps and servers need none. A client whose devices are trusted " +
	"can have none."

// originsSection shows the origins of the web pages that may use a client's tokens, one on each line.
func originsSection(v shell.Visitor, cl store.Client) views.Section {
	return views.Section{
		Heading: v.T("Allowed origins"),
		Note:    v.T(originsNote),
		Form: &views.Form{
			Path:   "/clients/" + cl.ID + "/origins",
			Button: v.T("Save"),
			Tall:   true,
			Fields: []views.Field{{
				Name:  "origins",
				Label: v.T("Origins"),
				Kind:  "textarea",
				Value: strings.Join(cl.Origins, "\n"),
				Data:  true,
			}},
			Hidden: []views.Value{{Label: "version", Value: form.Version(cl.Origins)}},
		},
	}
}

// originsCell names the origins that are stored, beside a form that may hold others.
func originsCell(v shell.Visitor, cl store.Client) views.Cell {
	if len(cl.Origins) == 0 {
		return views.Cell{Text: v.T("none"), Tone: ui.Soft}
	}
	return views.Cell{Text: strings.Join(cl.Origins, ", "), Data: true, Wrap: true}
}

func (w *Handler) allowOrigins(c *fiber.Ctx, v shell.Visitor) error {
	id, was := c.Params("id"), []string{}
	err := form.ReadVersion(c, &was)
	if err == nil {
		err = w.Credentials.AllowOrigins(c.UserContext(), v.Actor(), v.Company, id, was,
			strings.Fields(form.Value(c, "origins")))
	}
	if err == nil {
		return c.Redirect("/clients/"+id+"?done=saved", fiber.StatusSeeOther)
	}
	page, broken := w.clientPage(c, v)
	if broken != nil {
		return broken
	}
	return w.Refused(c, page, err)
}
