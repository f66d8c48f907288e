package savedview

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

// MaxCount is the largest number that the count of a view shows.
const MaxCount = 999

// Refusal is a form that names a view and was refused: what was typed, and what is wrong with it.
type Refusal struct {
	Name    string
	Problem string
}

// List is a list of which views can be saved.
type List struct {
	// Query parses what a URL asks for and returns its query as a view keeps it.
	Query func(c *fiber.Ctx, v shell.Visitor, values url.Values) (string, error)
	// Count counts what a URL asks for, as text.
	Count func(c *fiber.Ctx, v shell.Visitor, values url.Values) (string, error)
	// Show shows the list again after the form that names a view was refused.
	Show func(c *fiber.Ctx, v shell.Visitor, values url.Values, refused Refusal) error
}

// Views shows the saved views of lists and answers the forms that change them.
type Views struct {
	*shell.Shell
	Desk *review.Desk

	lists   map[string]List
	counted counts
}

// Add adds the list of a page: review.PageQueue or review.PageJobs.
func (w *Views) Add(page string, list List) {
	if w.lists == nil {
		w.lists = map[string]List{}
	}
	w.lists[page] = list
}

// list returns the list of a page. A page that has none is refused when its view is saved.
func (w *Views) list(page string) List {
	if list, ok := w.lists[page]; ok {
		return list
	}
	return w.lists[review.PageJobs]
}

// Routes adds the forms of saved views, and the page on which a visitor starts.
func (w *Views) Routes(r shell.Router) {
	r.Get("/", access.ViewJobs, w.start)
	r.Post("/views", access.ViewJobs, w.saveView)
	r.Post("/views/:id", access.ViewJobs, w.changeView)
}

// start leads to the page on which the visitor starts.
func (w *Views) start(c *fiber.Ctx, v shell.Visitor) error {
	path, err := w.StartOf(c.UserContext(), v.Agent)
	if err != nil {
		return err
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// StartOf returns the path of the view that an agent starts with, or of the queue.
func (w *Views) StartOf(ctx context.Context, agent store.Agent) (string, error) {
	view, err := w.Store.StartView(ctx, agent.Company, agent.ID)
	if fault.Is(err, fault.NotFound) {
		return "/queue", nil
	}
	return viewPath(view), err
}

func viewPath(view store.SavedView) string { return Path(view.Page, view.Query) }

// Path returns the path of a page with a query.
func Path(page, query string) string {
	if query == "" {
		return "/" + page
	}
	return "/" + page + "?" + query
}

// Of returns the saved views of a page, each with its count. Query is that of the list as it is shown.
func (w *Views) Of(c *fiber.Ctx, v shell.Visitor, page, query string, refused Refusal) (ui.Kept, error) {
	kept := ui.Kept{
		CSRF:    v.CSRF,
		Page:    page,
		Query:   query,
		Words:   searches(query),
		Share:   v.Reviewer().Senior,
		Name:    refused.Name,
		Problem: refused.Problem,
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
			Version: form.Version(view.Name),
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

// searches reports whether a query has words to search for, which no view keeps.
func searches(query string) bool {
	values, err := url.ParseQuery(query)
	return err == nil && values.Get("q") != ""
}

// countAge is how long the count of a view is shown again without counting.
const countAge = 10 * time.Second

// counts keeps the counts of views for a moment, so that a page over many jobs does not wait for them.
type counts struct {
	mu  sync.Mutex
	all map[string]counted
}

// counted is one count and until when it is shown.
type counted struct {
	text  string
	until time.Time
}

// maxCounts is how many counts are kept.
const maxCounts = 10_000

// get returns a cached count, or counts anew.
func (k *counts) get(key string, now time.Time, count func() (string, error)) (string, error) {
	k.mu.Lock()
	known, ok := k.all[key]
	k.mu.Unlock()
	if ok && now.Before(known.until) {
		return known.text, nil
	}
	text, err := count()
	if err != nil {
		return "", err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil || len(k.all) >= maxCounts {
		k.all = map[string]counted{}
	}
	k.all[key] = counted{text, now.Add(countAge)}
	return text, nil
}

// countView counts what a view shows; empty where its filters no longer mean anything.
func (w *Views) countView(c *fiber.Ctx, v shell.Visitor, view store.SavedView) (string, error) {
	values, err := url.ParseQuery(view.Query)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "a saved view can't be read")
	}
	text, err := w.list(view.Page).Count(c, v, values)
	return text, unlessOutdated(err)
}

// unlessOutdated returns an error unless it says that filters no longer mean anything.
func unlessOutdated(err error) error {
	if shell.IsRefusal(err) || fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// CountText writes a count that is larger where there is more.
func CountText(n int, more bool) string {
	if !more {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(min(n, MaxCount)) + "+"
}

// listQuery returns the page and the query that a form names.
func (w *Views) listQuery(c *fiber.Ctx, v shell.Visitor) (page string, values url.Values, query string, err error) {
	page = form.Value(c, "page")
	if values, err = url.ParseQuery(form.Value(c, "query")); err != nil {
		return page, values, "", fault.BadField("query", "format",
			"the filters of this view can't be read: go back to the list and set them again")
	}
	query, err = w.list(page).Query(c, v, values)
	return page, values, query, err
}

// saveView saves the filters of a list under a name.
func (w *Views) saveView(c *fiber.Ctx, v shell.Visitor) error {
	page, values, query, err := w.listQuery(c, v)
	if err != nil {
		return err
	}
	if query == "" && values.Get("q") != "" {
		return w.refuse(c, v, page, values, fault.BadField("query", "required",
			"a view keeps filters, not the words of a search: choose a filter first"))
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
		return w.refuse(c, v, page, values, err)
	}
	return c.Redirect(viewPath(view), fiber.StatusSeeOther)
}

// changeView renames or deletes a view, or starts with it.
func (w *Views) changeView(c *fiber.Ctx, v shell.Visitor) error {
	page, values, _, err := w.listQuery(c, v)
	if err != nil {
		return err
	}
	ctx, id := c.UserContext(), c.Params("id")
	var view store.SavedView
	switch act := form.Value(c, "act"); act {
	case "rename":
		var was string
		if err = form.ReadVersion(c, &was); err == nil {
			view, err = w.Desk.RenameView(ctx, v.Reviewer(), id, was, form.Value(c, "name"))
		}
		if fault.Is(err, fault.Conflict) && view.Name != was {
			return w.list(page).Show(c.Status(fiber.StatusConflict), v, values,
				Refusal{Name: form.Value(c, "name"), Problem: v.SavedMeanwhile(view.Name)})
		}
	case "delete":
		view, err = w.Desk.DeleteView(ctx, v.Reviewer(), id)
	case "start", "unstart":
		view, err = w.Desk.StartWith(ctx, v.Reviewer(), id, act == "start")
	default:
		err = fault.BadField("act", "one_of",
			"the button pressed is not one of this view's: reload the page and try again")
	}
	if err != nil {
		return w.refuse(c, v, page, values, err)
	}
	return c.Redirect(viewPath(view), fiber.StatusSeeOther)
}

// refuse shows the list again with what was wrong beside the name.
func (w *Views) refuse(c *fiber.Ctx, v shell.Visitor, page string, values url.Values, err error) error {
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
	return w.list(page).Show(c.Status(status), v, values,
		Refusal{Name: form.Value(c, "name"), Problem: v.Sentence(text)})
}
