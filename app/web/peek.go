package web

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/review"
	"proofdesk/views/queue"
)

const (
	peekShots   = 3
	peekReasons = 4
)

// peek answers the queue with a job at a glance; as it shows faces, it is audited like the page.
func (w *Console) peek(c *fiber.Ctx, v visitor) error {
	id, err := jobID(c)
	if err != nil {
		return err
	}
	dossier, err := w.inspect(c, v, id)
	if err != nil {
		return err
	}
	return w.render(c, queue.PeekStrip(glance(dossier)))
}

func glance(d review.Dossier) queue.Peek {
	rail, _ := stage(d, choice{})
	p := queue.Peek{
		Name:  nameOr(d.Job.FullName),
		About: joined(" · ", documentName(d.Job.DocumentType, d.Job.IssuingCountry), functionName(d.Job.Function), numbered(d.Job.UniqueNumber), "submitted "+dayTime(d.Job.SubmittedAt), related(len(d.Related))),
	}
	for _, t := range rail {
		if t.Src != "" && len(p.Shots) < peekShots {
			p.Shots = append(p.Shots, queue.Shot{Src: shotPath(d, t.ID, sizeView), Label: t.Label})
		}
	}
	all := why(d)
	for _, f := range all[:min(len(all), peekReasons)] {
		p.Reasons = append(p.Reasons, queue.Reason{Tone: f.Tone, Group: f.Group, Text: f.Text})
	}
	if more := len(all) - peekReasons; more > 0 {
		p.More = "and " + strconv.Itoa(more) + " more"
	}
	return p
}

func numbered(number string) string {
	if number == "" {
		return ""
	}
	return "#" + number
}

func related(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n) + " related jobs"
}
