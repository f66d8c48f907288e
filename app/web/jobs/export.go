package jobs

import (
	"bufio"
	"context"
	"encoding/csv"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

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
	blind, err := w.Checks.Blind(c.UserContext(), v.Checker())
	if err != nil {
		return err
	}
	c.Set("X-Rows", strconv.Itoa(n))
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="jobs.csv"`)
	log, company := w.Log, v.Company
	c.Context().SetBodyStreamWriter(func(out *bufio.Writer) {
		defer func() {
			if p := recover(); p != nil && log != nil {
				log.Error("export", "panic", p)
			}
		}()
		w.writeCSV(csv.NewWriter(out), company, ask.filter, masked, blind)
	})
	return nil
}

func (w *Handler) writeCSV(out *csv.Writer, company string, f store.JobFilter, masked bool, blind map[string]bool) {
	ctx, cancel := context.WithTimeout(context.Background(), download.Timeout)
	defer cancel()
	_ = out.Write([]string{
		"job", "created", "submitted", "decided", "reviewed", "status", "function", "unique_number", "name",
		"document_number", "document_type", "issuing_country",
	})
	for before := int64(0); ; {
		found, err := w.Store.FindJobs(ctx, company, f, before, exportPage)
		if err != nil {
			out.Flush()
			return
		}
		for _, j := range found.Jobs {
			if blind[j.ID] {
				continue
			}
			if masked {
				j = masking.Job(j)
			}
			_ = out.Write([]string{
				j.ID, stamp(j.CreatedAt), stamp(j.SubmittedAt), stamp(j.DecidedAt), stamp(j.ReviewedAt),
				string(j.Status), string(j.Function),
				download.Cell(j.UniqueNumber), download.Cell(j.FullName), download.Cell(j.DocumentNumber),
				download.Cell(j.DocumentType), j.IssuingCountry,
			})
		}
		if out.Flush(); out.Error() != nil || found.Next == 0 {
			return
		}
		before = found.Next
	}
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
