package administration_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

func TestTheTrailIsSearchedVerifiedAndExported(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Auditor)
	b.Get("/audit?who=AUDITOR@acme.test&action=user.").Want(200, ">signed in <", "The auditor")
	if strings.Contains(b.Body, ">created the company <") {
		t.Error("the filter lets another action through")
	}
	b.Get("/audit?from=2026-11-21").Want(200, "No entries match")
	b.Get("/audit?from=2026-11-20&until=2026-11-20").Want(200, ">created the company <")
	if regexp.MustCompile(`>[a-z]+\.[a-z_]+ ?<`).MatchString(b.Body) {
		t.Error("the page shows the codes of actions")
	}
	b.Get("/audit?from=yesterday").Want(http.StatusBadRequest, "31 Jan 2026", `value="yesterday"`,
		`id="field-from-problem"`, "autofocus")
	b.Get("/audit")
	b.Post("/audit/verify", nil).Want(200, ">intact<", "Hash of the last entry")
	b.Get("/audit").Want(200, "Last verified", "by The auditor", "verified the audit trail")
	b.Get("/audit.csv?action=company.create").Want(200, "id,at,actor", "company:acme")
	if strings.Count(b.Body, "\n") != 2 || !strings.HasPrefix(b.Answer.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("the file is %s", b.Body)
	}
	h.As(access.Senior).Get("/audit").Want(http.StatusForbidden)
}

// jobsOf puts jobs into the company that were finished some days ago, and returns the last of them.
func jobsOf(h *webtest.Fixture, n int, age time.Duration) (id string) {
	h.T.Helper()
	for range n {
		id, _ = h.Job("acme", "DOE, JANE")
		h.Change(func(tx *store.Tx) error {
			job, err := tx.Job(h.T.Context(), "acme", id)
			if err == nil {
				_, err = tx.ReviewJob(h.T.Context(), "acme", id, onboarding.ReviewApproved, job.Version, tx.Now)
			}
			return err
		})
	}
	h.Clock.Advance(age)
	return id
}

func TestTheTrailIsFoundByAnyPartOfAName(t *testing.T) {
	h := webtest.Open(t)
	agent := h.As(access.Agent)
	agent.Get("/me")
	agent.Post("/me", url.Values{
		"version":  {agent.Field("version")},
		"name":     {"Ana María Ruiz"},
		"timeZone": {"UTC"},
		"theme":    {"auto"},
	}).Want(http.StatusSeeOther)
	b := h.As(access.Auditor)
	for _, who := range []string{"maría", "ana", "AGENT@acme"} {
		b.Get("/audit?action=user.rename&who="+url.QueryEscape(who)).Want(200, ">renamed a user <", "Ana María Ruiz")
	}
	b.Get("/audit?who=nobody").Want(200, "No entries match")
}

func TestTheDetailsOfTheTrailAreInWords(t *testing.T) {
	h := webtest.Open(t)
	h.Change(func(tx *store.Tx) error {
		return tx.Audit(t.Context(), audit.NewEntry("acme", "system", "review.decide", "job:1", map[string]any{
			"function":     onboarding.IDValidationFace,
			"minimumAge":   []int{16, 18},
			"outcome":      onboarding.ReviewDeclined,
			"overrides":    map[string]string{"face.mismatch": "same_person"},
			"reasons":      []string{"fraud.face_mismatch"},
			"secondReview": []onboarding.Status{onboarding.ReviewSuspicious},
		}))
	})
	b := h.As(access.Auditor)
	b.Get("/audit?action=review.decide").Want(http.StatusOK, "function: ID validation with face; minimum age: 16, 18; "+
		"outcome: declined;", ": The pictures show the same person;", "reasons: Not the person on the document;",
		"second review: suspicious")
	for _, code := range []string{"IDValidation", "same_person", "face_mismatch", "face.mismatch", "minimumAge"} {
		if strings.Contains(b.Body, code) {
			t.Errorf("the page shows the code %s", code)
		}
	}
}
