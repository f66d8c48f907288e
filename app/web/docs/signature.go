package docs

import (
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/httpserver"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/webhook"
	views "proofdesk/views/docs"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

const signaturePath = "/docs/signature"

// Bodies returns the body rules of the wing, for httpserver.Options: a form writes a byte of an event as up to three.
func Bodies() []httpserver.BodyRule {
	return []httpserver.BodyRule{{Method: http.MethodPost, Pattern: signaturePath, Limit: 1 << 20}}
}

func signaturePage(base string) string { return read("signature.md", base) }

// signatureRoutes adds the page with its form, empty or answered.
func (w *Handler) signatureRoutes(r shell.Router, show shower) {
	r.PostOpen(signaturePath, func(c *fiber.Ctx) error {
		return show(c, func(p *views.Page) error {
			p.Check = w.checked(c)
			return nil
		})
	})
	r.GetOpen(signaturePath, func(c *fiber.Ctx) error {
		return show(c, func(p *views.Page) error {
			p.Check = &views.Check{Path: signaturePath}
			return nil
		})
	})
}

// checked returns the form with the cause of what was sent. The secret is in no answer, no log and no database.
func (w *Handler) checked(c *fiber.Ctx) *views.Check {
	check := &views.Check{
		Path:     signaturePath,
		Header:   form.Value(c, "header"),
		Body:     string(c.Context().PostArgs().Peek("body")),
		Received: form.Value(c, "received"),
		Tone:     ui.Fail,
	}
	l := shell.LanguageOf(c)
	received, ok := w.received(check.Received)
	if !ok {
		check.Answer = l.T("The time of arrival can't be read.")
		check.Do = l.T("Enter seconds since 1970, or a time such as 2026-11-20T10:15:30Z.")
		return check
	}
	secret := string(c.Context().PostArgs().Peek("secret"))
	cause, apart := webhook.Diagnose(check.Header, secret, []byte(check.Body), received)
	check.Answer, check.Do = explained(l, cause, apart)
	if cause == webhook.Right {
		check.Tone = ui.Pass
	}
	return check
}

// received returns when a delivery arrived: now where nothing is said.
func (w *Handler) received(text string) (time.Time, bool) {
	if text == "" {
		return w.Now(), true
	}
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Unix(seconds, 0), true
	}
	at, err := time.Parse(time.RFC3339, text)
	return at, err == nil
}

// explained returns a cause in words, and what to do about it.
func explained(l words.Language, cause webhook.Cause, apart time.Duration) (answer, do string) {
	switch cause {
	case webhook.Right:
		return l.T("The signature is right."), l.T("If your server refuses it, it compares something else: log the " +
			"length of the body that it signs, and the kid.")
	case webhook.BadHeader:
		return l.T("The header is not whole."),
			l.T("Copy all of X-Service-Signature: t, kid and v1 with 64 characters.")
	case webhook.StandardHeader:
		return l.T("This is the header of Standard Webhooks."), l.T("Check Webhook-Signature with a library of " +
			"Standard Webhooks, or copy X-Service-Signature here.")
	case webhook.SecretSpelling:
		return l.T("The secret is not used as it is shown."), l.T("Use all of it, whsec_ included, without spaces, " +
			"quotes or a line end around it.")
	case webhook.ParsedBody:
		return l.T("The body was parsed and written again."), l.T("Sign the bytes as they arrived. Read the raw body " +
			"before any middleware parses it, and parse it afterwards.")
	case webhook.WrongSecret:
		return l.T("The secret is another one."),
			l.T("The body is as it was sent. Compare the kid of the header with " +
				"the keys of the endpoint: each has its own secret.")
	case webhook.ClockSkew:
		return l.T("Only the time is wrong: it is %s from the signature's.", l.Age(apart.Abs())),
			l.T("Receivers accept %s. If it arrived just now, set your server's clock by NTP; an old delivery is "+
				"refused rightly.", l.Age(webhook.Tolerance))
	}
	return l.T("The body is not the one that was signed, or the secret is another one."),
		l.T("Look at the delivery in the console and compare its body with yours, then compare the kid with the " +
			"keys.")
}
