package review_test

import (
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

var (
	redRow     = regexp.MustCompile(`<tr class="fail"`)
	redFinding = regexp.MustCompile(`<(li|p) class="fail"`)
	asked      = regexp.MustCompile(`name="override\.([^"]+)" value="reading_mistake"`)
)

// No row of the cross-check is red without a red finding, and an approval names each: also where only the comparison
// with the enrolled customer makes it red.
func TestEachRedRowOfThePageIsNamedByAnApproval(t *testing.T) {
	enrol := func(h *webtest.Fixture, name, birth string) {
		h.Enrolled("4471", "")
		h.Change(func(tx *store.Tx) error {
			return tx.PutCustomer(t.Context(), onboarding.Customer{
				ID:             "c-4471",
				Company:        "acme",
				UniqueNumber:   "4471",
				FullName:       name,
				DateOfBirth:    birth,
				DocumentNumber: "X1",
				IssuingCountry: "USA",
			})
		})
	}
	cases := map[string]struct {
		prepare func(h *webtest.Fixture, id string, captures []onboarding.Capture)
		want    []string
	}{
		"nothing is certain": {
			func(h *webtest.Fixture, id string, captures []onboarding.Capture) { h.Calm(id, captures) }, nil,
		},
		"the sources disagree": {
			func(h *webtest.Fixture, id string, captures []onboarding.Capture) { h.Redden(id, captures) },
			[]string{"data.mismatch.dateOfBirth"},
		},
		"the customer is the applicant": {
			func(h *webtest.Fixture, id string, captures []onboarding.Capture) {
				h.Calm(id, captures)
				enrol(h, "JANE DOE", "1987-03-18")
			}, nil,
		},
		"the customer is somebody else": {
			func(h *webtest.Fixture, id string, captures []onboarding.Capture) {
				h.Calm(id, captures)
				enrol(h, "RICHARD ROE", "1990-01-02")
			},
			[]string{"customer.mismatch.dateOfBirth", "customer.mismatch.fullName"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			id, captures := h.Job("acme", "DOE, JANE")
			c.prepare(h, id, captures)
			b := h.As(access.Agent)
			b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK)
			rows, findings := redRow.FindAllString(b.Body, -1), redFinding.FindAllString(b.Body, -1)
			named := asked.FindAllStringSubmatch(b.Body, -1)
			if len(rows) != len(c.want) || len(findings) < len(c.want) || len(named) != len(c.want) {
				t.Fatalf("%d red rows, %d red findings, %d to name, want %d: %s", len(rows), len(findings), len(named),
					len(c.want), b.Body)
			}
			if len(c.want) == 0 {
				b.Post("/jobs/"+id+"/decide", b.Decision("Approved", nil)).Want(http.StatusSeeOther)
				return
			}
			form := url.Values{}
			for _, code := range c.want {
				form["override."+code] = nil
			}
			b.Post("/jobs/"+id+"/decide", b.Decision("Approved", form)).Want(http.StatusUnprocessableEntity)
			for _, code := range c.want {
				form["override."+code] = []string{"known_difference"}
			}
			b.Post("/jobs/"+id+"/decide", b.Decision("Approved", form)).Want(http.StatusSeeOther)
		})
	}
}
