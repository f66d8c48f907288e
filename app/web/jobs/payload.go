package jobs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/webhook"
	"proofdesk/views/jobs"
	"proofdesk/views/layout"
)

// payload shows the JSON of one of the job's events as it was or will be sent, byte for byte; before the first event,
// the snapshot. ?raw=1 returns the bytes alone.
func (w *Handler) payload(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	job, err := w.Store.Job(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	events, err := w.Store.EventsOfJob(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	event, err := w.eventOf(c, v, id, events)
	if err != nil {
		return err
	}
	masked, err := w.Masking.MaskedJob(c.UserContext(), v, id)
	if err != nil {
		return err
	}
	if err := w.Desk.Saw(c.UserContext(), v.Reviewer(), id); err != nil {
		return err
	}
	sum := sha256.Sum256(event.Body)
	if masked {
		job = masking.Job(job)
		if event.Body, err = masking.JSON(event.Body); err != nil {
			return err
		}
	}
	if c.Query("raw") != "" {
		c.Set(fiber.HeaderContentType, "application/json; charset=utf-8")
		return c.Send(event.Body)
	}
	page := jobs.Payload{
		Frame:    w.Frame(c, v, v.T("Payload"), "jobs"),
		Heading:  v.T("Payload of %s", v.PersonName(job.FullName)),
		Job:      layout.Link{Href: "/jobs/" + id, Label: v.T("The job")},
		Pretty:   pretty(event.Body),
		Raw:      string(event.Body),
		RawHref:  "/jobs/" + id + "/payload?raw=1",
		Snapshot: event.ID == "",
		Covered:  masked,
		Zone:     v.ZoneName(),
	}
	if event.ID != "" {
		page.RawHref += "&event=" + event.ID
	}
	for _, e := range events {
		page.Events = append(page.Events, jobs.Part{
			Label: v.When(e.OccurredAt),
			Count: string(e.Type),
			Href:  "/jobs/" + id + "/payload?event=" + e.ID,
			On:    e.ID == event.ID,
		})
	}
	page.Facts = payloadFacts(v, event, len(event.Body), hex.EncodeToString(sum[:]))
	if err := w.payloadSends(c, v, event, &page); err != nil {
		return err
	}
	return w.Render(c, jobs.PayloadPage(page))
}

// eventOf returns the event that was asked for, else the newest, else the snapshot as an event without an id.
func (w *Handler) eventOf(c *fiber.Ctx, v shell.Visitor, id string, events []webhook.Event) (webhook.Event, error) {
	asked := c.Query("event")
	for i := len(events) - 1; i >= 0; i-- {
		if asked == "" || events[i].ID == asked {
			return events[i], nil
		}
	}
	if asked != "" {
		return webhook.Event{}, fault.New(fault.NotFound, "this job has no such event")
	}
	body, err := w.Store.JobDoc(c.UserContext(), v.Company, id, store.DocPayload)
	if fault.Is(err, fault.NotFound) {
		return webhook.Event{}, fault.New(fault.NotFound, "this job has no payload yet: it has not been decided")
	}
	return webhook.Event{Body: body}, err
}

func pretty(body []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, body, "", "  ") != nil {
		return string(body)
	}
	return b.String()
}

func payloadFacts(v shell.Visitor, e webhook.Event, size int, sum string) []jobs.Pair {
	if e.ID == "" {
		return []jobs.Pair{{Label: v.T("Size"), Value: v.Size(int64(size))}}
	}
	return []jobs.Pair{
		{Label: v.T("Event"), Value: string(e.Type)},
		{Label: v.T("Event id"), Value: e.ID, Copy: true},
		{Label: v.T("Occurred"), Time: v.Time(e.OccurredAt)},
		{Label: v.T("Size"), Value: v.Size(int64(size))},
		{Label: "SHA-256", Value: sum, Copy: true},
	}
}

// payloadSends adds every attempt to send the event: the headers as sent, with the parts of the signature.
func (w *Handler) payloadSends(c *fiber.Ctx, v shell.Visitor, e webhook.Event, page *jobs.Payload) error {
	if e.ID == "" {
		return nil
	}
	deliveries, err := w.Store.DeliveriesOfJob(c.UserContext(), v.Company, e.JobID)
	if err != nil {
		return err
	}
	s, err := delivery.TargetsOf(c.UserContext(), w.Store, v)
	if err != nil {
		return err
	}
	for _, d := range deliveries {
		if d.EventID != e.ID {
			continue
		}
		attempts, err := w.Store.Attempts(c.UserContext(), v.Company, d.ID)
		if err != nil {
			return err
		}
		send := jobs.Send{To: s.Address(d)}
		send.State, send.Tone = s.State(d)
		if v.Role.Can(access.ViewDeliveries) {
			send.Href = "/deliveries/" + d.ID
		}
		for _, a := range attempts {
			shown := delivery.Describe(v, a)
			send.Attempts = append(send.Attempts, jobs.Attempt{
				Title:     v.T("attempt %d of %d", a.N, d.MaxAttempts),
				At:        shown.At,
				Result:    format.Join(" · ", shown.Class, shown.Status, shown.Latency, shown.Error),
				Tone:      shown.Tone,
				Headers:   a.RequestHeaders,
				Signature: signatureParts(a.RequestHeaders),
			})
		}
		page.Sends = append(page.Sends, send)
	}
	return nil
}

// signatureParts returns the signature's header as its time, its key and its value.
func signatureParts(headers string) []jobs.Pair {
	var pairs []jobs.Pair
	for line := range strings.Lines(headers) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if !strings.EqualFold(name, webhook.SignatureHeader) {
			continue
		}
		for part := range strings.SplitSeq(value, ",") {
			name, value, _ := strings.Cut(part, "=")
			pairs = append(pairs, jobs.Pair{Label: name, Value: value, Copy: true})
		}
	}
	return pairs
}
