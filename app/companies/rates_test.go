package companies_test

import (
	"strings"
	"testing"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

func TestRatesAreLimitedAndSavedOnlyOverThoseThatWereRead(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		set := func(was company.Rates, declined int) error {
			return o.Companies.SetRates(t.Context(), "cli", "acme", was,
				company.Rates{onboarding.ReviewDeclined: declined})
		}
		for _, wrong := range []int{-1, 101} {
			if err := set(nil, wrong); err == nil || !strings.Contains(err.Error(), "0 to 100") {
				t.Errorf("%d: %v", wrong, err)
			}
		}
		if err := o.Companies.AddReason(t.Context(), "cli", "acme", onboarding.Fraud, "Another"); err != nil {
			t.Fatal(err)
		}
		if err := set(nil, 25); err != nil {
			t.Fatal(err)
		}
		if err := set(nil, 50); !fault.Is(err, fault.Conflict) {
			t.Errorf("rates over others than were read: %v", err)
		}
		c, err := o.Store.Company(t.Context(), "acme")
		rates := c.Settings.Quality.Rates
		if err != nil || rates.Of("DECLINED") != 25 || rates.Of(onboarding.ReviewApproved) != 0 {
			t.Errorf("%v %v", rates, err)
		}
	})
}
