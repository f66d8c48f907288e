package companies_test

import (
	"slices"
	"strings"
	"testing"

	"proofdesk/app/admintest"
	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func TestReasonsAreAddedRenamedOrderedRetiredAndRestored(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		start := []onboarding.ReviewReason{
			{Code: "fraud.one", Band: onboarding.Fraud, Text: "One"},
			{Code: "data.one", Band: onboarding.Data, Text: "Data"},
			{Code: "fraud.two", Band: onboarding.Fraud, Text: "Two"},
			{Code: "quality.one", Band: onboarding.Quality, Text: "Blurred"},
		}
		err := o.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.ChangeCompany(ctx, "acme", func(c *company.Company) (audit.Entry, error) {
				c.Settings.Reasons = start
				return audit.NewEntry("acme", "cli", "reason.add", "company:acme", nil), nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		codes := func() (active, retired string) {
			t.Helper()
			c, err := o.Store.Company(ctx, "acme")
			if err != nil {
				t.Fatal(err)
			}
			join := func(all []onboarding.ReviewReason) string {
				var some []string
				for _, r := range all {
					some = append(some, r.Code)
				}
				return strings.Join(some, " ")
			}
			return join(c.Settings.ActiveReasons()), join(c.Settings.RetiredReasons)
		}
		want := func(what, active, retired string) {
			t.Helper()
			if a, r := codes(); a != active || r != retired {
				t.Errorf("%s: %s | %s", what, a, r)
			}
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(o.Companies.AddReason(ctx, "cli", "acme", onboarding.Fraud, "  Names   don't match: é "))
		want("added", "fraud.one data.one fraud.two quality.one fraud.names_dont_match", "")
		must(o.Companies.MoveReason(ctx, "cli", "acme", "fraud.two", true))
		want("moved over one of another band", "fraud.two data.one fraud.one quality.one fraud.names_dont_match", "")
		must(o.Companies.MoveReason(ctx, "cli", "acme", "fraud.two", true))
		want("the first stays first", "fraud.two data.one fraud.one quality.one fraud.names_dont_match", "")
		must(o.Companies.RenameReason(ctx, "cli", "acme", "fraud.two", "Second"))
		must(o.Companies.RetireReason(ctx, "cli", "acme", "fraud.one"))
		want("retired", "fraud.two data.one quality.one fraud.names_dont_match", "fraud.one")
		must(o.Companies.AddReason(ctx, "cli", "acme", onboarding.Fraud, "One"))
		want("a retired code is not given again",
			"fraud.two data.one quality.one fraud.names_dont_match fraud.one_2", "fraud.one")
		must(o.Companies.RestoreReason(ctx, "cli", "acme", "fraud.one"))
		want("restored", "fraud.two data.one quality.one fraud.names_dont_match fraud.one_2 fraud.one", "")
		refusals := map[string]error{
			"empty":       o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, " "),
			"long":        o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, strings.Repeat("é", 81)),
			"other band":  o.Companies.AddReason(ctx, "cli", "acme", "MOOD", "Bad mood"),
			"same text":   o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, "second"),
			"last of all": o.Companies.RetireReason(ctx, "cli", "acme", "data.one"),
			"unknown":     o.Companies.RenameReason(ctx, "cli", "acme", "data.none", "New"),
		}
		for name, err := range refusals {
			if !slices.Contains([]fault.Code{fault.Invalid, fault.Conflict, fault.NotFound}, fault.CodeOf(err)) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if c, err := o.Store.Company(ctx, "acme"); err != nil || c.Rules().Version != 1 {
			t.Errorf("the rules are touched: %+v %v", c.Rules(), err)
		}
	})
}
