package web

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/quality"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
	views "proofdesk/views/quality"
	"proofdesk/views/queue"
)

const (
	checksShown   = 100
	feedbackShown = 50
	feedbackFresh = 14 // days for which the queue points to feedback
)

// waitingChecks lists the checks that the visitor may take.
func (w *Console) waitingChecks(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.checksPage(c, v)
	if err != nil {
		return err
	}
	if c.Query("none") != "" {
		page.Notice = v.T("No check is free to take right now.")
	}
	if c.Query("done") != "" {
		page.Notice = v.T("Your judgement is kept.")
	}
	return w.Render(c, views.WaitingPage(page))
}

func (w *Console) checksPage(c *fiber.Ctx, v shell.Visitor) (views.Waiting, error) {
	page := views.Waiting{
		Frame:   w.Frame(c, v, v.T("Quality checks"), "queue"),
		Style:   w.Assets.Path("dashboard.css"),
		Decides: v.Role.Can(access.ReviewJobs),
		Empty:   v.T("No check waits for you. A lead sets how many decisions are checked a second time."),
	}
	now := w.Now()
	open, err := w.Store.OpenChecks(c.UserContext(), v.Company, v.ID, now, checksShown)
	for _, check := range open {
		row := views.Row{
			Function: format.Sentence(v.Function(check.Function)),
			Reviewed: v.When(check.First.At),
			Waited:   format.Age(now.Sub(check.DrawnAt)),
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
	page.Total = v.N(len(page.Rows), "1 waits", "%d wait")
	return page, err
}

// nextCheck takes the oldest check that the visitor may take, and shows its job.
func (w *Console) nextCheck(c *fiber.Ctx, v shell.Visitor) error {
	return w.showCheckOr(c, v, "", "/quality/checks?none=1")
}

// lostCheck tells that somebody else has the check by now, with what was typed and nothing about the job.
func (w *Console) lostCheck(c *fiber.Ctx, v shell.Visitor, sent quality.Filled, cause error) error {
	page := problem.Problem{
		Frame:   w.Frame(c, v, v.T("Changed"), "queue"),
		Status:  "409",
		Heading: v.T("This check is no longer yours"),
		Message: v.T("Your judgement was not sent: %s.", v.T(shell.Message(cause))),
		Back:    layout.Link{Href: "/quality/checks", Label: v.T("Quality checks")},
	}
	if sent.Note != "" {
		page.Kept = append(page.Kept, problem.Kept{Label: v.T("Internal note"), Text: sent.Note})
	}
	c.Status(fiber.StatusConflict).Set("HX-Push-Url", "false")
	return w.Render(c, problem.Page(page))
}

// checkViews are the queue's entries for quality checks and for feedback, where there is something behind them.
func (w *Console) checkViews(c *fiber.Ctx, v shell.Visitor) ([]queue.View, error) {
	var entries []queue.View
	now := w.Now()
	if v.Role.Can(access.ReviewJobs) {
		n, oldest, err := w.Store.CountChecks(c.UserContext(), v.Company, v.ID, now, checksShown)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			entries = append(entries, queue.View{
				Name:  "quality",
				Label: v.T("Quality checks"),
				Href:  "/quality/checks",
				Count: strconv.Itoa(n),
				Title: v.T("oldest %s", format.Age(now.Sub(oldest))),
			})
		}
	}
	n, err := w.Store.CountJudged(c.UserContext(), v.Company, v.ID, now.AddDate(0, 0, -feedbackFresh))
	if err == nil && n > 0 {
		entries = append(entries, queue.View{
			Name:  "feedback",
			Label: v.T("Feedback to you"),
			Href:  "/quality/feedback",
			Count: strconv.Itoa(n),
		})
	}
	return entries, err
}

// feedback shows the visitor what leads said about their own decisions.
func (w *Console) feedback(c *fiber.Ctx, v shell.Visitor) error {
	page := views.Feedback{
		Frame: w.Frame(c, v, v.T("Feedback to you"), "queue"), Style: w.Assets.Path("dashboard.css"),
		Empty: v.T("Nothing yet. Here you see where a second look came to another result than you, once a lead has " +
			"said who was right."),
	}
	judged, err := w.Store.JudgedChecks(c.UserContext(), v.Company, v.ID, feedbackShown)
	if err != nil {
		return err
	}
	reasons, err := w.reasonTexts(c, v)
	if err != nil {
		return err
	}
	for _, check := range judged {
		d := disagreement(check, v, reasons)
		d.Open, d.Second.Agent = false, "" // who checked is not told
		page.Rows = append(page.Rows, d)
	}
	return w.Render(c, views.FeedbackPage(page))
}

func (w *Console) reasonTexts(c *fiber.Ctx, v shell.Visitor) (map[string]string, error) {
	all, err := w.Desk.Reasons(c.UserContext(), v.Company)
	texts := map[string]string{}
	for _, r := range all {
		texts[r.Code] = v.Reason(r)
	}
	return texts, err
}
