package review_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestFindingsAboutCustomersNameThem(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	distance := .41
	decision := policy.Decision{
		Outcome: onboarding.Review, Reasons: []policy.Reason{
			{
				Code: "customer.document_known",
				Band: policy.BandFraud,
				Text: "The document belongs to an enrolled customer",
			},
			{
				Code:  "customer.same_face",
				Check: engine.CodeDuplicate,
				Band:  policy.BandFraud,
				Text:  "The face is similar to that of an enrolled customer",
			},
		},
		Candidates: []policy.Candidate{
			{CustomerID: "c1", By: "document"},
			{CustomerID: "c2", By: "face", Distance: &distance},
			{CustomerID: "gone", By: "face"},
		},
	}
	h.Change(func(tx *store.Tx) error {
		for _, c := range []onboarding.Customer{
			{ID: "c1", UniqueNumber: "N 1", FullName: "ROE, RICHARD"},
			{ID: "c2", UniqueNumber: "N2", FullName: "POE, EDGAR"},
		} {
			c.Company, c.JobID, c.CreatedAt, c.UpdatedAt = "acme", id, webtest.Noon, webtest.Noon
			if err := tx.PutCustomer(t.Context(), c); err != nil {
				return err
			}
		}
		return tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision, decision)
	})
	h.As(access.Senior).Get("/jobs/"+id).Want(http.StatusOK, "same document:", `href="/customers/N%201"`,
		"ROE, RICHARD #N 1", "very similar face, distance 0.41:", "POE, EDGAR #N2, enrolled 20 Nov 2026",
		"this customer was erased, so there is nothing to compare")
	agent := h.As(access.Agent).Get("/jobs/" + id)
	agent.Want(http.StatusOK, "POE, EDGAR #N2")
	if strings.Contains(agent.Body, `href="/customers/`) {
		t.Error("an agent gets a link that the role may not follow")
	}
	auditor := h.As(access.Auditor).Get("/jobs/" + id)
	auditor.Want(http.StatusOK, "P••, E••••", `href="/customers/N2"`)
	if strings.Contains(auditor.Body, "EDGAR") {
		t.Error("an auditor sees the candidate's name")
	}
}

// duplicate makes a job that names three enrolled customers by their faces: one with a portrait, one who was erased and
// one of another company.
func duplicate(h *webtest.Fixture) (job, enrolling string, selfie onboarding.Capture) {
	h.T.Helper()
	enrolling, captures := h.Job("acme", "POE, EDGAR")
	h.Enrolled("N2", enrolling)
	job, _ = h.Job("acme", "DOE, JANE")
	distance := .31
	h.Change(func(tx *store.Tx) error {
		return tx.WriteJobDoc(h.T.Context(), "acme", job, store.DocDecision, policy.Decision{
			Outcome: onboarding.Review,
			Reasons: []policy.Reason{{
				Code:  "customer.same_face",
				Check: engine.CodeDuplicate,
				Band:  policy.BandFraud,
				Text:  "The face is similar to that of an enrolled customer",
			}},
			Candidates: []policy.Candidate{
				{CustomerID: "c-N2", By: "face", Distance: &distance},
				{CustomerID: "gone", By: "face", Distance: &distance},
			},
		})
	})
	return job, enrolling, captures[1]
}

func TestADuplicateFaceStandsBesideTheEnrolledOne(t *testing.T) {
	h := webtest.Open(t)
	job, _, _ := duplicate(h)
	b := h.As(access.Agent)
	b.Get("/jobs/"+job).Want(http.StatusOK, `class="fail" tabindex="0" data-fail`,
		"almost the same face, distance 0.31:",
		"Enrolled customer #N2, 20 Nov 2026", "/jobs/"+job+"/candidates/c-N2?size=view",
		"this customer was erased, so there is nothing to compare",
		`data-capture="customer-c-N2" data-key="3" data-side="b" data-pane="b"`)
	if strings.Contains(b.Body, "candidates/gone") {
		t.Error("the page asks for the portrait of a customer who was erased")
	}
	b.Get("/jobs/"+job+"?b=customer-c-N2").Want(http.StatusOK,
		`data-capture="customer-c-N2" data-key="3" data-side="b" `+
			`data-pane="b"`)
}

func TestACustomerWhosePortraitWasRemovedIsNotPassedOverInSilence(t *testing.T) {
	h := webtest.Open(t)
	job, enrolling, _ := duplicate(h)
	b := h.As(access.Agent)
	b.Get("/jobs/"+job).Want(http.StatusOK, "JANE DOE #N2, enrolled 20 Nov 2026")
	b.Lacks("no portrait stored")
	h.Change(func(tx *store.Tx) error {
		_, err := tx.RemoveCaptures(t.Context(), "acme", enrolling)
		return err
	})
	b.Get("/jobs/"+job).Want(http.StatusOK, "JANE DOE #N2, enrolled 20 Nov 2026 · no portrait stored")
	b.Lacks("candidates/c-N2")
}

