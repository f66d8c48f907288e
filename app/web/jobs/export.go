package jobs

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/download"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/masking"
)

const (
	exportPage    = 500
	exportCounted = 2_000_000 // how many rows an export counts before it begins
)

// exportJobs streams a list as a file, newest first. The header X-Rows holds the number of rows.
func (w *Handler) exportJobs(c *fiber.Ctx, v shell.Visitor) error {
	ask, err := w.readJobs(c, v, form.Query(c))
	if err != nil {
		return err
	}
	masked, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	ask.before = 0
	first, err := w.find(c.UserContext(), v.Company, ask, masked, 1)
	if err != nil {
		return err
	}
	if len(first.Jobs) == 0 && !first.Partial && ask.filter.Text != "" && !masked {
		ask.filter.Begin = true
	}
	n, err := w.Store.CountAllJobs(c.UserContext(), v.Company, ask.filter, exportCounted)
	if err != nil {
		return err
	}
	c.Set("X-Rows", strconv.Itoa(n))
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="jobs.csv"`)
	company := v.Company
	httpserver.Stream(c, func(out *bufio.Writer) error {
		return w.writeCSV(csv.NewWriter(out), company, ask.filter, masked)
	})
	return nil
}

func (w *Handler) writeCSV(out *csv.Writer, company string, f store.JobFilter, masked bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), download.Timeout)
	defer cancel()
	_ = out.Write([]string{
		"job", "created", "submitted", "decided", "reviewed", "status", "function", "unique_number", "name",
		"document_number", "document_type", "issuing_country", "requirements_met", "requirements",
	})
	for before := int64(0); ; {
		found, err := w.Store.FindJobs(ctx, company, f, before, exportPage)
		if err != nil {
			return err
		}
		counts, err := w.requirements(ctx, company, found.Jobs)
		if err != nil {
			return err
		}
		for _, j := range found.Jobs {
			if masked {
				j = masking.Job(j)
			}
			_ = out.Write([]string{
				j.ID, stamp(j.CreatedAt), stamp(j.SubmittedAt), stamp(j.DecidedAt), stamp(j.ReviewedAt),
				string(j.Status), string(j.Function),
				download.Cell(j.UniqueNumber), download.Cell(j.FullName), download.Cell(j.DocumentNumber),
				download.Cell(j.DocumentType), j.IssuingCountry, counts[j.ID][0], counts[j.ID][1],
			})
		}
		if out.Flush(); out.Error() != nil || found.Next == 0 {
			return out.Error()
		}
		before = found.Next
	}
}

// requirements returns how many requirements of the policy jobs meet, and of how many, by their ids; both are empty
// where they were not counted.
func (w *Handler) requirements(
	ctx context.Context, company string, jobs []onboarding.Job,
) (map[string][2]string, error) {
	ids := make([]string, 0, len(jobs))
	for _, j := range jobs {
		ids = append(ids, j.ID)
	}
	docs, err := w.Store.JobDocs(ctx, company, store.DocDecision, ids)
	counts := map[string][2]string{}
	for id, doc := range docs {
		var d policy.Decision
		if err := json.Unmarshal(doc, &d); err != nil {
			return nil, fault.Wrap(err, fault.Internal, "a stored document is damaged")
		}
		if d.Required > 0 {
			counts[id] = [2]string{strconv.Itoa(d.Met), strconv.Itoa(d.Required)}
		}
	}
	return counts, err
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
