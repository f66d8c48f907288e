package docs

import (
	"sync"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
	views "proofdesk/views/docs"
	"proofdesk/views/layout"
	"proofdesk/views/words"
)

// Handler serves the pages of the documentation.
type Handler struct {
	*shell.Shell
	Base string // origin of the server, as integrators see it
}

// page is one page: its path, its name in the list of pages, and what makes its text.
type page struct {
	path string
	name string
	text func(base string) string
}

// pages returns all pages, in the order in which they are listed.
func (w *Handler) pages() []page {
	return []page{
		{"/docs", "Start", start},
		{"/docs/web", "Web SDK", w.web},
		{"/docs/options", "Options", optionsPage},
		{"/docs/api", "API", apiPage},
		{"/docs/events", "Events", events},
		{"/docs/errors", "Errors", errors},
		{signaturePath, "Check a signature", signaturePage},
	}
}

// Routes adds the pages, each also as Markdown.
func (w *Handler) Routes(r shell.Router) {
	for _, p := range w.pages() {
		text := sync.OnceValue(func() string { return p.text(w.Base) })
		blocks := sync.OnceValue(func() []views.Block { return views.Parse(text()) })
		show := func(c *fiber.Ctx, check *views.Check) error {
			return w.Render(c, views.Document(views.Page{
				Frame:  w.frame(c, p),
				Twin:   p.path + ".md",
				Blocks: blocks(),
				Check:  check,
			}))
		}
		if p.path == signaturePath {
			r.PostOpen(p.path, func(c *fiber.Ctx) error { return show(c, w.checked(c)) })
		}
		r.GetOpen(p.path, func(c *fiber.Ctx) error { return show(c, emptyCheck(p)) })
		r.GetOpen(p.path+".md", func(c *fiber.Ctx) error {
			c.Set(fiber.HeaderContentType, "text/markdown; charset=utf-8")
			return c.SendString(text())
		})
	}
}

// frame returns what is around a page: links to all of them, with this one open.
func (w *Handler) frame(c *fiber.Ctx, open page) layout.Frame {
	f := w.OpenFrame(c, open.name)
	language := shell.LanguageOf(c)
	f.Section = open.path
	for _, p := range w.pages() {
		f.Links = append(f.Links, layout.Link{Key: p.path, Label: nameOf(language, p), Href: p.path})
	}
	return f
}

// nameOf names a page in a language.
func nameOf(l words.Language, p page) string { return l.T(p.name) }
