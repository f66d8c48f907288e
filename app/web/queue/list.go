package queue

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/savedview"
	"proofdesk/views/layout"
	"proofdesk/views/queue"
	"proofdesk/views/ui"
)

// checksCounted is how many quality checks the queue counts.
const checksCounted = 100

// feedbackFresh is for how many days the queue points to feedback.
const feedbackFresh = 14

// checkViews are the queue's entries for quality checks and for feedback, where there is something behind them.
func (w *Handler) checkViews(c *fiber.Ctx, v shell.Visitor) ([]queue.View, error) {
	var entries []queue.View
	now := w.Now()
	if v.Role.Can(access.ReviewJobs) {
		n, oldest, err := w.Store.CountChecks(c.UserContext(), v.Company, v.ID, checksCounted)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			entries = append(entries, queue.View{
				Name:  "quality",
				Label: v.T("Quality checks"),
				Href:  "/quality/checks",
				Count: v.Count(int64(n)),
				Title: v.T("oldest %s", v.Age(now.Sub(oldest))),
			})
		}
	}
	n, err := w.Store.CountJudged(c.UserContext(), v.Company, v.ID, now.AddDate(0, 0, -feedbackFresh))
	if err == nil && n > 0 {
		entries = append(entries, queue.View{
			Name:  "feedback",
			Label: v.T("Your feedback"),
			Href:  "/quality/feedback",
			Count: v.Count(int64(n)),
		})
	}
	return entries, err
}

// emptyAdvice is what to do where a view is empty.
var emptyAdvice = map[store.QueueView]string{
	store.ViewOpen:      "New jobs appear here when the engine can't decide them.",
	store.ViewOverdue:   "Take the next open job before one becomes overdue.",
	store.ViewMine:      "Take the next job: press N.",
	store.ViewEscalated: "Escalated jobs wait here for a senior agent.",
	store.ViewCheck:     "Decisions that a second agent must confirm wait here.",
}

// queueList shows a view of the queue.
func (w *Handler) queueList(c *fiber.Ctx, v shell.Visitor) error {
	return w.showQueue(c, v, form.Query(c), savedview.Refusal{})
}

// showQueue shows what a query asks for; refused is the form that names a view, if it was.
func (w *Handler) showQueue(c *fiber.Ctx, v shell.Visitor, values url.Values, refused savedview.Refusal) error {
	ask, err := readQueue(values)
	if err != nil {
		return err
	}
	veiled, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	if veiled {
		ask.Why = "" // it would tell covered values
	}
	after, broken := ask.cursor()
	if broken != nil {
		after, ask.after = store.QueueCursor{}, ""
	}
	q, err := w.Desk.Queue(c.UserContext(), v.Reviewer(), ask.QueueFilter, after)
	if err != nil {
		return err
	}
	page, err := w.queueParts(c, v, ask, q, veiled)
	if err != nil {
		return err
	}
	if page.Kept, err = w.Views.Of(c, v, review.PageQueue, ask.values().Encode(), refused); err != nil {
		return err
	}
	page.Ignored = v.IgnoredFilters(values, "after", broken != nil, "view", "function", "client", "document", "why",
		"order", "none")
	if values.Has("none") && page.Closed == "" {
		page.Notice = v.T("No jobs are available right now. This page shows waiting jobs and who holds them.")
	}
	return w.Render(c, queue.QueuePage(page))
}

