package shell

import (
	"log/slog"
	"net/netip"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/maypok86/otter/v2"

	"proofdesk/app/artifact"
	"proofdesk/app/clock"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/submission"
	"proofdesk/static"
)

// Shell is what all pages share: who is asking, the frame around a page, and the answers to failures.
type Shell struct {
	Store       *store.Store
	Sessions    *session.Browsers
	Submissions *submission.Desk
	Clock       clock.Clock
	Log         *slog.Logger
	Assets      static.Bundle
	SDK         *artifact.Shelf
	// ClientAddress returns the caller's address behind trusted proxies; nil for the address of the connection.
	ClientAddress func(c *fiber.Ctx) netip.Addr
	// Links are the entries of the top bar, Menu those beside the pages of administration.
	Links []Link
	Menu  []Group
	// Notice is shown above every page except the review page.
	Notice Notice
	// Troubles keeps the delivery trouble of companies for some seconds; nil reads it for each page.
	Troubles *otter.Cache[string, Trouble]
	// SignIn sends a visitor whose session has ended to the sign-in page. It leads to next and keeps the fields of the
	// form that the visitor sent.
	SignIn func(c *fiber.Ctx, next string, kept []FormField) error
	// Repeated answers a form that was carried out before and answered with a page, which is not kept.
	Repeated func(c *fiber.Ctx, v Visitor, before store.Submission) error
}

// Now returns the console's time.
func (w *Shell) Now() time.Time { return w.Clock.Now() }
