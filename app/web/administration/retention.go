package administration

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/retention"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
)

// filesGrace is how long a removed capture's file may take before the page speaks of it.
const filesGrace = time.Minute

// retention shows the rule, what is due by it, what another rule would remove where one is asked about, and the last
// runs.
func (w *Handler) retention(c *fiber.Ctx, v shell.Visitor) error {
	page, rule, err := w.retentionPage(c, v)
	if err != nil {
		return err
	}
	if c.Query("jobDays") == "" && c.Query("captureDays") == "" {
		return w.Render(c, views.SectionPage(page))
	}
	asked, cause := readRetention(func(name string) string { return c.Query(name) }, rule)
	if cause != nil {
		c.Status(fiber.StatusBadRequest)
		if form := page.Sections[0].Form; form != nil {
			v.MarkFilter(&page, form, cause)
		}
		return w.Render(c, views.SectionPage(page))
	}
	if seen := c.Query("version"); seen != "" { // of the rule that the visitor saw, whatever was saved since
		asked.Version = int(form.Number(seen))
	}
	return w.dryRun(c, v, page, asked)
}

// dryRun adds what a rule would remove, with the button that saves it.
func (w *Handler) dryRun(c *fiber.Ctx, v shell.Visitor, page views.Page, asked store.RetentionRule) error {
	plan, err := w.Retention.Plan(c.UserContext(), asked)
	if err != nil {
		return err
	}
	s := views.Section{Heading: v.T("Dry run"), Facts: append([]views.Fact{
		{Name: v.T("Finished jobs"), Cell: views.Cell{Text: keptFor(v, asked.JobDays)}},
		{Name: v.T("Their captures"), Cell: views.Cell{Text: capturesKept(v, asked)}},
	}, planFacts(v, plan)...)}
	if v.Role.Can(access.ManageSettings) {
		s.Warning = v.T("Nothing is saved yet. Removed data can't be restored.")
		s.Forms = []views.Form{{
			Path:   "/retention",
			Button: v.T("Save this rule"),
			Danger: true,
			Hidden: []views.Value{
				{Label: "jobDays", Value: daysText(asked.JobDays)},
				{Label: "captureDays", Value: daysText(asked.CaptureDays)},
				{Label: "version", Value: form.Version(asked.Version)},
				{Label: "seen", Value: "1"},
			},
		}}
	}
	page.Back = &layout.Link{Href: "/retention", Label: v.T("Keep the current rule")}
	page.Sections = []views.Section{s}
	return w.Render(c, views.SectionPage(page))
}

// saveRetention saves a rule. One that removes what the old rule keeps is shown first with what it would remove.
func (w *Handler) saveRetention(c *fiber.Ctx, v shell.Visitor) error {
	ctx := c.UserContext()
	was, err := w.Store.RetentionRule(ctx, v.Company)
	if err != nil {
		return err
	}
	rule, cause := readRetention(func(name string) string { return form.Value(c, name) }, was)
	if err := form.ReadVersion(c, &rule.Version); err != nil {
		cause = err
	}
	if cause == nil && form.Value(c, "seen") == "" && rule.Version == was.Version && retention.Shorter(rule, was) {
		return c.Redirect("/retention?"+url.Values{
			"jobDays":     {daysText(rule.JobDays)},
			"captureDays": {daysText(rule.CaptureDays)},
			"version":     {form.Version(rule.Version)},
		}.Encode(), fiber.StatusSeeOther)
	}
	if cause == nil {
		cause = w.Retention.SetRule(ctx, v.Actor(), rule)
	}
	if cause == nil {
		return c.Redirect("/retention?done=saved", fiber.StatusSeeOther)
	}
	return w.retentionRefused(c, v, cause)
}

func (w *Handler) runRetention(c *fiber.Ctx, v shell.Visitor) error {
	var version int
	err := form.ReadVersion(c, &version)
	if err == nil {
		err = w.Retention.Start(c.UserContext(), v.Actor(), v.Company, version)
	}
	if err != nil {
		return w.retentionRefused(c, v, err)
	}
	return c.Redirect("/retention?done=begun#runs", fiber.StatusSeeOther)
}

func (w *Handler) stopRetention(c *fiber.Ctx, v shell.Visitor) error {
	if err := w.Retention.Stop(c.UserContext(), v.Actor(), v.Company, form.Value(c, "id")); err != nil {
		return err
	}
	return c.Redirect("/retention?done=stopped#runs", fiber.StatusSeeOther)
}

func (w *Handler) retentionRefused(c *fiber.Ctx, v shell.Visitor, cause error) error {
	page, _, err := w.retentionPage(c, v)
	if err != nil {
		return err
	}
	return w.Refused(c, page, cause)
}

// readRetention reads the days over a rule; an empty field keeps what it speaks of.
func readRetention(read func(string) string, over store.RetentionRule) (store.RetentionRule, error) {
	var err error
	if over.JobDays, err = readDays(read, "jobDays"); err != nil {
		return over, err
	}
	if over.CaptureDays, err = readDays(read, "captureDays"); err != nil {
		return over, err
	}
	return over, retention.Check(over)
}

// readDays reads a field; an empty one is 0.
func readDays(read func(string) string, name string) (int, error) {
	text := strings.TrimSpace(read(name))
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n == 0 {
		return 0, fault.BadField(name, "format", "enter a number of days, 1 or more, or leave it empty")
	}
	return n, nil
}

func daysText(days int) string {
	if days == 0 {
		return ""
	}
	return strconv.Itoa(days)
}

func keptFor(v shell.Visitor, days int) string {
	if days == 0 {
		return v.T("kept indefinitely")
	}
	return v.N(days, "removed 1 day after completion", "removed %d days after completion")
}

func capturesKept(v shell.Visitor, r store.RetentionRule) string {
	switch {
	case r.CaptureDays > 0:
		return keptFor(v, r.CaptureDays)
	case r.JobDays > 0:
		return v.T("removed with their job")
	}
	return v.T("kept indefinitely")
}
