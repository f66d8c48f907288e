package jobs

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/picture"
	"proofdesk/app/web/shell/savedview"
	"proofdesk/views/jobs"
	"proofdesk/views/layout"
)

const searchPage = 50

// search lists jobs: anything that names one thing leads straight to it.
func (w *Handler) search(c *fiber.Ctx, v shell.Visitor) error {
	values := form.Query(c)
	if path, err := w.exact(c.UserContext(), v, values.Get("q")); err != nil || path != "" {
		if err != nil {
			return err
		}
		return c.Redirect(path, fiber.StatusSeeOther)
	}
	return w.showJobs(c, v, values, savedview.Refusal{})
}

// showJobs lists what a query asks for; refused is the form that names a view, if it was.
func (w *Handler) showJobs(c *fiber.Ctx, v shell.Visitor, values url.Values, refused savedview.Refusal) error {
	ask, problem := w.readJobs(c, v, values)
	if problem != nil && !shell.IsRefusal(problem) {
		return problem
	}
	masked, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	page := jobs.Search{
		Frame:   w.Frame(c, v, v.T("Jobs"), "jobs"),
		Query:   ask.filter.Text,
		Filters: ask.fields(v),
		Chips:   ask.chips(v),
		Reset:   "/jobs",
		Zone:    v.ZoneName(),
	}
	page.Frame.Extras = w.Assets.Path("extras.js")
	var found store.FoundJobs
	if problem == nil {
		if found, err = w.find(c.UserContext(), v.Company, ask, masked, searchPage); err != nil {
			return err
		}
	} else {
		c.Status(fiber.StatusBadRequest)
		page.Problem = v.Problem(problem)
	}
	page.Ignored = v.IgnoredFilters(values, "before", form.NoSeq(values.Get("before")), "q", "status", "function", "by",
		"agent", "reason", "client", "preset", "from", "until")
	for _, job := range found.Jobs {
		if masked {
			job = masking.Job(job)
		}
		page.Rows = append(page.Rows, jobRow(v, job))
	}
	if err := w.markSandbox(c.UserContext(), v, found.Jobs, page.Rows); err != nil {
		return err
	}
	searchTexts(&page, v, ask, found)
	if err := w.alsoCustomers(c, v, ask, masked, &page); err != nil {
		return err
	}
	if v.Role.Can(access.ExportJobs) && len(found.Jobs) > 0 {
		page.CSV = strings.Replace(savedview.Path("jobs", ask.values().Encode()), "/jobs", "/jobs.csv", 1)
	}
	if page.Kept, err = w.Views.Of(c, v, review.PageJobs, ask.values().Encode(), refused); err != nil {
		return err
	}
	return w.Render(c, jobs.SearchPage(page))
}

// searchTexts reports what is listed, what lies beyond the page, and what to do where nothing is.
func searchTexts(page *jobs.Search, v shell.Visitor, ask jobQuery, found store.FoundJobs) {
	asked := len(page.Chips) > 0
	page.Heading, page.Empty, page.Advice = v.T("Newest jobs"), v.T("No jobs yet."),
		v.T("The first job appears here when an application submits one.")
	switch {
	case ask.filter.Text != "":
		page.Heading = v.T("Jobs with “%s”", ask.filter.Text)
	case asked:
		page.Heading = v.T("Filtered jobs")
	}
	if asked {
		page.Empty, page.Advice = v.T("Nothing found."),
			v.T("Remove a filter. You can search by the beginning of a name, document number, unique number, job or "+
				"event id, or URN.")
		page.Next = &layout.Link{Href: "/jobs", Label: v.T("Remove all filters")}
	}
	if found.Next != 0 {
		page.More, page.Partial = ask.older(found.Next), found.Partial
	}
	if found.Partial && len(found.Jobs) == 0 {
		page.Empty, page.Advice = v.T("Nothing found among the newest jobs."),
			v.T("Search older jobs, or narrow the dates.")
		page.Next = &layout.Link{Href: page.More, Label: v.T("Search older jobs")}
	}
	if ask.before != 0 {
		page.First = savedview.Path("jobs", ask.values().Encode())
	}
}

