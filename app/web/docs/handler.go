package docs

import (
	"sync"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/intake"
	"proofdesk/app/playground"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
	views "proofdesk/views/docs"
	"proofdesk/views/layout"
	"proofdesk/views/words"
)

// Handler serves the pages of the documentation.
type Handler struct {
	*shell.Shell
	Base    string             // origin of the server, as integrators see it
	Intake  *intake.Intake     // makes the jobs of the playground
	Masking *masking.Guard     // covers values in their events
	Studio  *playground.Studio // draws what its camera plays
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
		{"/docs/links", "Capture links", linksPage},
		{"/docs/options", "Options", optionsPage},
		{"/docs/api", "API", apiPage},
		{"/docs/events", "Events", events},
		{"/docs/receivers", "Receivers", receiversPage},
		{"/docs/errors", "Errors", errors},
		{signaturePath, "Check a signature", signaturePage},
		{playgroundPath, "Playground", playgroundPage},
	}
}

// Routes adds the pages, each also as Markdown, and what the camera of the playground plays.
func (w *Handler) Routes(r shell.Router) {
	for _, p := range w.pages() {
		text := sync.OnceValue(func() string { return p.text(w.Base) })
		blocks := sync.OnceValue(func() []views.Block { return views.Parse(text()) })
		show := func(c *fiber.Ctx, more func(*views.Page) error) error {
			shown := views.Page{Frame: w.frame(c, p), Twin: p.path + ".md", Blocks: blocks()}
			if err := more(&shown); err != nil {
				return err
			}
			return w.Render(c, views.Document(shown))
		}
		switch p.path {
		case signaturePath:
			w.signatureRoutes(r, show)
		case playgroundPath:
			w.playgroundRoutes(r, show)
		default:
			r.GetOpen(p.path, func(c *fiber.Ctx) error { return show(c, func(*views.Page) error { return nil }) })
		}
		r.GetOpen(p.path+".md", func(c *fiber.Ctx) error {
			c.Set(fiber.HeaderContentType, "text/markdown; charset=utf-8")
			return c.SendString(text())
		})
	}
}

// shower shows a page with what is below its text.
type shower func(c *fiber.Ctx, more func(*views.Page) error) error

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
