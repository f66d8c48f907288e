package shell

import (
	"bytes"
	"context"

	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// lookOf returns how the visitor wants pages to look.
func lookOf(v Visitor) layout.Look {
	p := v.Preferences
	return layout.Look{Density: p.Density, Blur: p.Blur, Grey: p.Grey, KeysOff: p.KeysOff, Keys: keysText(p.Keys)}
}

// Frame returns what every page has around it.
func (w *Shell) Frame(c *fiber.Ctx, v Visitor, title, section string) layout.Frame {
	f := layout.Frame{
		Title:       title,
		Path:        pathOf(c),
		Theme:       themeFor(c, v),
		Section:     section,
		CSS:         w.Assets.Path("console.css"),
		Script:      w.Assets.Path("console.js"),
		FirstScript: w.Assets.Path("keyrecord.js"),
		CSRF:        v.CSRF,
		Zone:        v.ZoneName(),
		Agent: layout.Agent{
			ID:           v.ID,
			Name:         v.DisplayName,
			Role:         string(v.Role),
			Decides:      v.Role.Can(access.ReviewJobs),
			Availability: string(v.Availability),
		},
	}
	f.Links = append(v.allowed(w.Links), w.menuLink(v)...)
	f.Look = lookOf(v)
	w.withTrouble(c, v, &f)
	f.Notice = w.Notice.in(v)
	return f
}

// OpenFrame returns the frame of a page that needs no sign-in, with the headers of a page set.
func (w *Shell) OpenFrame(c *fiber.Ctx, title string) layout.Frame {
	setPageHeaders(c)
	return layout.Frame{
		Title:  title,
		Theme:  themeOf(c),
		CSS:    w.Assets.Path("console.css"),
		Script: w.Assets.Path("signin.js"),
	}
}

// Render writes a page. A page that fails to render is not written in part.
func (w *Shell) Render(c *fiber.Ctx, page templ.Component) error {
	var b bytes.Buffer
	ctx := context.WithoutCancel(c.UserContext()) // an error page is rendered after its request's time is over
	ctx = ui.WithKeys(words.With(ctx, LanguageOf(c)), keysOf(c))
	if c.Response().StatusCode() >= fiber.StatusBadRequest {
		ctx = layout.WithRefused(ctx)
	}
	if err := page.Render(ui.WithSprite(ctx, w.Assets.Path("icons.svg")), &b); err != nil {
		return err
	}
	return sendPage(c, b.Bytes())
}
