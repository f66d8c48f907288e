package api

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

// assignmentsBody lists for whom a preset is used.
type assignmentsBody struct {
	Assignments []assignmentBody `json:"assignments"`
}

// assignmentBody is one of them. It begins at once where From is left out, and Percent is 100. Held is answered, and
// not read when a caller sends an answer back with a change.
type assignmentBody struct {
	Client   string              `json:"client,omitempty"`
	Function onboarding.Function `json:"function,omitempty"`
	Version  int                 `json:"version,omitempty"`
	From     *string             `json:"from,omitempty"`
	Percent  *int                `json:"percent,omitempty"`
	Hold     *holdBody           `json:"hold,omitempty"`
	Held     json.RawMessage     `json:"held,omitempty"` // a heldBody
}

// holdBody is when an assignment is held. A rate that is left out is not limited.
type holdBody struct {
	RetryRate *float64 `json:"retryRate,omitempty"`
	ErrorRate *float64 `json:"errorRate,omitempty"`
	MinJobs   int      `json:"minJobs"`
	Window    string   `json:"window"`
}

// heldBody is since when an assignment is held, and why.
type heldBody struct {
	Since   onboarding.Timestamp `json:"since"`
	Version int                  `json:"version"`
	Figure  preset.Figure        `json:"figure"`
	Jobs    int64                `json:"jobs"`
	Bad     int64                `json:"bad"`
	Rate    float64              `json:"rate"`
	Limit   float64              `json:"limit"`
}

func assignmentOf(a preset.Assignment) assignmentBody {
	b := assignmentBody{Client: a.Client, Function: a.Function, Version: a.Version, Percent: &a.Percent}
	if !a.From.IsZero() {
		from := onboarding.Timestamp(a.From).String() // to the millisecond, so that it can be sent back
		b.From = &from
	}
	if a.Hold == nil {
		return b
	}
	limit := func(rate float64) *float64 {
		if rate == 1 {
			return nil
		}
		return &rate
	}
	b.Hold = &holdBody{
		RetryRate: limit(a.Hold.RetryRate),
		ErrorRate: limit(a.Hold.ErrorRate),
		MinJobs:   int(a.Hold.MinJobs),
		Window:    preset.WindowText(a.Hold.Window),
	}
	if held := a.Held(); held != nil {
		b.Held = heldOf(*held, a.Hold.Limit(held.Figure))
	}
	return b
}

func heldOf(held preset.Held, limit float64) json.RawMessage {
	text, err := json.Marshal(heldBody{
		Since:   onboarding.Timestamp(held.Since),
		Version: held.Version,
		Figure:  held.Figure,
		Jobs:    held.Jobs,
		Bad:     held.Bad,
		Rate:    held.Rate(),
		Limit:   limit,
	})
	if err != nil { // numbers and times always encode
		return nil
	}
	return text
}

// assignments returns what the caller sent; all mistakes in its form are reported at once.
func (b assignmentsBody) assignments() ([]preset.Assignment, error) {
	all := make([]preset.Assignment, len(b.Assignments))
	var mistakes []fault.Field
	for i, one := range b.Assignments {
		under := "assignments[" + strconv.Itoa(i) + "]."
		all[i] = preset.Assignment{
			Client:   one.Client,
			Function: one.Function,
			Version:  one.Version,
			Percent:  100,
		}
		if one.Percent != nil {
			all[i].Percent = *one.Percent
		}
		if one.From != nil {
			from, err := time.Parse(time.RFC3339, *one.From)
			from = from.UTC().Truncate(time.Millisecond)
			if err != nil || from.IsZero() { // which would stand for none
				mistakes = append(mistakes, fault.Field{
					Name:    under + "from",
					Rule:    "format",
					Message: "from must be a time such as 2026-11-20T12:00:00Z",
				})
			}
			all[i].From = from
		}
		if one.Hold != nil {
			hold, mistake := one.Hold.hold(under + "hold")
			mistakes = append(mistakes, mistake...)
			all[i].Hold = &hold
		}
	}
	return all, fault.BadFields(mistakes)
}

// hold returns the rule. What it limits is checked with the assignment, or here where its window cannot be read.
func (b holdBody) hold(under string) (preset.Hold, []fault.Field) {
	h := preset.Hold{RetryRate: 1, ErrorRate: 1, MinJobs: int64(b.MinJobs)}
	if b.RetryRate != nil {
		h.RetryRate = *b.RetryRate
	}
	if b.ErrorRate != nil {
		h.ErrorRate = *b.ErrorRate
	}
	window, ok := preset.ParseWindow(b.Window)
	if !ok {
		name := under + ".window"
		message := name + " must be a number of hours or days such as 24h or 7d"
		h.Window = preset.MinHoldWindow
		return h, append(h.Check(under), fault.Field{Name: name, Rule: "format", Message: message})
	}
	h.Window = window
	return h, nil
}

// assignmentsOf reads a body that is a list, as a member of an object, so that faults name assignments[0].percent.
func assignmentsOf(c *fiber.Ctx) (assignmentsBody, error) {
	var b assignmentsBody
	if err := wantType(c, fiber.MIMEApplicationJSON); err != nil {
		return b, err
	}
	body := c.Body()
	if !json.Valid(body) {
		var list json.RawMessage // whose fault is its JSON, and not its type
		return b, decodeJSON(body, &list)
	}
	return b, decodeJSON(slices.Concat([]byte(`{"assignments":`), body, []byte("}")), &b)
}

func (a *API) putAssignments(c *fiber.Ctx) error {
	revision, err := revisionOf(c)
	if err != nil {
		return err
	}
	if _, err := query(c); err != nil {
		return err
	}
	b, err := assignmentsOf(c)
	if err != nil {
		return err
	}
	wanted, err := b.assignments()
	if err != nil {
		return err
	}
	p, err := a.Presets.Assign(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), revision, wanted)
	if err != nil {
		return err
	}
	if p.Proposal != nil && p.Proposal.Assignments != nil { // those that were made would have ended it
		c.Set(fiber.HeaderETag, `"`+strconv.FormatInt(p.Revision, 10)+`"`)
		return c.Status(fiber.StatusAccepted).JSON(map[string]any{"proposal": proposalOf(p.Proposal)})
	}
	return a.sendPreset(c, p)
}

// resumeBody names one assignment of a preset; without a client and a function it is that of the company.
type resumeBody struct {
	Client   string              `json:"client"`
	Function onboarding.Function `json:"function"`
}

// resumeAssignment ends that an assignment is held.
func (a *API) resumeAssignment(c *fiber.Ctx) error {
	revision, err := revisionOf(c)
	if err != nil {
		return err
	}
	var b resumeBody
	if err := read(c, &b); err != nil {
		return err
	}
	p, err := a.Presets.Resume(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), revision, b.Client,
		b.Function)
	if err != nil {
		return err
	}
	return a.sendPreset(c, p)
}