// alsoNamed is how many enrolled persons a list of jobs names.
const alsoNamed = 3

// alsoCustomers names enrolled persons whom the words fit, by number or name.
func (w *Handler) alsoCustomers(c *fiber.Ctx, v shell.Visitor, ask jobQuery, masked bool, page *jobs.Search) error {
	text := ask.filter.Text
	if text == "" || utf8.RuneCountInString(text) > form.MaxText || !v.Role.Can(access.ViewCustomers) {
		return nil
	}
	found, err := w.Customers.Find(c.UserContext(), v.Company, text, false, 0, alsoNamed+1)
	blind, failed := w.Checks.Blind(c.UserContext(), v.Checker())
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if page.NotEnrolled, err = w.notEnrolled(c.UserContext(), v, strings.TrimSpace(text), blind); err != nil {
		return err
	}
	// that a job enrolled somebody tells that it was approved
	found = slices.DeleteFunc(found, func(cu onboarding.Customer) bool { return blind[cu.JobID] })
	if len(found) > alsoNamed {
		found = found[:alsoNamed]
		page.AllCustomers = &layout.Link{
			Href:  "/customers?" + url.Values{"q": {text}}.Encode(),
			Label: v.T("All enrolled customers with “%s”", text),
		}
	}
	for _, cu := range found {
		if masked {
			cu = masking.Customer(cu)
		}
		page.Customers = append(page.Customers, layout.Link{
			Href:  shell.CustomerPath(cu.UniqueNumber),
			Label: format.Join(" · ", v.PersonName(cu.FullName), format.UniqueNumber(cu.UniqueNumber)),
		})
	}
	return nil
}

// notEnrolled returns the page of a unique number that jobs name and nobody was enrolled under; nil where there is
// none.
func (w *Handler) notEnrolled(
	ctx context.Context, v shell.Visitor, number string, blind map[string]bool,
) (*layout.Link, error) {
	record, err := w.Customers.Record(ctx, v.Company, number)
	if fault.Is(err, fault.NotFound) || err == nil && (record.Enrolled() || record.Tells(blind)) {
		return nil, nil //nolint:nilnil // there is no such page
	}
	return &layout.Link{Href: shell.CustomerPath(number), Label: format.UniqueNumber(number)}, err
}

// exact returns the page of what a text names by itself: a job's, an event's, a delivery's or a customer's id, or a
// document's URN.
func (w *Handler) exact(ctx context.Context, v shell.Visitor, text string) (string, error) {
	if id, ok := picture.CaptureID(dashed(text)); ok {
		if job, err := w.Store.Job(ctx, v.Company, id); !fault.Is(err, fault.NotFound) {
			return "/jobs/" + job.ID, err
		}
		if capture, err := w.Store.Capture(ctx, v.Company, id); !fault.Is(err, fault.NotFound) {
			return "/jobs/" + capture.JobID, err
		}
		if cu, err := w.Store.Customer(ctx, v.Company, id); !fault.Is(err, fault.NotFound) &&
			v.Role.Can(access.ViewCustomers) {
			return shell.CustomerPath(cu.UniqueNumber), err
		}
	}
	if len(text) == 26 {
		if id, err := w.Store.JobOfEvent(ctx, v.Company, strings.ToUpper(text)); !fault.Is(err, fault.NotFound) {
			return "/jobs/" + id, err
		}
		if d, err := w.Store.Delivery(ctx, v.Company, strings.ToUpper(text)); !fault.Is(err, fault.NotFound) &&
			v.Role.Can(access.ViewDeliveries) {
			return "/deliveries/" + d.ID, err
		}
	}
	return "", nil
}

