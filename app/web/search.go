package web

import (
	"bufio"
	"context"
	"encoding/csv"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/views/jobs"
)

const searchPage = 50

// query is what a list of jobs was asked for.
type query struct {
	text   string
	status onboarding.Status
	before int64
	veiled bool // values are covered for who asks
}

var listed = []onboarding.Status{
	onboarding.Review, onboarding.Approved, onboarding.Declined, onboarding.Suspicious, onboarding.ExistingCustomer, onboarding.Errored,
	onboarding.Capturing, onboarding.Queued, onboarding.Processing,
}

func readQuery(c *fiber.Ctx) (query, error) {
	q := query{text: strings.TrimSpace(c.Query("q")), status: onboarding.Status(c.Query("status")), before: number(c.Query("before"))}
	if len(q.text) > 200 {
		return q, fault.BadField("q", "length", "search for at most 200 characters")
	}
	if q.status != "" && !slices.ContainsFunc(listed, q.status.Is) {
		return q, fault.BadField("status", "choice", "there is no such status")
	}
	return q, nil
}

// search lists jobs: anything that names one job leads straight to it.
func (w *Console) search(c *fiber.Ctx, v visitor) error {
	q, err := readQuery(c)
	if err != nil {
		return err
	}
	if id, err := w.exact(c.UserContext(), v.Company, q.text); err != nil || id != "" {
		if err != nil {
			return err
		}
		return c.Redirect("/jobs/"+id, fiber.StatusSeeOther)
	}
	if q.veiled, err = w.covered(c.UserContext(), v); err != nil {
		return err
	}
	found, err := w.find(c.UserContext(), v.Company, q, searchPage+1)
	if err != nil {
		return err
	}
	page := jobs.Search{
		Frame: w.frame(c, v, "Jobs", "jobs"), Query: q.text, Status: string(q.status), Heading: "Newest jobs",
		Empty:    "No job yet. The first appears here when a host application sends one.",
		Statuses: statusChoices(q.status),
	}
	if q.status != "" {
		page.Heading, page.Empty = sentence(words(string(q.status)))+" jobs", "Nothing found with this status."
	}
	if q.text != "" {
		page.Heading, page.Empty = "Jobs with “"+q.text+"”", "Nothing found. Search takes words, or the beginning of one: a name, a document number, a unique number, a job or event id, or a URN."
	}
	if len(found) > searchPage {
		found = found[:searchPage]
		page.More = "/jobs?" + q.values(found[searchPage-1].Seq).Encode()
	}
	for _, job := range found {
		if q.veiled {
			job = coverJob(job)
		}
		page.Rows = append(page.Rows, jobRow(job))
	}
	if v.Role.Can(access.ExportJobs) && len(found) > 0 {
		page.CSV = "/jobs.csv?" + q.values(0).Encode()
	}
	return w.render(c, jobs.SearchPage(page))
}

func (q query) values(before int64) url.Values {
	values := url.Values{}
	if q.text != "" {
		values.Set("q", q.text)
	}
	if q.status != "" {
		values.Set("status", string(q.status))
	}
	if before != 0 {
		values.Set("before", strconv.FormatInt(before, 10))
	}
	return values
}

// exact gives the job that a text names by itself: a job's id, an event's id or a document's URN.
func (w *Console) exact(ctx context.Context, company, text string) (string, error) {
	if id, ok := documentID(text); ok {
		if job, err := w.Store.Job(ctx, company, id); !fault.Is(err, fault.NotFound) {
			return job.ID, err
		}
		if capture, err := w.Store.Capture(ctx, company, id); !fault.Is(err, fault.NotFound) {
			return capture.JobID, err
		}
	}
	if len(text) == 26 {
		if id, err := w.Store.JobOfEvent(ctx, company, strings.ToUpper(text)); !fault.Is(err, fault.NotFound) {
			return id, err
		}
	}
	return "", nil
}

// find lists jobs by words, by status or all, newest first.
func (w *Console) find(ctx context.Context, company string, q query, limit int) ([]onboarding.Job, error) {
	if q.text == "" {
		if q.status == "" {
			return w.Store.Jobs(ctx, company, q.before, limit)
		}
		return w.Store.JobsByStatus(ctx, company, q.status, q.before, limit)
	}
	found, err := w.Store.SearchJobs(ctx, company, q.text, q.before, limit)
	if err == nil && len(found) == 0 && !q.veiled && !strings.ContainsAny(q.text, " \t") {
		found, err = w.Store.SearchJobsBeginning(ctx, company, q.text, q.before, limit)
	}
	if err != nil || q.status == "" {
		return found, err
	}
	return slices.DeleteFunc(found, func(j onboarding.Job) bool { return !j.Status.Is(q.status) }), nil
}

func statusChoices(chosen onboarding.Status) []jobs.Choice {
	choices := []jobs.Choice{{Label: "any status", On: chosen == ""}}
	for _, s := range listed {
		choices = append(choices, jobs.Choice{Value: string(s), Label: words(string(s)), On: s.Is(chosen)})
	}
	return choices
}

func jobRow(job onboarding.Job) jobs.Row {
	return jobs.Row{
		Href: "/jobs/" + job.ID, ID: shortID(job.ID), Status: words(string(job.Status)), Tone: statusTone(job.Status), Name: nameOr(job.FullName),
		Number: job.UniqueNumber, Document: documentName(job.DocumentType, job.IssuingCountry), Function: functionName(job.Function), Created: dayTime(job.CreatedAt),
	}
}

// exportJobs streams the list as a file, in pages, oldest last.
func (w *Console) exportJobs(c *fiber.Ctx, v visitor) error {
	q, err := readQuery(c)
	if err != nil {
		return err
	}
	if q.veiled, err = w.covered(c.UserContext(), v); err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="jobs.csv"`)
	log, company := w.Log, v.Company
	c.Context().SetBodyStreamWriter(func(out *bufio.Writer) {
		defer func() {
			if p := recover(); p != nil && log != nil {
				log.Error("export", "panic", p)
			}
		}()
		w.writeCSV(csv.NewWriter(out), company, q)
	})
	return nil
}

const exportTimeout = 5 * time.Minute

func (w *Console) writeCSV(out *csv.Writer, company string, q query) {
	ctx, cancel := context.WithTimeout(context.Background(), exportTimeout)
	defer cancel()
	_ = out.Write([]string{"job", "created", "submitted", "decided", "reviewed", "status", "function", "unique_number", "name", "document_number", "document_type", "issuing_country"})
	for {
		found, err := w.find(ctx, company, q, 500)
		if err != nil || len(found) == 0 {
			out.Flush()
			return
		}
		for _, j := range found {
			if q.veiled {
				j = coverJob(j)
			}
			_ = out.Write([]string{
				j.ID, stamp(j.CreatedAt), stamp(j.SubmittedAt), stamp(j.DecidedAt), stamp(j.ReviewedAt), string(j.Status), string(j.Function),
				plainCell(j.UniqueNumber), plainCell(j.FullName), plainCell(j.DocumentNumber), plainCell(j.DocumentType), j.IssuingCountry,
			})
		}
		if out.Flush(); out.Error() != nil {
			return
		}
		q.before = found[len(found)-1].Seq
	}
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// plainCell keeps a spreadsheet from taking a text for a formula.
func plainCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
