package jobs_test

import (
	"net/http"
	"regexp"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

var (
	historyRow = regexp.MustCompile(`(?s)<tr[^>]*>.*?</tr>`)
	rowTime    = regexp.MustCompile(`datetime="([^"]*)"`)
)

func TestAHistoryTellsADeliveryAtTheTimeAtWhichItArrived(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	job, _ := h.Job("acme", "DOE, JANE")
	h.Change(func(tx *store.Tx) error {
		return tx.EmitEvent(t.Context(), webhook.Event{
			Company:    "acme",
			ID:         ids.ULID(h.Clock.Now()),
			JobID:      job,
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte(`{}`),
		}, tx.Now)
	})
	b := h.As(access.Admin)
	page := "/jobs/" + job + "/history?show=delivery"
	b.Get(page).Want(http.StatusOK, "created, now: due")
	h.Clock.Advance(10 * time.Minute)
	h.Change(func(tx *store.Tx) error {
		claimed, err := tx.ClaimDeliveries(t.Context(), "https://hooks.example:443", "lease", tx.Now.Add(time.Minute),
			10)
		if err != nil {
			return err
		}
		for _, d := range claimed {
			d.State, d.Attempts, d.LastStatus, d.FinishedAt = webhook.Delivered, 1, http.StatusOK, tx.Now
			a := webhook.Attempt{Company: d.Company, DeliveryID: d.ID, N: 1, StartedAt: tx.Now, Status: http.StatusOK}
			if err := tx.FinishAttempt(t.Context(), d, a); err != nil {
				return err
			}
		}
		return nil
	})
	b.Get(page).Want(http.StatusOK, ">delivered")
	at := map[string]string{}
	for _, row := range historyRow.FindAllString(b.Body, -1) {
		for _, state := range []string{"created", "delivered"} {
			if found := rowTime.FindStringSubmatch(row); found != nil &&
				regexp.MustCompile(`>\s*`+state).MatchString(row) {
				at[state] += found[1]
			}
		}
	}
	if at["created"] != "2026-11-20T12:00:00.000Z" || at["delivered"] != "2026-11-20T12:10:00.000Z" {
		t.Errorf("the history has it created and delivered at %v", at)
	}
}

func TestAHistoryNamesAReasonThatTwoCapturesGiveOnce(t *testing.T) {
	h := webtest.Open(t)
	job, _ := h.Job("acme", "DOE, JANE")
	h.Change(func(tx *store.Tx) error {
		return tx.Audit(t.Context(), audit.Entry{
			Company: "acme",
			Actor:   "system",
			Action:  "job.decide",
			Target:  "job:" + job,
			Detail: map[string]any{
				"outcome": onboarding.Errored,
				"reasons": []string{"capture.damaged", "capture.truncated", "capture.damaged"},
				"policy":  2,
			},
		})
	})
	h.As(access.Admin).Get("/jobs/"+job+"/history").
		Want(http.StatusOK, "· Capture can&#39;t be read · policy 2")
}

func TestAHistoryNamesWhoDidSomethingAsTheAuditDoes(t *testing.T) {
	h := webtest.Open(t)
	job, _ := h.Job("acme", "DOE, JANE")
	link := ids.UUID()
	h.Change(func(tx *store.Tx) error {
		for _, actor := range []string{"link:" + link, "cli", "system"} {
			entry := audit.Entry{Company: "acme", Actor: actor, Action: "job.submit", Target: "job:" + job}
			if err := tx.Audit(t.Context(), entry); err != nil {
				return err
			}
		}
		return nil
	})
	b := h.As(access.Admin)
	b.Get("/jobs/"+job+"/history").Want(http.StatusOK, "applicant with link", "command line", "the program")
	b.Lacks(link, ">cli<")
}
