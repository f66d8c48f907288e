package web

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/views/jobs"
	"proofdesk/views/layout"
)

const historySize = 500

// history shows the audit trail of a job.
func (w *Console) history(c *fiber.Ctx, v visitor) error {
	id, err := jobID(c)
	if err != nil {
		return err
	}
	job, err := w.Store.Job(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	rows, err := w.Store.AuditOf(c.UserContext(), v.Company, "job:"+id, "", historySize)
	if err != nil {
		return err
	}
	veiled, err := w.coveredJob(c.UserContext(), v, id)
	if err != nil {
		return err
	}
	if veiled {
		job = coverJob(job)
	}
	names, err := w.agentNames(c, v)
	if err != nil {
		return err
	}
	page := jobs.History{Frame: w.frame(c, v, "History", "jobs"), Heading: "History of " + nameOr(job.FullName), Job: layout.Link{Href: "/jobs/" + id, Label: "The job"}}
	for i := len(rows) - 1; i >= 0; i-- {
		r := rows[i]
		page.Entries = append(page.Entries, jobs.Entry{At: dayTime(r.At), Who: actorName(r.Actor, names), What: words(r.Action), Detail: strings.Trim(r.Detail, "{}")})
	}
	return w.render(c, jobs.HistoryPage(page))
}

func (w *Console) agentNames(c *fiber.Ctx, v visitor) (map[string]string, error) {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	names := map[string]string{}
	for _, a := range agents {
		names["agent:"+a.ID] = a.DisplayName
	}
	return names, err
}

func actorName(actor string, names map[string]string) string {
	if name, ok := names[actor]; ok {
		return name
	}
	return actor
}

// payload shows the JSON of the job's last event as it was or will be sent, byte for byte; before the first one, the
// snapshot.
func (w *Console) payload(c *fiber.Ctx, v visitor) error {
	id, err := jobID(c)
	if err != nil {
		return err
	}
	body, err := w.payloadBytes(c, v, id)
	if err != nil {
		return err
	}
	veiled, err := w.coveredJob(c.UserContext(), v, id)
	if err != nil {
		return err
	}
	if veiled {
		if body, err = coverJSON(body); err != nil {
			return err
		}
	}
	c.Set(fiber.HeaderContentType, "application/json; charset=utf-8")
	if c.Query("raw") != "" {
		return c.Send(body)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, body, "", "  "); err != nil {
		return c.Send(body)
	}
	return c.Send(pretty.Bytes())
}

func (w *Console) payloadBytes(c *fiber.Ctx, v visitor, id string) ([]byte, error) {
	if _, err := w.Store.Job(c.UserContext(), v.Company, id); err != nil {
		return nil, err
	}
	events, err := w.Store.EventsOfJob(c.UserContext(), v.Company, id)
	if err != nil {
		return nil, err
	}
	if len(events) > 0 {
		return events[len(events)-1].Body, nil
	}
	body, err := w.Store.JobDoc(c.UserContext(), v.Company, id, store.DocPayload)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.NotFound, "this job has no payload yet: it was not decided")
	}
	return body, err
}
