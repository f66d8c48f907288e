package shell

import (
	"log/slog"
	"net/netip"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/clock"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/static"
)

// Shell is what all pages share: who is asking, the frame around a page, and the answers to failures.
type Shell struct {
	Store    *store.Store
	Sessions *session.Browsers
	Clock    clock.Clock
	Log      *slog.Logger
	Assets   static.Bundle
	// ClientAddress returns the caller's address behind trusted proxies; nil for the address of the connection.
	ClientAddress func(c *fiber.Ctx) netip.Addr
	// Links are the entries of the top bar, Menu those beside the pages of administration.
	Links []Link
	Menu  []Group
	// SignIn sends a visitor whose session has ended to the sign-in page. It leads to next and keeps the fields of the
	// form that the visitor sent.
	SignIn func(c *fiber.Ctx, next string, kept []FormField) error
}

// Now returns the console's time.
func (w *Shell) Now() time.Time { return w.Clock.Now() }
