package shell

import (
	"context"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/store"
	"proofdesk/app/submission"
)

const (
	keyHeader = "Idempotency-Key"
	// unknownHeader marks the answer to a form of which nobody knows whether it was carried out. The page then asks
	// before it sends the form again under a new key.
	unknownHeader = "Submission-Unknown"
)

// Once returns a handler that carries out a form once, however often it is sent under one key. Forms without a key,
// such as those of a browser without script, are carried out each time.
func (w *Shell) Once(handle Handler) Handler {
	return func(c *fiber.Ctx, v Visitor) error {
		if changesTrouble(c.Path()) {
			defer w.forgetTrouble(v.Company)
		}
		key := strings.Clone(c.Get(keyHeader))
		if key == "" {
			return handle(c, v)
		}
		sent := submission.Form{Company: v.Company, AgentID: v.ID, Key: key, Content: contentOf(c)}
		before, fresh, err := w.Submissions.Begin(c.UserContext(), sent)
		if err != nil {
			return err
		}
		if !fresh {
			return w.answerAgain(c, v, before)
		}
		return w.carryOut(c, v, sent, handle)
	}
}

// carryOut runs the handler of a form and records how the form was answered, even where the handler panics.
func (w *Shell) carryOut(c *fiber.Ctx, v Visitor, sent submission.Form, handle Handler) error {
	ctx, journal := store.WithJournal(c.UserContext())
	c.SetUserContext(ctx)
	status := fiber.StatusInternalServerError
	defer func() {
		if err := w.settle(c, sent, journal, status); err != nil {
			w.Log.Error("record form failed", "route", c.Route().Path, "error", err)
		}
	}()
	err := handle(c, v)
	status = c.Response().StatusCode()
	if err != nil {
		status = httpserver.ProblemOf(err).Status
	}
	return err
}

// settle records a form that was answered. One that was refused is forgotten, so that it can be sent again: that is
// what 4xx says, and an error of the server where nothing was written.
func (w *Shell) settle(c *fiber.Ctx, sent submission.Form, journal *store.Journal, status int) error {
	ctx := store.WithoutPermit(context.WithoutCancel(c.UserContext())) // the request's own time may be over
	failed := status >= fiber.StatusInternalServerError
	if status >= fiber.StatusBadRequest && (!failed || !journal.Wrote()) {
		return w.Submissions.Release(ctx, sent)
	}
	answer := submission.Answer{
		Failed:   failed,
		Status:   status,
		Location: strings.Clone(c.GetRespHeader(fiber.HeaderLocation)),
	}
	for _, e := range journal.Entries() {
		answer.Actions = append(answer.Actions, store.SubmittedAction{Action: e.Action, Target: e.Target})
	}
	return w.Submissions.Finish(ctx, sent, answer)
}

// answerAgain answers a form that was sent before: as then where that was a redirect, else with what was done. Where
// the program ended while it ran, or it failed halfway, nobody knows what was done, and the answer says so.
func (w *Shell) answerAgain(c *fiber.Ctx, v Visitor, before store.Submission) error {
	switch {
	case before.State != store.SubmissionDone:
		c.Status(fiber.StatusConflict).Set(unknownHeader, "1")
		c.Set("HX-Push-Url", "false")
		return c.SendString(v.T("This was sent at %s and the answer got lost. Look whether it is there before you "+
			"send it again.", v.Recent(before.CreatedAt, w.Now())))
	case before.Location != "":
		return c.Redirect(before.Location, before.Status)
	case w.Repeated == nil:
		return fault.New(fault.Conflict,
			"this form was already sent: look whether the change is there before you send it again")
	}
	return w.Repeated(c, v, before)
}

// contentOf returns what was filled into a form and where it was sent to. The token is left out: a form that is sent
// again after a new sign-in has another one. The parts of a form with files are delimited anew each time, so that of
// those the address counts alone.
func contentOf(c *fiber.Ctx) string {
	var fields []string
	for name, value := range c.Context().PostArgs().All() {
		if string(name) != "csrf" {
			fields = append(fields, string(name)+"="+string(value))
		}
	}
	slices.Sort(fields)
	return c.Path() + "\x00" + strings.Join(fields, "\x00")
}
