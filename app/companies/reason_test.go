package companies_test

import (
	"errors"
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
		must(o.Companies.MoveReason(ctx, "cli", "acme", "fraud.two", "fraud.one", true))
		want("moved over one of another band", "fraud.two data.one fraud.one quality.one fraud.names_dont_match", "")
		for _, past := range []string{"fraud.one", "data.one", ""} {
			err := o.Companies.MoveReason(ctx, "cli", "acme", "fraud.two", past, true)
			if !fault.Is(err, fault.Conflict) {
				t.Errorf("moved up over %q, which does not stand there: %v", past, err)
			}
		}
		want("the first stays first", "fraud.two data.one fraud.one quality.one fraud.names_dont_match", "")
		must(o.Companies.RenameReason(ctx, "cli", "acme", "fraud.two", "Two", "Second"))
		must(o.Companies.RetireReason(ctx, "cli", "acme", "fraud.one"))
		want("retired", "fraud.two data.one quality.one fraud.names_dont_match", "fraud.one")
		must(o.Companies.AddReason(ctx, "cli", "acme", onboarding.Fraud, "One"))
		want("a retired code is not given again",
			"fraud.two data.one quality.one fraud.names_dont_match fraud.one_2", "fraud.one")
		must(o.Companies.RenameReason(ctx, "cli", "acme", "fraud.one_2", "One", "One more"))
		must(o.Companies.RestoreReason(ctx, "cli", "acme", "fraud.one"))
		want("restored", "fraud.two data.one quality.one fraud.names_dont_match fraud.one_2 fraud.one", "")
		refusals := map[string]error{
			"empty":       o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, " "),
			"long":        o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, strings.Repeat("é", 81)),
			"other band":  o.Companies.AddReason(ctx, "cli", "acme", "MOOD", "Bad mood"),
			"same text":   o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, "second"),
			"last of all": o.Companies.RetireReason(ctx, "cli", "acme", "data.one"),
			"unknown":     o.Companies.RenameReason(ctx, "cli", "acme", "data.none", "", "New"),
		}
		if err := o.Companies.RenameReason(ctx, "cli", "acme", "fraud.two", "Two", "The second"); !fault.Is(err,
			fault.Conflict) {
			t.Errorf("renamed from a text that it no longer has: %v", err)
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

func TestARestoredReasonObeysTheRulesOfANewOne(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		refused := func(code, rule string) {
			t.Helper()
			err := o.Companies.RestoreReason(ctx, "cli", "acme", code)
			var f *fault.Error
			if !errors.As(err, &f) || len(f.Fields) != 1 || f.Fields[0].Name != "text" || f.Fields[0].Rule != rule {
				t.Errorf("restore %s: %v, want text %s", code, err, rule)
			}
			own, err := o.Store.Company(ctx, "acme")
			must(err)
			retired := slices.ContainsFunc(own.Settings.RetiredReasons, func(r onboarding.ReviewReason) bool {
				return r.Code == code
			})
			if !retired {
				t.Errorf("%s is no longer retired", code)
			}
		}
		must(o.Companies.AddReason(ctx, "cli", "acme", onboarding.Fraud, "Same text"))
		must(o.Companies.RetireReason(ctx, "cli", "acme", "fraud.same_text"))
		must(o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, "same TEXT"))
		refused("fraud.same_text", "unique")

		must(o.Companies.RetireReason(ctx, "cli", "acme", "data.expired"))
		for n := range 25 { // fills the band: four built-in reasons and the one above are there
			must(o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, "Reason "+strings.Repeat("x", n+1)))
		}
		refused("data.expired", "limit")
		must(o.Companies.RetireReason(ctx, "cli", "acme", "data.underage"))
		must(o.Companies.RestoreReason(ctx, "cli", "acme", "data.expired"))
	})
}

func TestTheTextOfAReasonHoldsNothingThatNobodySees(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		for _, text := range []string{"Torn\x00card", "Torn\x1bcard", "Torn \u202ecard", "Torn\xffcard"} {
			err := o.Companies.AddReason(t.Context(), "cli", "acme", onboarding.Quality, text)
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("%q: %v", text, err)
			}
			err = o.Companies.RenameReason(t.Context(), "cli", "acme", "data.expired", "Document has expired", text)
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("renamed to %q: %v", text, err)
			}
		}
	})
}
