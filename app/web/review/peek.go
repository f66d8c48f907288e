package review

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/picture"
	views "proofdesk/views/review"
)

const (
	peekShots   = 3
	peekReasons = 4
)

// peek answers the queue with a job at a preview; as it shows faces, it is audited like the page.
func (w *Handler) peek(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	found, err := w.inspect(c, v, id)
	if err != nil {
		return err
	}
	clients, _, err := w.ClientNames(c, v)
	if err != nil {
		return err
	}
	p := preview(dossier.For(v, found))
	p.About = format.Join(" · ", p.About, cmp.Or(clients[found.Job.ClientID], found.Job.ClientID))
	return w.Render(c, views.PeekStrip(p))
}

func preview(d dossier.Dossier) views.Peek {
	rail, _ := stage(d, choice{})
	p := views.Peek{
		Name: d.PersonName(d.Job.FullName),
		About: format.Join(" · ",
			shell.Visitor{Language: d.Language}.Document(d.Job.DocumentType, d.Job.IssuingCountry),
			d.T(format.Function(d.Job.Function)), format.UniqueNumber(d.Job.UniqueNumber),
			d.T("submitted %s", d.When(d.Job.SubmittedAt)), relatedJobs(d)),
	}
	for _, t := range rail {
		if t.Src != "" && len(p.Shots) < peekShots {
			p.Shots = append(p.Shots, views.Shot{Src: shotPath(d, t.ID, picture.View), Label: t.Label})
		}
	}
	all := d.Why()
	for _, f := range all[:min(len(all), peekReasons)] {
		p.Reasons = append(p.Reasons, views.PeekReason{Tone: f.Tone, Group: f.Group, Text: f.Text})
	}
	if more := len(all) - peekReasons; more > 0 {
		p.More = d.T("and %d more", more)
	}
	return p
}

func relatedJobs(d dossier.Dossier) string {
	if len(d.Related) == 0 {
		return ""
	}
	return d.N(len(d.Related), "1 related job", "%d related jobs")
}
