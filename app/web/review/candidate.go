package review

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/engine"
	"proofdesk/views/finding"
)

// nameCandidates adds to the findings about enrolled customers who they are, with a link for who may see customers. Who
// was erased since is not named.
func (w *Handler) nameCandidates(c *fiber.Ctx, v shell.Visitor, d dossier.Dossier, findings []finding.Finding) error {
	for _, candidate := range d.Decision.Candidates {
		at := speaksOf(findings, candidate.By)
		if at < 0 {
			continue
		}
		cu, err := w.Store.Customer(c.UserContext(), v.Company, candidate.CustomerID)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if d.Masked {
			cu = masking.Customer(cu)
		}
		link := finding.Fact{Label: nearness(d, candidate), Value: d.PersonName(cu.FullName) + " #" + cu.UniqueNumber}
		if v.Role.Can(access.ViewCustomers) {
			link.Href = shell.CustomerPath(cu.UniqueNumber)
		}
		findings[at].Links = append(findings[at].Links, link)
	}
	return nil
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

func nearness(d dossier.Dossier, c policy.Candidate) string {
	switch {
	case c.Distance != nil:
		return d.T("face at distance %s:", format.Score(*c.Distance))
	case c.By == "unique_number":
		return d.T("same unique number:")
	}
	return d.T("same document:")
}
