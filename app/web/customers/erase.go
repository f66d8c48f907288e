package customers

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/customer"
	"proofdesk/app/fault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/masking"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
)

// eraseDryRun lists what an erasure would remove.
func (w *Handler) eraseDryRun(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.dryRunPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) dryRunPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	number, err := numberOf(c)
	if err != nil {
		return views.Page{}, err
	}
	record, _, err := w.record(c, v, number)
	if err != nil {
		return views.Page{}, err
	}
	veiled, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return views.Page{}, err
	}
	if veiled {
		record.Customer = masking.Customer(record.Customer)
	}
	page := w.PlainPage(c, v, v.T("Erase %s", named(v, record)), "customers")
	page.Intro = v.T("Nothing has been removed yet.")
	page.Back = &layout.Link{Href: shell.CustomerPath(number), Label: v.T("Back")}
	t := record.Total()
	customers := v.T("0: nobody is enrolled under this number")
	if record.Enrolled() {
		customers = v.N(t.Templates, "1, with 1 template", "1, with %d templates")
	}
	goes := views.Section{Heading: v.T("What will be removed"), Facts: []views.Fact{
		{Name: v.T("Customer"), Cell: views.Cell{Text: customers}},
		{
			Name: v.T("Jobs"),
			Cell: views.Cell{Text: v.Count(int64(t.Jobs))},
			Hint: v.T("Including readings, decisions, reviews, notes, events and deliveries. Snapshots return 404 " +
				"from then on."),
		},
	}}
	goes.Facts = append(goes.Facts, testFacts(v, t)...)
	goes.Facts = append(goes.Facts, []views.Fact{
		{Name: v.T("Capture files"), Cell: views.Cell{Text: fmt.Sprintf("%d · %s", t.Captures, v.Size(t.Bytes))}},
		{
			Name: v.T("Data keys"),
			Cell: views.Cell{Text: v.Count(int64(t.Keys))},
			Hint: v.T("Destroyed. Files encrypted with them can't be decrypted again. Earlier backups of the " +
				"database still hold them."),
		},
		{
			Name: v.T("What is kept"),
			Cell: views.Cell{Text: v.T("the audit trail, with a proof of this erasure")},
			Hint: v.T("It contains ids and codes, but no names, pictures or document numbers. Events that were " +
				"already delivered stay with their receivers."),
		},
	}...)
	page.Sections = []views.Section{goes, jobsSection(v, v.T("Jobs"), record.Jobs)}
	if len(record.Tests) > 0 {
		page.Sections = append(page.Sections, jobsSection(v, v.T("Sandbox jobs"), record.Tests))
	}
	if obstacles := record.Obstacles(); len(obstacles) > 0 {
		for i := range obstacles {
			obstacles[i] = v.Translate(obstacles[i])
		}
		page.Sections[0].Warning = v.T("Not possible now: %s.", strings.Join(obstacles, "; "))
		return page, nil
	}
	page.Sections = append(page.Sections, views.Section{
		Heading: v.T("Erase permanently"),
		Warning: v.T("This can't be undone."),
		Form:    eraseForm(v, record),
	})
	return page, nil
}

// named returns the name of who is erased; the unique number where nobody was enrolled.
func named(v shell.Visitor, record customer.Record) string {
	if !record.Enrolled() {
		return record.UniqueNumber
	}
	return v.PersonName(record.FullName)
}

func eraseForm(v shell.Visitor, record customer.Record) *views.Form {
	f := views.Form{
		Path:   shell.CustomerPath(record.UniqueNumber) + "/erase",
		Button: v.T("Erase permanently"),
		Danger: true,
		Tall:   true,
		Hidden: []views.Value{{Label: "digest", Value: record.Digest()}},
		Fields: []views.Field{
			{
				Name:     "number",
				Label:    v.T("Enter the unique number"),
				Kind:     "text",
				Required: true,
				Hint:     v.T("Check that this is the right person: %s", record.UniqueNumber),
			},
		},
	}
	if n := record.Pending(); n > 0 {
		f.Fields = append(f.Fields, views.Field{
			Name:  "giveUp",
			Label: v.T("Discard deliveries"),
			Kind:  "checkbox",
			Value: strconv.Itoa(n), // no more than were shown
			Hint: v.N(n,
				"1 delivery about these jobs has not reached its receiver and never will.",
				"%d deliveries about these jobs have not reached their receivers and never will."),
		})
	}
	return &f
}

func (w *Handler) erase(c *fiber.Ctx, v shell.Visitor) error {
	number, err := numberOf(c)
	if err != nil {
		return err
	}
	cause := error(fault.BadField("number", "match",
		"the unique number is not this customer's: type it exactly as shown"))
	if strings.TrimSpace(form.Value(c, "number")) == number {
		_, cause = w.Customers.Erase(c.UserContext(), v.Actor(), v.Company, number, form.Value(c, "digest"),
			int(form.Number(form.Value(c, "giveUp"))))
	}
	if cause == nil {
		return c.Redirect(shell.CustomerPath(number), fiber.StatusSeeOther)
	}
	page, err := w.dryRunPage(c, v)
	if fault.Is(err, fault.NotFound) { // somebody else erased them: their page shows the proof
		return c.Redirect(shell.CustomerPath(number), fiber.StatusSeeOther)
	}
	if err != nil {
		return err
	}
	return w.Refused(c, page, cause)
}
