package quality_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/dashboard"
	"proofdesk/app/store"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

// holding has an administrator hold the check of a job that was decided as told.
func holding(h *webtest.Fixture, outcome string) (*webtest.Browser, string) {
	h.T.Helper()
	id := checked(h, outcome)
	b := h.As(access.Admin)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	return b, id
}

func TestTheTrailHidesABlindJobOnThePageAndInTheFile(t *testing.T) {
	h := webtest.Open(t)
	b, id := holding(h, "Declined")
	for _, query := range []string{"", "?action=review.decide", "?target=job:" + id, "?who=The+agent&action=review."} {
		for _, path := range []string{"/audit", "/audit.csv"} {
			b.Get(path + query).Want(http.StatusOK)
			if strings.Contains(b.Body, id+",") || strings.Contains(b.Body, "fraud.known") {
				t.Errorf("%s%s shows what was decided:\n%s", path, query, b.Body)
			}
		}
	}
	h.As(access.Auditor).Get("/audit.csv?action=review.decide").Want(http.StatusOK, "job:"+id, "Declined")
}

// A list of jobs must not tell by its length, its links or its counts whether it left a blind job out.
func TestAListOfJobsIsTheSameWhateverTheOutcomeOfABlindJob(t *testing.T) {
	h := webtest.Open(t)
	b, id := holding(h, "Declined")
	for _, query := range []string{"status=declined", "q=doe&status=declined", "reason=fraud.known", "by=person"} {
		b.Get("/jobs?"+query).Want(http.StatusOK, "Nothing found.")
		b.Lacks("/jobs.csv?", id)
		if b.Get("/jobs.csv?" + query); b.Answer.Header.Get("X-Rows") != "0" {
			t.Errorf("/jobs.csv?%s counts %s rows", query, b.Answer.Header.Get("X-Rows"))
		}
	}
	for _, text := range []string{id[:8], id[:4] + "…" + id[len(id)-4:]} {
		b.Get("/jobs?q="+url.QueryEscape(text)).Want(http.StatusOK, "Nothing found.")
		b.Lacks("/jobs.csv?", "/jobs/"+id)
	}
	other := h.As(access.Senior).Get("/jobs.csv?status=declined")
	if other.Answer.Header.Get("X-Rows") != "1" {
		t.Errorf("somebody else's file counts %s rows", other.Answer.Header.Get("X-Rows"))
	}
}

func TestTheSandboxTellsNothingOfJobsThatAreNotItsOwn(t *testing.T) {
	h := webtest.Open(t)
	b, id := holding(h, "Declined")
	b.Get("/sandbox?made=" + id).Want(http.StatusOK)
	b.Lacks("ended with", "Declined.")
	other, _ := h.Job("acme", "ROE, RICHARD")
	b.Get("/sandbox?made=" + other).Want(http.StatusOK)
	b.Lacks("in progress", "ended with")
}

func TestWhoLetsGoOfACheckDoesNotGetItAgain(t *testing.T) {
	for name, leave := range map[string]func(b *webtest.Browser, id string){
		"another job": func(b *webtest.Browser, id string) {
			b.Post("/queue/next", url.Values{"leaving": {id}})
		},
		"skip": func(b *webtest.Browser, id string) {
			b.Post("/jobs/"+id+"/skip", b.Decision("Approved", nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			b, id := holding(h, "Declined")
			leave(b, id)
			b.Get("/jobs?status=declined").Want(http.StatusOK, "/jobs/"+id)
			h.Clock.Advance(30 * 24 * time.Hour)
			b = h.As(access.Admin)
			b.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "No checks are available")
			h.As(access.Senior).Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK,
				"Quality check, blind")
		})
	}
}

func TestACustomerWhomABlindJobEnrolledIsUnknown(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Approved")
	h.Enrolled("100012", id)
	b := h.As(access.Admin)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	b.Get("/customers").Want(http.StatusOK, "0 enrolled persons.")
	b.Lacks("100012")
	h.As(access.Senior).Get("/customers").Want(http.StatusOK, "1 enrolled person.", "/customers/100012")
	for _, page := range []string{"", "/erase"} {
		b.Get("/customers/100099" + page).Want(http.StatusNotFound)
		unknown := b.Body
		b.Get("/customers/100012" + page).Want(http.StatusNotFound)
		if plain(b.Body) != strings.ReplaceAll(plain(unknown), "100099", "100012") {
			t.Errorf("the answer for %q differs from that for an unknown customer:\n%s\n%s", page, b.Body, unknown)
		}
	}
}

var request = regexp.MustCompile(`[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}-[0-9a-f-]{27}|nonce-\S+|value="[^"]*"`)

// plain returns a page without what differs from one request to the next.
func plain(page string) string { return request.ReplaceAllString(page, "") }

func TestAStrangeClaimOnABlindJobLeadsToNoDeadEnd(t *testing.T) {
	h := webtest.Open(t)
	b, id := holding(h, "Declined")
	form := b.Decision("Approved", url.Values{"claim": {"x"}, "note": {"half a thought"}})
	b.Send("POST", "/jobs/"+id+"/decide", form).Want(http.StatusConflict, "half a thought", "/jobs/"+id)
	b.Lacks("Take it again", "Declined", "/jobs/"+id+"/claim")
	b.Get("/jobs/"+id).Want(http.StatusOK, "Quality check, blind")
}

