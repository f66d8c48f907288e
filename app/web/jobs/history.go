package jobs

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/masking"
	"proofdesk/views/jobs"
	"proofdesk/views/layout"
)

const historySize = 500

// history shows everything that happened to a job: what people and programs did, and what was sent.
func (w *Handler) history(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	job, err := w.Store.Job(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	if err := w.Desk.Saw(c.UserContext(), v.Reviewer(), id); err != nil {
		return err
	}
	masked, err := w.Masking.MaskedJob(c.UserContext(), v, id)
	if err != nil {
		return err
	}
	if masked {
		job = masking.Job(job)
	}
	h, err := w.newTimeline(c, v, job, masked)
	if err != nil {
		return err
	}
	page := jobs.History{
		Frame:   w.Frame(c, v, v.T("History"), "jobs"),
		Heading: v.T("History of %s", v.PersonName(job.FullName)),
		Job:     layout.Link{Href: "/jobs/" + id, Label: v.T("The job")},
		ID:      id,
		Zone:    v.ZoneName(),
	}
	page.Parts = h.parts(c.Query("show"))
	for _, one := range h.all {
		if show := c.Query("show"); show == "" || show == one.part {
			one.At = v.Time(one.at)
			page.Entries = append(page.Entries, one.Entry)
		}
	}
	told, err := dossier.FeedbackOf(c.UserContext(), w.Store, v, id, masked)
	if err != nil {
		return err
	}
	for _, line := range told {
		page.Entries = append(page.Entries, jobs.Entry{At: line.At, What: line.Text, Times: 1})
	}
	return w.Render(c, jobs.HistoryPage(page))
}

// partNames are the parts of a history, in the order of its tabs.
var partNames = [][2]string{
	{"", "Everything"},
	{partWork, "Intake and engine"},
	{partReviews, "Reviews and corrections"},
	{partViews, "Access"},
	{partDelivery, "Deliveries"},
}

// parts returns the tabs of a history with how many lines each has.
func (h *timelineBuilder) parts(shown string) []jobs.Part {
	counts := map[string]int{"": len(h.all)}
	for _, one := range h.all {
		counts[one.part]++
	}
	var all []jobs.Part
	for _, p := range partNames {
		part := jobs.Part{
			Label: h.T(p[1]),
			Href:  "/jobs/" + h.job.ID + "/history",
			Count: h.Count(int64(counts[p[0]])),
			On:    p[0] == shown,
		}
		if p[0] != "" {
			part.Href += "?show=" + p[0]
		}
		all = append(all, part)
	}
	return all
}
