package web

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/ui"
)

// countedViews is the largest number that a saved view's count tells.
const countedViews = 999

// keeping is what came back of a form that saves or renames a view.
type keeping struct {
	name, problem string
}

func (w *Console) viewRoutes(r shell.Router) {
	r.Get("/", access.ViewJobs, w.start)
	r.Post("/views", access.ViewJobs, w.saveView)
	r.Post("/views/:id", access.ViewJobs, w.changeView)
}

// start leads to what the visitor starts with.
func (w *Console) start(c *fiber.Ctx, v shell.Visitor) error {
	path, err := w.startOf(c.UserContext(), v.Agent)
	if err != nil {
		return err
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// startOf returns the page of the view that an agent starts with, else the queue.
func (w *Console) startOf(ctx context.Context, agent store.Agent) (string, error) {
	view, err := w.Store.StartView(ctx, agent.Company, agent.ID)
	if fault.Is(err, fault.NotFound) {
		return "/queue", nil
	}
	return viewPath(view), err
}

func viewPath(view store.SavedView) string { return pagePath(view.Page, view.Query) }

func pagePath(page, query string) string {
	if query == "" {
		return "/" + page
	}
	return "/" + page + "?" + query
}

// kept returns the saved views of a page, each with its count. query is that of the list as it is shown.
func (w *Console) kept(c *fiber.Ctx, v shell.Visitor, page, query string, k keeping) (ui.Kept, error) {
	kept := ui.Kept{
		CSRF:    v.CSRF,
		Page:    page,
		Query:   query,
		Share:   v.Reviewer().Senior,
		Name:    k.name,
		Problem: k.problem,
	}
	views, err := w.Store.SavedViews(c.UserContext(), v.Company, v.ID, page)
	if err != nil {
		return kept, err
	}
	for _, view := range views {
		count, err := w.counted.get(v.Company+" "+v.ID+" "+viewPath(view), w.Now(),
			func() (string, error) { return w.countView(c, v, view) })
		if err != nil {
			return kept, err
		}
		kept.Views = append(kept.Views, ui.KeptView{
			ID:      view.ID,
			Name:    view.Name,
			Href:    viewPath(view),
			Count:   count,
			On:      view.Query == query,
			Shared:  view.Shared,
			Start:   view.Start,
			Changes: !view.Shared || kept.Share,
		})
	}
	for i := range kept.Views {
		if kept.Views[i].On {
			kept.Current = &kept.Views[i]
			break
		}
	}
	return kept, nil
}

// countKept is how long the count of a saved view is told again without counting.
const countKept = 10 * time.Second

// viewCounts keeps counts of saved views for a moment, so that a page over many jobs does not wait for them.
type viewCounts struct {
	mu  sync.Mutex
	all map[string]viewCount
}

type viewCount struct {
	text  string
	until time.Time
}

const maxCounts = 10_000

// get returns a count that was made a moment ago, else makes it.
func (k *viewCounts) get(key string, now time.Time, make func() (string, error)) (string, error) {
	k.mu.Lock()
	known, ok := k.all[key]
	k.mu.Unlock()
	if ok && now.Before(known.until) {
		return known.text, nil
	}
	text, err := make()
	if err != nil {
		return "", err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil || len(k.all) >= maxCounts {
		k.all = map[string]viewCount{}
	}
	k.all[key] = viewCount{text, now.Add(countKept)}
	return text, nil
}

// countView counts what a view shows; empty where its filters mean nothing any more.
func (w *Console) countView(c *fiber.Ctx, v shell.Visitor, view store.SavedView) (string, error) {
	values, err := url.ParseQuery(view.Query)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "a saved view can't be read")
	}
	if view.Page == review.PageQueue {
		ask, err := readQueue(values)
		if err != nil {
			return "", unlessOutdated(err)
		}
		n, more, err := w.Store.CountQueue(c.UserContext(), v.Company, v.ID, ask.QueueFilter, w.Now(), countedViews+1)
		return tallied(n, more), err
	}
	ask, err := w.readJobs(c, v, values)
	if err != nil {
		return "", unlessOutdated(err)
	}
	n, more, err := w.Store.CountJobs(c.UserContext(), v.Company, ask.filter, countedViews+1)
	return tallied(n, more || n > countedViews), err
}

// unlessOutdated leaves out what says that filters mean nothing any more.
func unlessOutdated(err error) error {
	if shell.IsRefusal(err) || fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// tallied writes a count that may be larger.
func tallied(n int, more bool) string {
	if !more {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(min(n, countedViews)) + "+"
}

// listQuery returns the query that a form names, in the order in which a list's URL has it.
func (w *Console) listQuery(c *fiber.Ctx, v shell.Visitor) (page string, values url.Values, query string, err error) {
	page = form.Value(c, "page")
	if values, err = url.ParseQuery(form.Value(c, "query")); err != nil {
		return page, values, "", fault.BadField("query", "form", "these filters can't be read")
	}
	if page == review.PageQueue {
		ask, err := readQueue(values)
		return page, values, ask.values().Encode(), err
	}
	ask, err := w.readJobs(c, v, values)
	return page, values, ask.values().Encode(), err
}

// saveView keeps the filters of a list under a name.
func (w *Console) saveView(c *fiber.Ctx, v shell.Visitor) error {
	page, values, query, err := w.listQuery(c, v)
	if err != nil {
		return err
	}
	view, err := w.Desk.SaveView(c.UserContext(), v.Reviewer(), review.ViewRequest{
		Page:   page,
		Name:   form.Value(c, "name"),
		Query:  query,
		Shared: form.Value(c, "shared") != "",
	})
	if err == nil && form.Value(c, "start") != "" {
		_, err = w.Desk.StartWith(c.UserContext(), v.Reviewer(), view.ID, true)
	}
	if err != nil {
		return w.keepAgain(c, v, page, values, err)
	}
	return c.Redirect(viewPath(view), fiber.StatusSeeOther)
}

// changeView renames or deletes a view, or starts with it.
func (w *Console) changeView(c *fiber.Ctx, v shell.Visitor) error {
	page, values, _, err := w.listQuery(c, v)
	if err != nil {
		return err
	}
	ctx, id := c.UserContext(), c.Params("id")
	var view store.SavedView
	switch act := form.Value(c, "act"); act {
	case "rename":
		view, err = w.Desk.RenameView(ctx, v.Reviewer(), id, form.Value(c, "name"))
	case "delete":
		view, err = w.Desk.DeleteView(ctx, v.Reviewer(), id)
	case "start", "unstart":
		view, err = w.Desk.StartWith(ctx, v.Reviewer(), id, act == "start")
	default:
		err = fault.BadField("act", "choice", "rename, delete, start or unstart")
	}
	if err != nil {
		return w.keepAgain(c, v, page, values, err)
	}
	return c.Redirect(viewPath(view), fiber.StatusSeeOther)
}

// keepAgain shows the list again with what was wrong beside the name.
func (w *Console) keepAgain(c *fiber.Ctx, v shell.Visitor, page string, values url.Values, err error) error {
	var f *fault.Error
	if !shell.IsRefusal(err) || !errors.As(err, &f) {
		return err
	}
	status := fiber.StatusBadRequest
	if f.Code == fault.Conflict {
		status = fiber.StatusConflict
	}
	text := f.Message
	if len(f.Fields) > 0 {
		text = f.Fields[0].Message
	}
	k := keeping{name: form.Value(c, "name"), problem: v.Sentence(text)}
	c.Status(status)
	if page == review.PageQueue {
		return w.showQueue(c, v, values, k)
	}
	return w.showJobs(c, v, values, k)
}