func TestTheListOfChecksTellsNotWhichJobsTheyAre(t *testing.T) {
	h := webtest.Open(t)
	checked(h, "Declined")
	b := h.As(access.Admin)
	b.Get("/quality/checks").Want(http.StatusOK, "1 waiting")
	b.Lacks("<th scope=\"col\">Waited", ">2026-")
}

func TestTheFiguresOfWhoHoldsABlindCheckLackItsDecision(t *testing.T) {
	h := webtest.Open(t)
	checked(h, "Declined")
	h.Clock.Advance(time.Hour)
	figures := &dashboard.Aggregator{Store: h.Store, Clock: h.Clock, Log: slog.New(slog.DiscardHandler)}
	if _, err := figures.Fold(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Admin)
	told := []string{"/dashboard/reasons.csv", "/dashboard/agreement.csv", "/dashboard/agents.csv"}
	before := map[string]string{}
	for _, path := range told {
		b.Get(path).Want(http.StatusOK)
		before[path] = b.Body
	}
	b.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	for _, path := range told {
		if b.Get(path).Want(http.StatusOK); b.Body == before[path] {
			t.Errorf("%s tells its holder what was decided:\n%s", path, b.Body)
		}
		if other := h.As(access.Auditor).Get(path); other.Body != before[path] {
			t.Errorf("%s lacks the decision for somebody else too:\n%s", path, other.Body)
		}
	}
	b.Get("/dashboard/reasons.csv").Lacks("fraud")
}

func TestADamagedReportOfABlindJobBreaksNoFigures(t *testing.T) {
	h := webtest.Open(t)
	b, id := holding(h, "Declined")
	var log bytes.Buffer
	h.Console.Log = slog.New(slog.NewTextHandler(&log, nil))
	h.Change(func(tx *store.Tx) error {
		return tx.PutJobDoc(t.Context(), "acme", id, store.DocReport, []byte(`{"checks":`))
	})
	h.Clock.Advance(10 * time.Minute)
	figures := &dashboard.Aggregator{Store: h.Store, Clock: h.Clock, Log: slog.New(slog.DiscardHandler)}
	if _, err := figures.Fold(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/dashboard").Want(http.StatusOK)
	b.Get("/dashboard/reasons.csv").Want(http.StatusOK)
	b.Lacks("fraud")
	h.As(access.Auditor).Get("/dashboard/reasons.csv").Want(http.StatusOK, "fraud")
	if !strings.Contains(log.String(), "read report failed") || !strings.Contains(log.String(), id) {
		t.Errorf("the log does not name the job: %s", log.String())
	}
}

var waitingCount = regexp.MustCompile(`(?i)waiting(?:\s|<[^>]+>)*(\d+)`)

// What no row shows no count beside the rows may tell.
func TestNoCountOfDeliveriesHoldsThoseOfABlindJob(t *testing.T) {
	h := webtest.Open(t)
	hook := h.Hook("acme", "https://hooks.example.test/proofing")
	checked(h, "Declined")
	if waiting := h.Deliveries("acme"); len(waiting) != 1 || waiting[0].State != webhook.Pending {
		t.Fatalf("deliveries %+v", waiting)
	}
	b := h.As(access.Admin)
	pages := []string{
		delivery.HostPath(h.Deliveries("acme")[0].Host),
		"/webhooks",
		"/webhooks/" + hook.ID,
		"/deliveries?state=pending",
	}
	count := func(path, want string) {
		t.Helper()
		b.Get(path).Want(http.StatusOK)
		if found := waitingCount.FindStringSubmatch(b.Body); found == nil || found[1] != want {
			t.Errorf("%s counts %v, want %s", path, found, want)
		}
	}
	for _, path := range pages {
		count(path, "1")
	}
	b.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	for _, path := range pages {
		count(path, "0")
	}
}

// Who decided must not learn that the decision is judged again, nor who judges whose decision it was.
func TestNobodySeesWhoElseViewsABlindJob(t *testing.T) {
	h := webtest.Open(t)
	b, id := holding(h, "Declined")
	first := h.As(access.Agent)
	for range 2 {
		for _, one := range []*webtest.Browser{first, b} {
			one.Get("/jobs/"+id).Post("/jobs/"+id+"/watch", nil).Want(http.StatusOK, `"viewers":{}`)
		}
	}
	h.As(access.Senior).Get("/jobs/"+id).Post("/jobs/"+id+"/watch", nil).Want(http.StatusOK, "The agent")
}

func TestWhoDecidedLearnsNothingOfAnOpenCheck(t *testing.T) {
	h := webtest.Open(t)
	id := checkedBy(h, access.Admin, "Declined")
	check, err := h.Store.QualityCheckOf(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	first := h.As(access.Admin)
	first.Get("/queue").Want(http.StatusOK)
	first.Lacks("Quality checks")
	first.Get("/quality").Want(http.StatusOK, "none waiting")
	second := h.As(access.Senior).Get("/queue")
	second.Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	for _, path := range []string{
		"/audit", "/audit?action=quality.", "/audit.csv", "/audit.csv?target=check:" + check.ID,
		"/jobs/" + id, "/jobs/" + id + "/history", "/jobs/" + id + "/payload", "/quality", "/quality/feedback",
		"/me/work",
	} {
		first.Get(path).Want(http.StatusOK)
		for _, word := range []string{"check:" + check.ID, "Quality check:"} {
			if strings.Contains(first.Body, word) {
				t.Errorf("%s tells of the open check: %q", path, word)
			}
		}
	}
	h.As(access.Auditor).Get("/audit.csv?action=quality.claim").Want(http.StatusOK, "check:"+check.ID)
}