func (w *Handler) queueParts(
	c *fiber.Ctx, v shell.Visitor, ask queueQuery, q review.Queue, veiled bool,
) (queue.Page, error) {
	tally, err := w.Desk.Today(c.UserContext(), v.Reviewer(), v.TimeZone())
	if err != nil {
		return queue.Page{}, err
	}
	clients, order, err := w.ClientNames(c, v)
	if err != nil {
		return queue.Page{}, err
	}
	page := queue.Page{
		Frame:    w.Frame(c, v, v.T("Queue"), "queue"),
		View:     string(ask.View),
		Order:    string(ask.Order),
		Decides:  v.Reviewer().Decides,
		Closed:   w.closed(v),
		Filtered: ask.Narrow(),
		Zone:     v.ZoneName(),
		Filters:  ask.fields(v, clients, order, veiled),
		Chips:    ask.chips(v, clients),
		Reset:    "/queue?view=" + string(ask.View),
		ByStakes: ask.Listed() == store.HighestStakes,
		Left: queue.Head{
			Href: ask.path("order", string(store.NearestDeadline)),
			On:   ask.Listed() == store.NearestDeadline,
		},
		Stakes: queue.Head{Href: ask.path("order", ""), On: ask.Listed() == store.HighestStakes},
		Waited: queue.Head{
			Href: ask.path("order", string(store.LongestWaiting)),
			On:   ask.Listed() == store.LongestWaiting,
		},
	}
	if tally.Done > 0 {
		page.Tally = v.N(tally.Done, "1 done today · median %s", "%d done today · median %s", v.Age(tally.Median))
	}
	if page.Rows, err = w.queueRows(c.UserContext(), v, q, veiled); err != nil {
		return page, err
	}
	if q.More {
		page.More = ask.path("after", ask.cursorAfter(q.Rows[len(q.Rows)-1]))
	}
	if ask.after != "" {
		page.First = ask.path()
	}
	queueCounts(&page, q, v)
	if ask.Narrow() {
		n, more, err := w.Store.CountQueue(c.UserContext(), v.Company, v.ID, ask.QueueFilter, w.Now(),
			savedview.MaxCount+1)
		if err != nil {
			return page, err
		}
		page.Heading = v.T("%s of %s", savedview.CountText(n, more), page.Heading)
		if ask.Client != "" && slices.ContainsFunc(q.Rows, func(r store.Queued) bool { return r.Sandbox }) {
			page.Heading = v.T("Sandbox jobs: %s", savedview.CountText(n, more)) // no part of what waits
		}
	}
	checks, err := w.checkViews(c, v)
	if err != nil {
		return page, err
	}
	page.Views = append(page.Views, checks...)
	queueEmpty(&page, ask, q, v)
	return page, nil
}

// queueRows returns the rows of a list with what there is to say of each.
func (w *Handler) queueRows(ctx context.Context, v shell.Visitor, q review.Queue, veiled bool) ([]queue.Row, error) {
	hidden := func(row store.Queued) bool { return veiled && !row.HeldBy(v.ID, q.Now) }
	var rows []queue.Row
	for _, row := range q.Rows {
		if hidden(row) {
			row = masking.Queued(row)
		}
		rows = append(rows, waitingRow(row, q.Now, v))
	}
	if err := w.tellWhy(ctx, v, q, hidden, rows); err != nil {
		return nil, err
	}
	if err := w.tellRaised(ctx, v, q, hidden, rows); err != nil {
		return nil, err
	}
	return rows, w.tellProposed(ctx, v, q, rows)
}

// queueCounts fills the side list and the heading.
func queueCounts(page *queue.Page, q review.Queue, v shell.Visitor) {
	for _, count := range q.Counts {
		view := queue.View{
			Name:  string(count.View),
			Label: v.T(viewNames[count.View]),
			Href:  "/queue?view=" + string(count.View),
			Count: v.Count(int64(count.Cases)),
			Cases: count.Cases,
			On:    count.View == q.View,
		}
		if !count.Oldest.IsZero() {
			view.Age = v.Age(q.Now.Sub(count.Oldest))
		}
		if count.View == store.ViewOverdue && count.Cases > 0 {
			view.Tone = ui.Fail
		}
		page.Views = append(page.Views, view)
		// Overdue cases and the oldest one are counted among all open cases, so they are said above that view only.
		if count.View == store.ViewOverdue && q.View == store.ViewOpen {
			page.Overdue = overdue(v, count.Cases)
		}
		if count.View == q.View {
			page.Heading = heading(v, count)
		}
		if count.View == q.View && !count.Oldest.IsZero() {
			page.Oldest = v.Age(q.Now.Sub(count.Oldest))
		}
	}
	if q.Skipped.Cases > 0 {
		page.Views = append(page.Views, queue.View{
			Label: v.T("Skipped, back %s", v.Recent(q.Skipped.Back, q.Now)),
			Count: v.Count(int64(q.Skipped.Cases)),
			Plain: true,
		})
	}
}

// heading names a view with the number of its cases.
func heading(v shell.Visitor, of store.QueueCount) string {
	if of.View == store.ViewOpen {
		return v.N(of.Cases, "1 waiting", "%d waiting")
	}
	return v.T(viewNames[of.View]) + ": " + v.Count(int64(of.Cases))
}

