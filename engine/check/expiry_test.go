package check_test

import (
	"strings"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestADocumentIsValidOnItsLastDay(t *testing.T) {
	for name, c := range map[string]struct {
		readings  []finding.Reading
		want      want
		assurance finding.Assurance
	}{
		"unread":   {nil, inconclusive("data.expiry_unknown"), finding.Model},
		"last day": {[]finding.Reading{digit("expiryDate", "2026-03-01", true)}, pass, finding.Model},
		"expired":  {[]finding.Reading{digit("expiryDate", "2026-02-28", true)}, fail("data.expired"), finding.Model},
		"expired, digit wrong": {
			[]finding.Reading{digit("expiryDate", "2026-02-28", false)},
			warn("data.expiry_unsure"), finding.Heuristic,
		},
		"expired, print alone": {
			[]finding.Reading{reading(finding.VIZ, "expiryDate", "2026-02-28")},
			warn("data.expiry_unsure"), finding.Heuristic,
		},
		"expired, print and zone": {
			[]finding.Reading{
				digit("expiryDate", "2026-02-28", false), reading(finding.VIZ, "expiryDate", "2026-02-28"),
			},
			fail("data.expired"), finding.Model,
		},
		"expired, barcode": {
			[]finding.Reading{reading(finding.Barcode, "expiryDate", "2026-02-28")},
			fail("data.expired"), finding.Model,
		},
		"given by the host": {
			[]finding.Reading{reading(finding.Submitted, "expiryDate", "2020-02-28")},
			inconclusive("data.expiry_unknown"), finding.Model,
		},
	} {
		got := check.Expiry(valuesOf(c.readings...))
		expect(t, name, got, c.want)
		if got.Assurance != c.assurance {
			t.Errorf("%s: assurance %d, want %d", name, got.Assurance, c.assurance)
		}
	}
}

func TestADateThatReadsTwoWaysDoesNotPass(t *testing.T) {
	r := reading(finding.VIZ, "expiryDate", "2026-05-02")
	r.Or = "2026-02-05"
	got := check.Expiry(valuesOf(r))
	expect(t, "2 May or 5 February", got, inconclusive("data.expiry_unsure"))
	if !strings.Contains(got.Detail, r.Or) {
		t.Errorf("the other date is not named: %s", got.Detail)
	}
}

func TestExpirySaysForHowManyDays(t *testing.T) {
	got := check.Expiry(valuesOf(digit("expiryDate", "2026-02-24", true)))
	if got.Detail != "Expired on 2026-02-24, 5 days ago" {
		t.Errorf("%q", got.Detail)
	}
}
