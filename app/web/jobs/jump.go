package jobs

import (
	"slices"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
)

const (
	jumpJobs      = 5 // that the box which goes anywhere lists
	jumpCustomers = 3
	jumpLeast     = 2 // characters before anything is looked for
)

// destination is one place to go: what it is called, and its path.
type destination [2]string

// jump answers the command palette: without words with every page that the visitor may open, with words with the
// jobs and customers that search finds by them.
func (w *Handler) jump(c *fiber.Ctx, v shell.Visitor) error {
	text := form.Query(c).Get("q")
	if text == "" {
		return c.JSON(w.pages(v))
	}
	if n := utf8.RuneCountInString(text); n < jumpLeast || n > form.MaxText {
		return c.JSON([]destination{})
	}
	found, err := w.hits(c, v, text)
	if err != nil {
		return err
	}
	return c.JSON(found)
}

// pages lists what the top bar and the sides of its pages lead to.
func (w *Handler) pages(v shell.Visitor) []destination {
	all := []destination{}
	for _, link := range w.Pages {
		known := slices.ContainsFunc(all, func(d destination) bool { return d[1] == link.Href })
		if !known && v.Role.Can(link.Needs) {
			all = append(all, destination{v.T(link.Label), link.Href})
		}
	}
	if v.Role.Can(access.ReviewJobs) {
		all = append(all, destination{v.T("Your work"), "/me/work"})
	}
	return append(all, destination{v.T("Your account"), "/me"}, destination{v.T("Keyboard shortcuts"), "/me/keys"})
}

// hits lists jobs, then customers. What the text names by itself comes first.
func (w *Handler) hits(c *fiber.Ctx, v shell.Visitor, text string) ([]destination, error) {
	all := []destination{}
	if path, err := w.exact(c.UserContext(), v, text); err != nil || path != "" {
		return append(all, destination{v.T("Open %s", format.Shorten(text)), path}), err
	}
	masked, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return nil, err
	}
	blind, err := w.Checks.Blind(c.UserContext(), v.Checker())
	if err != nil {
		return nil, err
	}
	var ask jobQuery
	ask.filter.Text, ask.filter.Viewer = text, v.ID
	jobs, err := w.find(c.UserContext(), v.Company, ask, masked, jumpJobs)
	if err != nil {
		return nil, err
	}
	for _, job := range jobs.Jobs {
		if masked {
			job = masking.Job(job)
		}
		label := format.Join(" · ", v.PersonName(job.FullName), format.UniqueNumber(job.UniqueNumber),
			v.Status(job.Status),
			format.ShortID(job.ID))
		all = append(all, destination{label, "/jobs/" + job.ID})
	}
	if !v.Role.Can(access.ViewCustomers) {
		return all, nil
	}
	people, err := w.Customers.Find(c.UserContext(), v.Company, text, !masked, 0, jumpCustomers)
	for _, cu := range people {
		if blind[cu.JobID] {
			continue
		}
		if masked {
			cu = masking.Customer(cu)
		}
		all = append(all, destination{
			format.Join(" · ", v.T("Customer"), v.PersonName(cu.FullName), format.UniqueNumber(cu.UniqueNumber)),
			shell.CustomerPath(cu.UniqueNumber),
		})
	}
	return all, err
}
