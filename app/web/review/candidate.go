package review

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/picture"
	"proofdesk/engine"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// candidateMark begins the name of an enrolled customer's portrait among the captures of a page.
const candidateMark = "customer-"

// showCandidates adds the enrolled customers whom the decision names: to the findings about them who they are, to the
// rail and the panes the portraits that they were enrolled with. Where the applicant may be one of them, the portrait
// stands beside the selfie unless other captures were asked for.
func (w *Handler) showCandidates(
	c *fiber.Ctx, v shell.Visitor, d dossier.Dossier, asked choice, page *views.Page,
) error {
	all, err := w.Desk.Candidates(c.UserContext(), v.Reviewer(), d.Job.ID, d.Decision)
	if err != nil {
		return err
	}
	beside := ""
	for _, one := range all {
		if d.Masked && one.Customer != nil {
			covered := masking.Customer(*one.Customer)
			one.Customer = &covered
		}
		key := ""
		if one.Portrait != nil {
			key = strconv.Itoa(len(page.Rail) + 1)
			page.Rail = append(page.Rail, candidateThumb(d, one, key, page.Why))
			page.Panes = append(page.Panes, candidatePane(d, one))
			beside = cmp.Or(beside, candidateMark+one.CustomerID)
		}
		nameCandidate(v, d, one, key, page.Why)
	}
	switch speaks := slices.ContainsFunc(d.Why(), aboutCustomer); {
	case strings.HasPrefix(asked.b, candidateMark):
		standBeside(page, asked.a, asked.b)
	case beside != "" && speaks && asked == (choice{}):
		standBeside(page, "", beside)
	}
	return nil
}

// aboutCustomer reports whether a finding is that the applicant may be enrolled already.
func aboutCustomer(f finding.Finding) bool {
	return f.Check == engine.CodeDuplicate || strings.HasPrefix(f.Code, "customer.")
}

// standBeside shows a portrait in pane B, and in pane A the capture that was asked for, else the selfie.
func standBeside(page *views.Page, a, b string) {
	if !slices.ContainsFunc(page.Panes, func(p views.Pane) bool { return p.ID == b }) {
		return
	}
	if a == "" {
		for _, t := range page.Rail {
			if t.Kind == string(onboarding.Selfie) {
				a = t.ID
			}
		}
	}
	for i := range page.Panes {
		p := &page.Panes[i]
		switch {
		case p.ID == b:
			p.Key, p.Shown = "b", true
		case p.ID == a:
			p.Key, p.Shown = "a", true
		case a != "" || p.Key == "b":
			p.Shown = false
		}
	}
	for i := range page.Rail {
		page.Rail[i].Pane = ""
		for _, p := range page.Panes {
			if p.Shown && p.ID == page.Rail[i].ID {
				page.Rail[i].Pane = p.Key
			}
		}
	}
}

func candidatePath(d dossier.Dossier, c review.Candidate, size string) string {
	if d.Masked {
		size = picture.Blurred
	}
	return "/jobs/" + d.Job.ID + "/candidates/" + c.CustomerID + "?size=" + size
}

// candidateThumb is red where a finding is that the applicant's face is this customer's. A portrait that is only there
// to compare with has no result of its own.
func candidateThumb(d dossier.Dossier, c review.Candidate, key string, findings []finding.Finding) views.Thumb {
	tone := ui.Soft
	if slices.Contains(c.By, "face") && speaksOf(findings, "face") >= 0 {
		tone = ui.Fail
	}
	t := views.Thumb{
		ID:    candidateMark + c.CustomerID,
		Label: d.T("Enrolled"),
		Icon:  "user", // no picture: only portraits that are looked at are sent and audited
		Tone:  tone,
		State: d.T("enrolled as %s", format.UniqueNumber(c.Customer.UniqueNumber)),
		Side:  "b",
		Href:  "/jobs/" + d.Job.ID + "?b=" + candidateMark + c.CustomerID,
	}
	if len(key) == 1 {
		t.Key = key
	}
	return t
}

func candidatePane(d dossier.Dossier, c review.Candidate) views.Pane {
	p := views.Pane{
		Key: "b",
		ID:  candidateMark + c.CustomerID,
		Title: d.T("Enrolled customer %s, %s", format.UniqueNumber(c.Customer.UniqueNumber),
			d.Date(c.Customer.CreatedAt.In(d.TimeZone))),
		Kind: "image",
		Src:  candidatePath(d, c, picture.View),
		Eyes: eyes(c.Report),
		Turn: strconv.Itoa(c.Report.Turned),
	}
	if !d.Masked {
		p.Full = candidatePath(d, c, picture.Full)
	}
	width, height := c.Portrait.Width, c.Portrait.Height
	if width == 0 || height == 0 {
		width, height = c.Report.Width, c.Report.Height
	}
	if width == 0 || height == 0 {
		width, height = 3, 4 // of a portrait whose size nobody stored
	}
	p.Width, p.Height = strconv.Itoa(width), strconv.Itoa(height)
	p.View, p.Place = upright(width, height, c.Report.Turned)
	p.Stroke = strconv.FormatFloat(float64(max(width, height))/52, 'f', 1, 64)
	return p
}

// nameCandidate adds to the findings about a customer who they are, how they were found and which key shows their
// portrait, with a link for who may see customers.
func nameCandidate(v shell.Visitor, d dossier.Dossier, c review.Candidate, key string, findings []finding.Finding) {
	for _, by := range c.By {
		at := speaksOf(findings, by)
		if at < 0 {
			continue
		}
		link := finding.Fact{Label: nearness(d, by, c.Distance), Value: d.T(
			"this customer was erased, so there is nothing to compare")}
		if cu := c.Customer; cu != nil {
			link.Key = key
			link.Value = d.T("%s %s, enrolled %s", d.PersonName(cu.FullName), format.UniqueNumber(cu.UniqueNumber),
				d.Date(cu.CreatedAt.In(d.TimeZone)))
			if c.Portrait == nil && cu.JobID != d.Job.ID { // else pane B seems to show whoever is named first
				link.Value += " · " + d.T("no portrait stored")
			}
			if v.Role.Can(access.ViewCustomers) {
				link.Href = shell.CustomerPath(cu.UniqueNumber)
			}
		}
		findings[at].Links = append(findings[at].Links, link)
	}
}

// speaksOf returns the finding that rests on an identifier or a face of a customer; -1 for none.
func speaksOf(findings []finding.Finding, by string) int {
	for i, f := range findings {
		if by == "face" && f.Check == engine.CodeDuplicate ||
			by != "face" && strings.HasPrefix(f.Code, "customer."+by) {
			return i
		}
	}
	return -1
}

// How near two faces are, by the distance up to which the words hold.
const (
	almostSame  = .35
	verySimilar = .45
)

func nearness(d dossier.Dossier, by string, distance *float64) string {
	switch {
	case by == "unique_number":
		return d.T("same unique number:")
	case by == "document":
		return d.T("same document:")
	case distance == nil:
		return d.T("similar face:")
	case *distance <= almostSame:
		return d.T("almost the same face, distance %s:", d.Score(*distance))
	case *distance <= verySimilar:
		return d.T("very similar face, distance %s:", d.Score(*distance))
	}
	return d.T("similar face, distance %s:", d.Score(*distance))
}