// find lists jobs that pass a filter, newest first. What the console prints of an id finds its job; a single word that
// nothing holds is taken for the beginning of an id, or of a word.
func (w *Handler) find(
	ctx context.Context, company string, ask jobQuery, masked bool, limit int,
) (store.FoundJobs, error) {
	text := ask.filter.Text
	begin, end, short := idParts(text)
	if short {
		jobs, err := w.Store.JobsByID(ctx, company, ask.filter.Viewer, begin, end, limit)
		return store.FoundJobs{Jobs: jobs}, err
	}
	found, err := w.Store.FindJobs(ctx, company, ask.filter, ask.before, limit)
	if err != nil || len(found.Jobs) > 0 || found.Partial || text == "" || strings.ContainsAny(text, " \t") {
		return found, err
	}
	viewer := ask.filter.Viewer
	if len(text) >= idBeginning && ask.filter == (store.JobFilter{Text: text, Viewer: viewer}) {
		if found.Jobs, err = w.Store.JobsByID(ctx, company, viewer, dashed(text), "", limit); err != nil ||
			len(found.Jobs) > 0 {
			return found, err
		}
	}
	if masked {
		return found, nil
	}
	ask.filter.Begin = true
	return w.Store.FindJobs(ctx, company, ask.filter, ask.before, limit)
}

// dashed writes the dashes of an id, or of the beginning of one, that was typed or copied without them.
func dashed(text string) string {
	if len(text) < idBeginning || len(text) > 32 || strings.Trim(strings.ToLower(text), "0123456789abcdef") != "" {
		return text
	}
	for _, at := range []int{8, 13, 18, 23} {
		if len(text) > at {
			text = text[:at] + "-" + text[at:]
		}
	}
	return text
}

// idBeginning is how many characters are taken for the beginning of an id.
const idBeginning = 8

// idParts returns both ends of an id as shortID shows it.
func idParts(text string) (begin, end string, ok bool) {
	begin, end, ok = strings.Cut(strings.ReplaceAll(text, "...", "…"), "…")
	return strings.TrimSpace(begin), strings.TrimSpace(end), ok && end != ""
}

func jobRow(v shell.Visitor, job onboarding.Job) jobs.Row {
	return jobs.Row{
		Href:     "/jobs/" + job.ID,
		ID:       format.ShortID(job.ID),
		Whole:    job.ID,
		Status:   v.Status(job.Status),
		Tone:     format.StatusTone(job.Status),
		Name:     v.PersonName(job.FullName),
		Number:   job.UniqueNumber,
		Document: format.Sentence(v.Document(job.DocumentType, job.IssuingCountry)),
		Function: format.Sentence(v.T(format.Function(job.Function))),
		Created:  v.Time(job.CreatedAt),
	}
}

// jobsQuery returns the query of the list of jobs in its own order, without the words of a search: they may name a
// person, and a view is not erased with one.
func (w *Handler) jobsQuery(c *fiber.Ctx, v shell.Visitor, values url.Values) (string, error) {
	ask, err := w.readJobs(c, v, values)
	ask.filter.Text = ""
	return ask.values().Encode(), err
}

// countJobs counts the jobs that a query asks for.
func (w *Handler) countJobs(c *fiber.Ctx, v shell.Visitor, values url.Values) (string, error) {
	ask, err := w.readJobs(c, v, values)
	if err != nil {
		return "", err
	}
	n, more, err := w.Store.CountJobs(c.UserContext(), v.Company, ask.filter, savedview.MaxCount+1)
	if err != nil {
		return "", err
	}
	return savedview.CountText(n, more || n > savedview.MaxCount), nil
}

// markSandbox marks rows of jobs that are tests.
func (w *Handler) markSandbox(ctx context.Context, v shell.Visitor, found []onboarding.Job, rows []jobs.Row) error {
	clients, err := w.Store.Clients(ctx, v.Company)
	sandbox := map[string]bool{}
	for _, one := range clients {
		sandbox[one.ID] = one.Sandbox
	}
	for i := range rows {
		at := slices.IndexFunc(found, func(job onboarding.Job) bool { return job.ID == rows[i].Whole })
		rows[i].Sandbox = at >= 0 && (found[at].Sandbox != "" || sandbox[found[at].ClientID])
	}
	return err
}
