package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/trail"
	"proofdesk/app/web/shell/wording"
	"proofdesk/app/webhook"
	"proofdesk/engine"
	"proofdesk/views/jobs"
)

// The parts of a history.
const (
	partWork     = "work"     // what the host application and the engine did
	partReviews  = "reviews"  // what agents did
	partViews    = "looks"    // who saw values
	partDelivery = "delivery" // what was sent
)

// timelineEvent is one thing that happened to a job.
type timelineEvent struct {
	at    time.Time
	part  string
	actor string // of an audit entry
	jobs.Entry
}

// timelineBuilder gathers what happened to a job.
type timelineBuilder struct {
	shell.Visitor
	job         onboarding.Job
	names       map[string]string // of agents, by actor
	reviews     map[string]store.Review
	proposals   []store.Review
	corrections []store.Correction
	covered     bool
	all         []timelineEvent
}

func (w *Handler) newTimeline(
	c *fiber.Ctx, v shell.Visitor, job onboarding.Job, covered bool,
) (*timelineBuilder, error) {
	ctx := c.UserContext()
	h := &timelineBuilder{Visitor: v, job: job, covered: covered, reviews: map[string]store.Review{}}
	var err error
	if h.names, err = w.AgentNames(c, v); err != nil {
		return nil, err
	}
	reviews, err := w.Store.Reviews(ctx, v.Company, job.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range reviews {
		h.reviews[r.ID] = r
		if r.Kind != store.ReviewDecision {
			h.proposals = append(h.proposals, r)
		}
	}
	if h.corrections, err = w.Store.Corrections(ctx, v.Company, job.ID); err != nil {
		return nil, err
	}
	rows, err := w.Store.AuditOf(ctx, v.Company, "job:"+job.ID, "", historySize)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(rows) {
		h.entry(r)
	}
	if err := h.sent(ctx, w, c); err != nil {
		return nil, err
	}
	slices.SortStableFunc(h.all, func(a, b timelineEvent) int { return a.at.Compare(b.at) })
	return h, nil
}

// entry adds an entry of the trail. The same look by the same agent over and over is one line with a count.
func (h *timelineBuilder) entry(r audit.Row) {
	one := timelineEvent{
		at:    r.At,
		actor: r.Actor,
		part:  partOf(r.Action),
		Entry: jobs.Entry{Who: trail.Actor(h.Visitor, r.Actor, h.names), What: trail.Action(h.Visitor, r.Action)},
	}
	if last := len(h.all) - 1; one.part == partViews && last >= 0 && h.all[last].actor == r.Actor &&
		h.all[last].What == one.What {
		h.all[last].Times++
		return
	}
	one.Times = 1
	h.fill(&one, r)
	h.all = append(h.all, one)
}

func partOf(action string) string {
	switch {
	case action == "job.view" || action == "job.reveal" || action == "job.export":
		return partViews
	case strings.HasPrefix(action, "review."):
		return partReviews
	}
	return partWork
}

// entryDetail is what the entries about a job hold in their details.
type entryDetail struct {
	Function onboarding.Function `json:"function"`
	Outcome  onboarding.Status   `json:"outcome"`
	Reasons  []string            `json:"reasons"`
	Policy   int                 `json:"policy"`
	Event    string              `json:"event"`
	Review   string              `json:"review"`
	Source   string              `json:"source"`
	Field    string              `json:"field"`
}

// fill completes an entry from its detail and from the rows beside it.
func (h *timelineBuilder) fill(one *timelineEvent, r audit.Row) {
	var d entryDetail
	if json.Unmarshal([]byte(r.Detail), &d) != nil {
		one.Detail = trail.Detail(h.Visitor, r.Detail)
		return
	}
	switch r.Action {
	case "job.create":
		one.Detail = h.T(format.Function(d.Function))
	case "job.decide":
		one.Detail = format.Join(" · ", h.Status(d.Outcome), h.sayReasons(d.Reasons),
			h.T("policy %s", strconv.Itoa(d.Policy)))
		one.ID = d.Event
	case "review.decide":
		one.ID = d.Event
		h.review(one, h.reviews[d.Review])
	case "review.undo":
		one.Detail = h.Status(h.reviews[d.Review].Outcome)
	case "review.propose", "review.escalate":
		h.review(one, h.near(r.At))
	case "review.correct":
		one.Detail = h.correction(d, r)
	case "job.submit", "job.view", "job.reveal", "review.claim", "review.skip":
	default:
		one.Detail = trail.Detail(h.Visitor, r.Detail)
	}
}

// near returns the proposal or escalation that was written with an entry.
func (h *timelineBuilder) near(at time.Time) store.Review {
	for _, r := range h.proposals {
		if d := r.CompletedAt.Sub(at); d > -time.Second && d < time.Second {
			return r
		}
	}
	return store.Review{}
}

func (h *timelineBuilder) review(one *timelineEvent, r store.Review) {
	var texts []string
	for _, reason := range r.Reasons {
		texts = append(texts, h.Reason(reason))
	}
	outcome := ""
	if r.Outcome != "" {
		outcome = h.Status(r.Outcome)
	}
	one.Detail = format.Join(" · ", outcome, strings.Join(texts, ", "))
	if !r.UndoneAt.IsZero() {
		one.Detail = format.Join(" · ", one.Detail, h.T("undone"))
	}
	comment, note := r.Comment, r.Note
	if h.covered {
		comment, note = masking.All(comment), masking.All(note)
	}
	if comment != "" {
		one.Notes = append(one.Notes, h.T("To the client: %s", comment))
	}
	if note != "" {
		one.Notes = append(one.Notes, h.T("Note: %s", note))
	}
}

// sayReasons puts reasons into words. What several captures give reason to say is said once.
func (h *timelineBuilder) sayReasons(codes []string) string {
	var texts []string
	for _, code := range codes {
		text := wording.ShortReason(h.Language, code)
		if s, ok := wording.Reason(code); ok {
			text = h.T(s.Text.English)
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

// correction returns a field's value before and after.
func (h *timelineBuilder) correction(d entryDetail, r audit.Row) string {
	text := h.T(wording.Field(d.Field)) + " (" + h.T(wording.Source(engine.Source(d.Source))) + ")"
	for _, c := range h.corrections {
		if c.Field != d.Field || c.Source != d.Source || c.CreatedAt.Sub(r.At).Abs() > time.Second {
			continue
		}
		before, after := c.Before, c.After
		if h.covered {
			before, after = masking.Field(c.Field, before), masking.Field(c.Field, after)
		}
		return text + ": " + cmp.Or(before, "–") + " → " + cmp.Or(after, "–")
	}
	return text
}

// sent adds the job's deliveries and their attempts.
func (h *timelineBuilder) sent(ctx context.Context, w *Handler, c *fiber.Ctx) error {
	deliveries, err := w.Store.DeliveriesOfJob(ctx, h.Company, h.job.ID)
	if err != nil {
		return err
	}
	s, err := delivery.TargetsOf(ctx, w.Store, h.Visitor)
	if err != nil {
		return err
	}
	for _, d := range deliveries {
		h.all = append(h.all, h.delivery(s, d)...)
		attempts, err := w.Store.Attempts(ctx, h.Company, d.ID)
		if err != nil {
			return err
		}
		for _, a := range attempts {
			h.all = append(h.all, h.attempt(s, d, a))
		}
	}
	return nil
}

// delivery returns when an event was created for an endpoint, and when its delivery ended. One that has not ended says
// with its creation how it is now.
func (h *timelineBuilder) delivery(s delivery.Targets, d webhook.Delivery) []timelineEvent {
	state, tone := s.State(d)
	created := timelineEvent{at: d.CreatedAt, part: partDelivery, Entry: jobs.Entry{
		Who:   s.Address(d),
		What:  string(d.Type),
		ID:    d.EventID,
		Times: 1,
	}}
	if h.Role.Can(access.ViewDeliveries) {
		created.Href = "/deliveries/" + d.ID
	}
	if d.FinishedAt.IsZero() {
		created.Detail, created.Tone = h.T("created, now: %s", state), tone
		return []timelineEvent{created}
	}
	ended := created
	created.Detail = h.T("created")
	ended.at, ended.Detail, ended.Tone = d.FinishedAt, state, tone
	return []timelineEvent{created, ended}
}

func (h *timelineBuilder) attempt(s delivery.Targets, d webhook.Delivery, a webhook.Attempt) timelineEvent {
	shown := delivery.Describe(h.Visitor, a)
	return timelineEvent{at: a.StartedAt, part: partDelivery, Entry: jobs.Entry{
		Who:    s.Address(d),
		What:   h.T("attempt %d of %d", a.N, d.MaxAttempts),
		Detail: format.Join(" · ", shown.Class, shown.Status, shown.Latency, shown.Error),
		Tone:   shown.Tone,
		Times:  1,
	}}
}