// overdue returns how many cases are overdue, in words; it is empty for none.
func overdue(v shell.Visitor, cases int) string {
	if cases == 0 {
		return ""
	}
	return v.N(cases, "1 overdue", "%d overdue")
}

// queueEmpty reports why a list is empty and what to do next.
func queueEmpty(page *queue.Page, ask queueQuery, q review.Queue, v shell.Visitor) {
	page.Empty, page.Advice = v.T(emptyViews[q.View]), v.T(emptyAdvice[q.View])
	switch {
	case ask.after != "":
		page.Empty, page.Advice = v.T("No more jobs."), v.T("All jobs on this page have been taken.")
		page.Next = &layout.Link{Href: page.First, Label: v.T("First page")}
	case ask.Narrow():
		page.Empty, page.Advice = v.T("No waiting jobs match these filters."),
			v.T("Remove a filter, or show the whole view.")
		page.Next = &layout.Link{Href: page.Reset, Label: v.T("Remove all filters")}
	case ask.View == store.ViewOpen:
		page.Next = &layout.Link{Href: "/jobs", Label: v.T("View the newest jobs")}
	default:
		page.Next = &layout.Link{Href: "/queue", Label: v.T("Show the open jobs")}
	}
}

// stakesTones are the colours of what is at stake; the other bands have none.
var stakesTones = map[policy.Band]ui.Tone{policy.BandFraud: ui.Fail}

func waitingRow(r store.Queued, now time.Time, v shell.Visitor) queue.Row {
	stakes := policy.Bands()[max(0, min(r.Stakes, len(policy.Bands())-1))]
	row := queue.Row{
		Job:      r.JobID,
		Href:     "/jobs/" + r.JobID,
		Left:     format.Deadline(v.Language, r.OpenedAt, r.DeadlineAt, now),
		Name:     v.PersonName(r.FullName),
		Document: format.Sentence(v.Document(r.DocumentType, r.IssuingCountry)),
		Why:      r.Summary,
		AllWhy:   r.Summary,
		Stakes:   v.T(string(stakes)),
		Tone:     stakesTones[stakes],
		Client:   r.Client,
		Function: format.Sentence(v.T(format.Function(r.Function))),
		Waited:   v.Age(now.Sub(r.OpenedAt)),
		Who:      holder(v, r, now),
		Due:      v.T("Due %s", v.When(r.DeadlineAt)),
		Since:    v.T("Waiting since %s", v.When(r.OpenedAt)),
		Mine:     r.HeldBy(v.ID, now),
		Sandbox:  r.Sandbox,
	}
	row.Word = v.T(dueWords[row.Left.Tone])
	if row.Document == "" {
		row.Document = row.Function
	}
	return row
}

// dueWords are the words for the colour of a deadline; one that is far off has none.
var dueWords = map[ui.Tone]string{ui.Warn: "due soon", ui.Fail: "overdue"}

// holder reports who holds a case, or whom it waits for; nothing where that is nobody.
func holder(v shell.Visitor, r store.Queued, now time.Time) string {
	switch {
	case r.HeldBy(v.ID, now):
		return v.T("yours")
	case r.Held(now):
		return r.HolderName
	case now.Before(r.WaitsUntil):
		return v.T("the applicant")
	case !now.Before(r.ReturnsUntil):
		return ""
	case r.ReturnsTo == v.ID:
		return v.T("you first")
	}
	return v.T("the agent who asked")
}

// queueQuery returns the query of the queue in its own order.
func (w *Handler) queueQuery(_ *fiber.Ctx, _ shell.Visitor, values url.Values) (string, error) {
	ask, err := readQueue(values)
	return ask.values().Encode(), err
}

// countQueue counts the cases that a query asks for.
func (w *Handler) countQueue(c *fiber.Ctx, v shell.Visitor, values url.Values) (string, error) {
	ask, err := readQueue(values)
	if err != nil {
		return "", err
	}
	n, more, err := w.Store.CountQueue(c.UserContext(), v.Company, v.ID, ask.QueueFilter, w.Now(), savedview.MaxCount+1)
	return savedview.CountText(n, more), err
}
