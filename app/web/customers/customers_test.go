package customers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

func TestACustomerIsShownAndErasedAfterADryRun(t *testing.T) {
	h := webtest.Open(t)
	h.Enrolled("A/7 1", ids.UUID())
	h.Clock.Advance(48 * time.Hour)
	senior := h.As(access.Senior)
	senior.Get("/customers").Want(200, "A/7 1", "JANE DOE", "1 enrolled person.")
	senior.Get("/customers?q=G09").Want(200, "JANE DOE")
	senior.Get("/customers?q=nobody").Want(200, "No customer matches this number")
	path := "/customers/A%2F7%201"
	senior.Get(path).Want(200, "18 Mar 1987", "face", "2 d")
	auditor := h.As(access.Auditor)
	for _, page := range []string{"/customers", path} {
		auditor.Get(page).Want(200, "•• ••• 1987")
		auditor.Lacks("G09", "1987-03", "18 Mar")
	}
	if strings.Contains(senior.Body, "Preview") {
		t.Error("a senior is offered to erase")
	}
	senior.Get(path + "/erase").Want(http.StatusForbidden)
	admin := h.As(access.Admin)
	admin.Get(path+"/erase").Want(200, "Nothing has been removed yet", "1, with 1 template")
	digest := admin.Field("digest")
	admin.Post(path+"/erase", url.Values{"digest": {digest}, "number": {"other"}}).Want(http.StatusBadRequest,
		"The unique number is not this customer&#39;s: type it exactly as shown")
	admin.Post(path+"/erase", url.Values{"digest": {digest}, "number": {"A/7 1"}}).Follow().Want(200,
		"Proof of erasure", "No data is stored", "The admin", "the customer, 1 template", "0 · 0 B in total",
		"data-print")
	admin.Get("/customers?q=A/7+1").Want(200, "Proof of erasure")
	admin.Get("/customers").Want(200, "No customers yet")
	admin.Get("/customers/unknown").Want(http.StatusNotFound)
	h.As(access.Agent).Get("/customers").Want(http.StatusForbidden)
}

func TestACustomerWhoseJobIsInReviewIsNotErased(t *testing.T) {
	h := webtest.Open(t)
	job, _ := h.Job("acme", "DOE, JANE")
	h.Enrolled("4471", job)
	admin := h.As(access.Admin)
	admin.Get("/customers/4471/erase").Want(200, "Not possible now: 1 job is still being decided")
	if strings.Contains(admin.Body, "Erase permanently") {
		t.Error("the button is there")
	}
	admin.Post("/customers/4471/erase", url.Values{"number": {"4471"}, "digest": {"x"}}).Want(http.StatusConflict)
}

