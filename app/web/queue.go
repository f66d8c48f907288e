package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/views/queue"
	"proofdesk/views/ui"
)

var viewNames = map[store.QueueView]string{
	store.ViewOpen: "Open", store.ViewOverdue: "Overdue", store.ViewMine: "Mine", store.ViewEscalated: "Escalated", store.ViewCheck: "To check",
}

var emptyViews = map[store.QueueView]string{
	store.ViewOpen: "Nothing waits. New jobs appear here as soon as the engine is not sure about one.", store.ViewOverdue: "Nothing is overdue.",
	store.ViewMine: "You hold no job. Take the next one.", store.ViewEscalated: "Nothing was escalated.", store.ViewCheck: "No proposal waits for a second agent.",
}

func (w *Console) queue(c *fiber.Ctx, v visitor) error {
	view := store.QueueView(c.Query("view", string(store.ViewOpen)))
	if viewNames[view] == "" {
		return fault.New(fault.NotFound, "there is no such view")
	}
	after, err := cursor(c.Query("after"))
	if err != nil {
		return err
	}
	q, err := w.Desk.Queue(c.UserContext(), v.desk(), view, after)
	if err != nil {
		return err
	}
	tally, err := w.Desk.Today(c.UserContext(), v.desk())
	if err != nil {
		return err
	}
	veiled, err := w.covered(c.UserContext(), v)
	if err != nil {
		return err
	}
	for i, row := range q.Rows {
		if veiled && !row.HeldBy(v.ID, q.Now) {
			q.Rows[i] = coverQueued(row)
		}
	}
	page := queuePage(q, v)
	page.Frame, page.Tally = w.frame(c, v, "Queue", "queue"), tallyText(tally)
	if c.Query("none") != "" {
		page.Notice = "No job is free to take right now. This page shows what waits and who holds it."
	}
	return w.render(c, queue.QueuePage(page))
}

// cursor reads where a page begins: deadline and seq.
func cursor(text string) (store.QueueCursor, error) {
	var at store.QueueCursor
	if text == "" {
		return at, nil
	}
	deadline, seq, _ := strings.Cut(text, "-")
	var errs [2]error
	at.Deadline, errs[0] = strconv.ParseInt(deadline, 10, 64)
	at.Seq, errs[1] = strconv.ParseInt(seq, 10, 64)
	if errs[0] != nil || errs[1] != nil {
		return at, fault.BadField("after", "cursor", "this is not the start of a page")
	}
	return at, nil
}

func queuePage(q review.Queue, v visitor) queue.Page {
	page := queue.Page{Empty: emptyViews[q.View], Decides: v.desk().Decides}
	for _, count := range q.Counts {
		page.Views = append(page.Views, viewLink(count, q))
		switch {
		case count.View == q.View && q.View == store.ViewOpen:
			page.Heading = strconv.Itoa(count.Cases) + " waiting"
		case count.View == q.View:
			page.Heading = viewNames[q.View] + ": " + strconv.Itoa(count.Cases)
		}
		if count.View == store.ViewOverdue && count.Cases > 0 {
			page.Overdue = strconv.Itoa(count.Cases) + " overdue"
		}
		if count.View == store.ViewOpen && !count.Oldest.IsZero() {
			page.Oldest = age(q.Now.Sub(count.Oldest))
		}
	}
	if q.Skipped.Cases > 0 {
		page.Views = append(page.Views, queue.View{Label: "Skipped, back " + q.Skipped.Back.Format("15:04"), Count: strconv.Itoa(q.Skipped.Cases), Plain: true})
	}
	for _, row := range q.Rows {
		page.Rows = append(page.Rows, queueRow(row, q.Now, v))
	}
	if q.More {
		last := q.Rows[len(q.Rows)-1]
		page.More = fmt.Sprintf("/queue?view=%s&after=%d-%d", q.View, last.DeadlineAt.UnixMilli(), last.Seq)
	}
	return page
}

func viewLink(count store.QueueCount, q review.Queue) queue.View {
	view := queue.View{Name: string(count.View), Label: viewNames[count.View], Href: "/queue?view=" + string(count.View), Count: strconv.Itoa(count.Cases), On: count.View == q.View}
	if !count.Oldest.IsZero() {
		view.Title = "oldest " + age(q.Now.Sub(count.Oldest))
	}
	if count.View == store.ViewOverdue && count.Cases > 0 {
		view.Tone = ui.Fail
	}
	return view
}

func queueRow(r store.Queued, now time.Time, v visitor) queue.Row {
	row := queue.Row{
		Job: r.JobID, Href: "/jobs/" + r.JobID, Left: deadline(r.OpenedAt, r.DeadlineAt, now), Name: nameOr(r.FullName), Document: documentName(r.DocumentType, r.IssuingCountry),
		Why: r.Summary, Score: score(r.Score), Client: r.Client, Function: functionName(r.Function), Waited: age(now.Sub(r.OpenedAt)), Who: "–",
	}
	if row.Document == "" {
		row.Document = row.Function
	}
	switch {
	case r.HeldBy(v.ID, now):
		row.Who, row.Mine = "yours", true
	case r.Held(now):
		row.Who = r.HolderName
	}
	return row
}

// next takes the best job and shows it.
func (w *Console) next(c *fiber.Ctx, v visitor) error {
	return w.showNext(c, v, form(c, "leaving"), "")
}

// showNext leads to the best job, or to the queue where none is free. after names the job that was just decided.
func (w *Console) showNext(c *fiber.Ctx, v visitor, leaving, after string) error {
	taken, err := w.Desk.Next(c.UserContext(), v.desk(), leaving)
	if fault.Is(err, fault.NotFound) {
		if after != "" {
			return c.Redirect("/jobs/"+after+"?none=1", fiber.StatusSeeOther)
		}
		return c.Redirect("/queue?none=1", fiber.StatusSeeOther)
	}
	if err != nil {
		return err
	}
	path := "/jobs/" + taken.JobID
	if after != "" {
		path += "?after=" + after
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// ahead reserves the next job and names its pictures, so that the page can fetch them before they are needed.
func (w *Console) ahead(c *fiber.Ctx, v visitor) error {
	taken, err := w.Desk.Ahead(c.UserContext(), v.desk())
	if fault.Is(err, fault.NotFound) {
		return c.JSON(fiber.Map{"images": []string{}})
	}
	if err != nil {
		return err
	}
	captures, err := w.Store.Captures(c.UserContext(), v.Company, taken.JobID)
	if err != nil {
		return err
	}
	images := []string{}
	for _, capture := range captures {
		if isImage(capture.ContentType) {
			images = append(images, mediaPath(capture.ID, sizeView), mediaPath(capture.ID, sizeThumb))
		}
	}
	return c.JSON(fiber.Map{"job": taken.JobID, "images": images})
}