func TestOnlyADuplicateFaceMarksAPortraitRed(t *testing.T) {
	h := webtest.Open(t)
	job, _, _ := duplicate(h)
	b := h.As(access.Agent)
	b.Get("/jobs/"+job).Want(http.StatusOK, `title="Enrolled: enrolled as #N2"`, `<span class="mark fail">`)
	h.Change(func(tx *store.Tx) error {
		return tx.WriteJobDoc(t.Context(), "acme", job, store.DocDecision, policy.Decision{
			Outcome:    onboarding.Review,
			Candidates: []policy.Candidate{{CustomerID: "c-N2", By: "unique_number"}},
		})
	})
	compared := b.Get("/jobs/" + job)
	compared.Want(http.StatusOK, `title="Enrolled: enrolled as #N2"`)
	_, portrait, _ := strings.Cut(compared.Body, `title="Enrolled: enrolled as #N2"`)
	if mark, _, _ := strings.Cut(portrait, "</a>"); strings.Contains(mark, "fail") {
		t.Errorf("the right customer's portrait is marked as failed: %s", mark)
	}
}

func TestAPortraitIsSentOnlyForAJobThatNamesItsCustomerAndIsAudited(t *testing.T) {
	h := webtest.Open(t)
	job, enrolling, _ := duplicate(h)
	other, _ := h.Job("acme", "ROE, RICHARD")
	foreign, _ := h.Job("globex", "ROE, RICHARD")
	path := "/jobs/" + job + "/candidates/c-N2"
	b := h.As(access.Agent)
	b.Get(path + "?size=view").Want(http.StatusOK)
	b.Get(path + "?size=huge").Want(http.StatusBadRequest)
	for _, wrong := range []string{
		"/jobs/" + other + "/candidates/c-N2", "/jobs/" + foreign + "/candidates/c-N2",
		"/jobs/" + enrolling + "/candidates/c-N2",
		"/jobs/" + job + "/candidates/gone", "/jobs/" + job + "/candidates/c-N3",
	} {
		b.Get(wrong).Want(http.StatusNotFound)
	}
	auditor := h.As(access.Auditor)
	auditor.Get(path + "?size=view").Want(http.StatusForbidden)
	auditor.Get(path + "?size=blurred").Want(http.StatusOK)
	auditor.Get("/jobs/"+job).Want(http.StatusOK, "candidates/c-N2?size=blurred")
	rows, err := h.Store.AuditOf(t.Context(), "acme", "customer:c-N2", "", 50)
	seen := map[string]int{}
	for _, r := range rows {
		seen[r.Action]++
	}
	if err != nil || seen["customer.portrait"] != 1 || seen["customer.portrait_blurred"] != 1 {
		t.Errorf("the trail has %v, want one view and one that was blurred, %v", seen, err)
	}
}

func TestThePictureOfAPortraitIsStoredSealedWithItsOwnApplicantsKey(t *testing.T) {
	h := webtest.Open(t)
	job, enrolling, selfie := duplicate(h)
	path := "/jobs/" + job + "/candidates/c-N2?size=view"
	b := h.As(access.Agent)
	b.Get(path).Want(http.StatusOK)
	picture := []byte(b.Body)
	object, size, err := h.Console.Safe.Store.Open(t.Context(), selfie.Key+".view")
	if err != nil {
		t.Fatalf("the picture is not kept: %v", err)
	}
	stored, err := io.ReadAll(io.NewSectionReader(object, 0, size))
	if err := errors.Join(err, object.Close()); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "copy.db")
	if err := h.Store.CopyTo(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	middle := picture[len(picture)/2-16 : len(picture)/2+16]
	for where, content := range map[string][]byte{"its file": stored, "the database": rows} {
		if bytes.Contains(content, middle) || bytes.Contains(content, picture[:16]) {
			t.Errorf("%s holds the picture as anybody can read it", where)
		}
	}
	for of, mayRead := range map[string]bool{enrolling: true, job: false} {
		key, err := h.Keys.ApplicantKey(t.Context(), "acme", of)
		if err != nil {
			t.Fatal(err)
		}
		r, err := h.Console.Safe.Rendition(t.Context(), selfie, key, "view", "1")
		if mayRead && !bytes.Equal(r.Bytes, picture) || !mayRead && !fault.Is(err, fault.NotFound) {
			t.Errorf("the key of job %s opens %d bytes: %v", of, len(r.Bytes), err)
		}
	}
}
