package admin_test

import (
	"slices"
	"strings"
	"testing"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

func TestReasonsAreAddedRenamedOrderedRetiredAndRestored(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	start := []onboarding.ReviewReason{
		{Code: "fraud.one", Band: onboarding.Fraud, Text: "One"},
		{Code: "data.one", Band: onboarding.Data, Text: "Data"},
		{Code: "fraud.two", Band: onboarding.Fraud, Text: "Two"},
		{Code: "quality.one", Band: onboarding.Quality, Text: "Blurred"},
	}
	codes := func() (active, retired string) {
		t.Helper()
		list, err := o.ReasonsOf(ctx, "acme", start)
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
		return join(list.Active), join(list.Retired)
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
	must(o.AddReason(ctx, "cli", "acme", start, onboarding.Fraud, "  Names   don't match: é "))
	want("added", "fraud.one data.one fraud.two quality.one fraud.names_dont_match", "")
	must(o.MoveReason(ctx, "cli", "acme", start, "fraud.two", true))
	want("moved over one of another band", "fraud.two data.one fraud.one quality.one fraud.names_dont_match", "")
	must(o.MoveReason(ctx, "cli", "acme", start, "fraud.two", true))
	want("the first stays first", "fraud.two data.one fraud.one quality.one fraud.names_dont_match", "")
	must(o.RenameReason(ctx, "cli", "acme", start, "fraud.two", "Second"))
	must(o.RetireReason(ctx, "cli", "acme", start, "fraud.one"))
	want("retired", "fraud.two data.one quality.one fraud.names_dont_match", "fraud.one")
	must(o.AddReason(ctx, "cli", "acme", start, onboarding.Fraud, "One"))
	want("a retired code is not given again",
		"fraud.two data.one quality.one fraud.names_dont_match fraud.one_2", "fraud.one")
	must(o.RestoreReason(ctx, "cli", "acme", start, "fraud.one"))
	want("restored", "fraud.two data.one quality.one fraud.names_dont_match fraud.one_2 fraud.one", "")
	refusals := map[string]error{
		"empty":       o.AddReason(ctx, "cli", "acme", start, onboarding.Data, " "),
		"long":        o.AddReason(ctx, "cli", "acme", start, onboarding.Data, strings.Repeat("é", 81)),
		"other band":  o.AddReason(ctx, "cli", "acme", start, "MOOD", "Bad mood"),
		"same text":   o.AddReason(ctx, "cli", "acme", start, onboarding.Data, "second"),
		"last of all": o.RetireReason(ctx, "cli", "acme", start, "data.one"),
		"unknown":     o.RenameReason(ctx, "cli", "acme", start, "data.none", "New"),
	}
	for name, err := range refusals {
		if !slices.Contains([]fault.Code{fault.Invalid, fault.Conflict, fault.NotFound}, fault.CodeOf(err)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if rules, err := o.RulesOf(ctx, "acme"); err != nil || rules.Version != 1 {
		t.Errorf("the rules are touched: %+v %v", rules, err)
	}
}
