package review

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// askedField begins the names of the fields that say why a capture is asked for.
const askedField = "ask."

// askedTexts are the reasons for which captures are asked for anew, as the applicant reads them too.
var askedTexts = map[string]string{
	"blurred":        "The picture was not sharp.",
	"glare":          "Light was reflected on it.",
	"dark":           "The picture was too dark.",
	"cut_off":        "A part of it was not in the picture.",
	"covered":        "Something covered a part of it.",
	"wrong_document": "It was not the document that is needed.",
	"several_faces":  "More than one face was in the picture.",
}

// stateOf returns the state of a request for captures in words, with how it looks and what can come of it.
func stateOf(l store.CaptureLink, now time.Time) views.Request {
	if !l.CheckedAt.IsZero() {
		return views.Request{State: "new captures are here", Tone: ui.Pass}
	}
	if !l.RevokedAt.IsZero() {
		return views.Request{State: "revoked", Tone: ui.Soft}
	}
	switch intake.LinkStateAt(l, now) {
	case intake.LinkOpened:
		return views.Request{State: "opened", Tone: ui.Info, Open: true, Awaited: true}
	case intake.LinkCapturing:
		return views.Request{State: "capturing", Tone: ui.Info, Open: true, Awaited: true}
	case intake.LinkSubmitted:
		return views.Request{State: "being checked", Tone: ui.Info, Awaited: true}
	case intake.LinkExpired:
		return views.Request{State: "ran out", Tone: ui.Warn}
	}
	return views.Request{State: "not opened yet", Tone: ui.Soft, Open: true, Awaited: true}
}

// ask requests captures anew from the applicant. Where a rule is broken the page is shown again with the form.
func (w *Handler) ask(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	asking := readAsking(c, v, id)
	if err := w.keep(c, v, readDecision(c, id)); err != nil {
		return err
	}
	return w.afterAsking(c, v, asking, w.Intake.Ask(c.UserContext(), asking))
}

// withdraw takes back what the applicant is asked for.
func (w *Handler) withdraw(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	asking := readAsking(c, v, id)
	return w.afterAsking(c, v, asking, w.Intake.Withdraw(c.UserContext(), asking))
}

func (w *Handler) afterAsking(c *fiber.Ctx, v shell.Visitor, asking intake.Asking, err error) error {
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict) {
		c.Status(shell.RefusalStatus(err)).Set("HX-Push-Url", "false")
		text := v.Problem(err)
		if fault.Is(err, fault.Conflict) && asking.Words != "" { // the page may have no form to hold them any more
			text += " " + v.T("Your words to the applicant were: %s", asking.Words)
		}
		return w.showJob(c, v, asking.JobID, refusal{text: text, asking: &asking})
	}
	if err != nil {
		return err
	}
	return c.Redirect("/jobs/"+asking.JobID, fiber.StatusSeeOther)
}

// readAsking reads the form as it was sent.
func readAsking(c *fiber.Ctx, v shell.Visitor, id string) intake.Asking {
	asking := intake.Asking{Company: v.Company, Agent: v.ID, JobID: id, Claim: form.Value(c, "claim")}
	reasons := form.Prefixed(c, askedField)
	for _, kind := range onboarding.CaptureKinds() {
		if reason := reasons[string(kind)]; reason != "" {
			asking.Captures = append(asking.Captures, onboarding.AskedCapture{Kind: kind, Reason: reason})
		}
	}
	asking.Words = form.Value(c, "tell")
	return asking
}

// addRequest shows what the applicant was asked for last, and lets the agent who holds the job ask.
func (w *Handler) addRequest(ctx context.Context, v shell.Visitor, d dossier.Dossier, page *views.Page) error {
	if page.Check {
		return nil
	}
	if l := d.LastAsked(); l != nil {
		if err := w.showRequest(ctx, v, d, *l, page); err != nil {
			return err
		}
	}
	if page.Held && (page.Request == nil || !page.Request.Awaited) {
		page.Ask = askForm(d, nil)
	}
	return nil
}

// newsOf returns what a page that an agent has open is told: the state of the request for captures that it shows, and
// what came since it was made. The page sends that request, and the version and the digest of the case that it shows.
func (w *Handler) newsOf(c *fiber.Ctx, v shell.Visitor, job string) (fiber.Map, error) {
	told := fiber.Map{}
	requests, err := w.Store.Requests(c.UserContext(), v.Company, job)
	if err != nil || len(requests) == 0 {
		return told, err
	}
	own, newest := form.Value(c, "request"), requests[len(requests)-1]
	for _, l := range requests {
		if r := stateOf(l, w.Now()); l.ID == own {
			told = fiber.Map{"state": v.T(r.State), "tone": r.Tone, "open": r.Open, "awaited": r.Awaited}
		}
	}
	shown := form.Value(c, "version")
	held, err := w.Store.ReviewCase(c.UserContext(), v.Company, job)
	switch {
	case err != nil:
		return nil, err
	case newest.ID != own && stateOf(newest, w.Now()).Open:
		told["news"] = v.T("This job has a newer request for captures.")
	case shown == "" || shown == strconv.FormatInt(held.Version, 10) || newest.SubmittedAt.IsZero():
	case newest.CheckedAt.IsZero():
		told["news"] = v.T("The applicant has sent new captures. They are being checked.")
	case form.Value(c, "digest") != held.EvidenceDigest:
		told["news"] = v.T("The applicant’s new captures are here.")
	}
	return told, nil
}

func (w *Handler) showRequest(
	ctx context.Context, v shell.Visitor, d dossier.Dossier, l review.Asked, page *views.Page,
) (err error) {
	r := stateOf(l.CaptureLink, d.Now)
	r.State, r.By, r.At = d.T(r.State), l.By, d.Recent(l.CreatedAt)
	r.Words, r.Until = l.CaptureLink.Asked.Words, d.Time(l.ExpiresAt)
	r.Withdraw = r.Open && page.Held
	for _, c := range l.Asked.Captures {
		r.Captures = append(r.Captures, format.Sentence(d.T(wording.Capture(c.Kind)))+": "+d.T(askedTexts[c.Reason]))
	}
	if r.Open && v.Reviewer().Decides && (page.Held || l.AskedBy == v.ID) { // whoever has it answers for the applicant
		r.URL, err = w.Intake.RequestURL(ctx, l.CaptureLink)
	}
	page.Request = &r
	return err
}

// askForm returns the form for what a job has a use for; nil where that is nothing. sent is what it was filled in with.
func askForm(d dossier.Dossier, sent *intake.Asking) *views.Ask {
	kinds := d.Job.Function.Askable()
	if len(kinds) == 0 {
		return nil
	}
	var seen, others []onboarding.CaptureKind
	for _, kind := range kinds {
		if slices.ContainsFunc(d.Captures, func(c onboarding.Capture) bool { return c.Kind == kind }) {
			seen = append(seen, kind)
		} else {
			others = append(others, kind)
		}
	}
	f := &views.Ask{}
	chosen := map[onboarding.CaptureKind]string{}
	if sent != nil {
		f.Words = sent.Words
		for _, c := range sent.Captures {
			chosen[c.Kind] = c.Reason
		}
	}
	for _, kind := range append(seen, others...) { // what the agent has seen comes first
		one := views.AskedCapture{Kind: string(kind), Label: format.Sentence(d.T(wording.Capture(kind)))}
		for _, code := range kind.ReasonsToAsk() {
			one.Reasons = append(one.Reasons,
				views.Reason{Code: code, Text: d.T(askedTexts[code]), On: chosen[kind] == code})
		}
		f.Captures = append(f.Captures, one)
	}
	return f
}
