package quality

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/quality"
)

const (
	checksShown   = 100
	feedbackShown = 50
)

// waitingChecks lists the checks that the visitor may take.
func (w *Handler) waitingChecks(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.checksPage(c, v)
	if err != nil {
		return err
	}
	if c.Query("none") != "" {
		page.Notice = v.T("No checks are available right now.")
	}
	if job, ok := ids.ParseUUID(c.Query("lost")); ok {
		page.Lost = job
		if page.Notice, err = dossier.CheckLost(c.UserContext(), w.Store, v, job); err != nil {
			return err
		}
	}
	if c.Query("done") != "" {
		page.Notice = v.T("Your judgement was saved.")
	}
	return w.Render(c, views.WaitingPage(page))
}

func (w *Handler) checksPage(c *fiber.Ctx, v shell.Visitor) (views.Waiting, error) {
	page := views.Waiting{
		Frame:   w.Frame(c, v, v.T("Quality checks"), "queue"),
		Style:   w.Assets.Path("dashboard.css"),
		Decides: v.Role.Can(access.ReviewJobs),
		Empty:   v.T("No checks are waiting for you. A senior agent sets how many decisions are checked."),
	}
	now := w.Now()
	open, err := w.Store.OpenChecks(c.UserContext(), v.Company, v.ID, checksShown)
	for _, check := range open {
		row := views.Row{
			Function: format.Sentence(v.Function(check.Function)),
			Reviewed: v.Language.Date(check.First.At.In(v.TimeZone())),
			Who:      "–",
		}
		switch {
		case check.Holder == v.ID:
			row.Who, row.Mine, row.Href = v.T("yours"), true, "/jobs/"+check.JobID
		case now.Before(check.LeaseUntil):
			row.Who = check.HolderName
		}
		page.Rows = append(page.Rows, row)
	}
	page.Total = v.N(len(page.Rows), "1 waiting", "%d waiting")
	return page, err
}

// feedback shows the visitor what leads said about their own decisions.
func (w *Handler) feedback(c *fiber.Ctx, v shell.Visitor) error {
	page := views.Feedback{
		Frame: w.Frame(c, v, v.T("Your feedback"), "queue"), Style: w.Assets.Path("dashboard.css"),
		Empty: v.T("No feedback yet. Disagreements with a second reviewer appear here once a senior agent has " +
			"adjudicated them."),
	}
	judged, err := w.Store.JudgedChecks(c.UserContext(), v.Company, v.ID, feedbackShown)
	if err != nil {
		return err
	}
	reasons, err := w.reasonTexts(c, v)
	if err != nil {
		return err
	}
	masked, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	for _, check := range judged {
		d := disagreement(check, v, reasons, masked)
		d.Open, d.Second.Agent = false, "" // who checked is not told
		page.Rows = append(page.Rows, d)
	}
	return w.Render(c, views.FeedbackPage(page))
}

func (w *Handler) reasonTexts(c *fiber.Ctx, v shell.Visitor) (map[string]string, error) {
	all, err := w.Desk.Reasons(c.UserContext(), v.Company)
	texts := map[string]string{}
	for _, r := range all {
		texts[r.Code] = v.Reason(r)
	}
	return texts, err
}