func TestASandboxJobIsNoPartOfACustomerAndGoesWithThem(t *testing.T) {
	h := webtest.Open(t)
	ctx := t.Context()
	h.Enrolled("100011", "")
	b := h.As(access.Admin)
	b.Get("/customers/100011/erase").Want(200, "Erase permanently")
	b.Lacks("Sandbox jobs")
	err := h.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.InsertJob(ctx, onboarding.Job{
			ID:           "0198c9a2-7d3a-7000-8000-00000000aaaa",
			Seq:          tx.NextSeq(),
			Company:      "acme",
			Function:     onboarding.SignatureCapture,
			Flavor:       "LITE",
			Line:         onboarding.CurrentLine,
			Status:       onboarding.Review,
			UniqueNumber: "100011",
			Sandbox:      onboarding.ExistingCustomer,
			CreatedAt:    tx.Now,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Get("/customers/100011").Want(200, "No jobs are stored.")
	b.Lacks("…aaaa", "00000000aaaa", "Sandbox jobs")
	b.Get("/customers/100011/erase").Want(200, "Erase permanently", "No jobs are stored.", "Sandbox jobs</h2>",
		"/jobs/0198c9a2-7d3a-7000-8000-00000000aaaa")
	b.Lacks("still being decided")
	if !regexp.MustCompile(`Sandbox jobs</dt>\s*<dd[^>]*>\s*1\b`).MatchString(b.Body) {
		t.Errorf("the page does not say that one sandbox job goes too: %s", b.Body)
	}
	b.Post("/customers/100011/erase", url.Values{"digest": {b.Field("digest")}, "number": {"100011"}}).Follow()
	b.Want(200, "Proof of erasure", "Sandbox jobs")
	if _, err := h.Store.Job(ctx, "acme", "0198c9a2-7d3a-7000-8000-00000000aaaa"); !fault.Is(err, fault.NotFound) {
		t.Errorf("the sandbox job is left: %v", err)
	}
}

func TestWhoWasNeverEnrolledIsFoundByTheirNumberAndErased(t *testing.T) {
	h := webtest.Open(t)
	const id, number = "0198c9a2-7d3a-7000-8000-00000000bbbb", "R/4 7"
	h.Change(func(tx *store.Tx) error {
		return tx.InsertJob(t.Context(), onboarding.Job{
			ID:           id,
			Seq:          tx.NextSeq(),
			Company:      "acme",
			Function:     onboarding.IDValidation,
			Flavor:       "LITE",
			Line:         onboarding.CurrentLine,
			Status:       onboarding.Declined,
			UniqueNumber: number,
			CreatedAt:    tx.Now,
		})
	})
	const path = "/customers/R%2F4%207"
	senior := h.As(access.Senior)
	senior.Get("/customers?q=R/4").Want(200, "No customer matches")
	senior.Lacks("Not enrolled")
	senior.Get("/customers?q=+R/4+7").Want(200, "No customer matches", "Not enrolled", path)
	senior.Get("/jobs?q=R/4+7").Want(200, "Nobody is enrolled under this unique number:", path)
	senior.Get(path).Want(200, "Nobody is enrolled under R/4 7.", "/jobs/"+id, "declined")
	senior.Lacks("Preview", "Biometric templates")
	agent := h.As(access.Agent)
	agent.Get("/jobs?q=R/4+7").Want(200, "Nothing found")
	agent.Lacks("Nobody is enrolled")
	admin := h.As(access.Admin)
	admin.Get(path).Want(200, "Removes all data stored under this unique number.", path+"/erase")
	admin.Get(path+"/erase").Want(200, "Erase R/4 7", "0: nobody is enrolled under this number", "/jobs/"+id)
	form := url.Values{"digest": {admin.Field("digest")}, "number": {number}}
	admin.Post(path+"/erase", form).Follow().Want(200, "Proof of erasure", "jobs of a person who was not enrolled")
	if _, err := h.Store.Job(t.Context(), "acme", id); !fault.Is(err, fault.NotFound) {
		t.Errorf("the job is left: %v", err)
	}
	senior.Get("/customers?q=R/4+7").Want(200, "Proof of erasure")
	senior.Lacks("Not enrolled")
	senior.Get("/jobs?q=R/4+7").Want(200, "Nothing found")
	senior.Lacks("Nobody is enrolled")
}

func TestCustomersAreFoundByName(t *testing.T) {
	h := webtest.Open(t)
	err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
		for i, name := range []string{
			"Małgorzata Müller", "WESLEY ODONNELL", "Ana Roe", "Ana Doe", "Ana Poe", "Ana Loe",
		} {
			c := onboarding.Customer{
				Company:      "acme",
				ID:           ids.UUID(),
				Seq:          tx.NextSeq(),
				UniqueNumber: "N-" + strconv.Itoa(i),
				FullName:     name,
				JobID:        "j",
				CreatedAt:    tx.Now,
				UpdatedAt:    tx.Now,
			}
			if err := tx.PutCustomer(t.Context(), c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Senior)
	b.Get("/customers?q=malgorzata+mueller").Want(http.StatusOK, "Małgorzata Müller")
	b.Lacks("ODONNELL")
	b.Get("/customers?q="+url.QueryEscape("O'Donnell")).Want(http.StatusOK, "WESLEY ODONNELL")
	b.Lacks("Müller")
	b.Get("/customers?q=malg").Want(http.StatusOK, "Małgorzata Müller")
	b.Get("/customers?q=n1").Want(http.StatusOK, "WESLEY ODONNELL")
	b.Get("/customers?q=nobody").Want(http.StatusOK, "No customer matches this number, name")
	b.Get("/customers?q="+strings.Repeat("x", 201)).Want(http.StatusBadRequest, "Search for at most 200 characters.",
		`name="q"`, strings.Repeat("x", 201))
	b.Get("/customers?q="+url.QueryEscape(strings.Repeat("Ł", 200))).Want(http.StatusOK, "No customer matches")
	b.Get("/jobs?q=ana").Want(http.StatusOK, "Enrolled customer:", "All enrolled customers with “ana”",
		"/customers?q=ana")
	b.Get("/jobs?q=wesley").Want(http.StatusOK, "/customers/N-1")
	b.Lacks("All enrolled customers")
}
