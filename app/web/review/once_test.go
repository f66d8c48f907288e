package review_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

var (
	anyTag = regexp.MustCompile(`<[^>]*>`)
	spaces = regexp.MustCompile(`\s+`)
	told   = regexp.MustCompile(`<p class="(fail|warn|pass)"|<li class="(fail|warn|pass)" tabindex`)
	judged = regexp.MustCompile(`<tr class="(?:fail|warn|pass)".*?<th scope="row"[^>]*>(.*?)</th>` +
		`.*?<span class="word">(.*?)</span>`)
)

// shown returns the texts of a review page that are about the job, without the decision bar.
func shown(body string) string {
	_, body, _ = strings.Cut(body, `<aside class="brief"`)
	brief, rest, _ := strings.Cut(body, `</aside>`)
	_, side, _ := strings.Cut(rest, `<aside class="side"`)
	side, _, _ = strings.Cut(side, `</aside>`)
	return brief + side
}

func plainText(markup string) string {
	return spaces.ReplaceAllString(html.UnescapeString(anyTag.ReplaceAllString(markup, " ")), " ")
}

// digits returns a report whose zone has two wrong check digits of fields, and that of the whole zone.
func digits(r *engine.Report) {
	capture := r.Captures[0].ID
	r.Captures[0].CheckDigits = []engine.CheckDigit{
		{Field: "number", Printed: "7", Computed: "3"},
		{Field: "birth", Printed: "5", Computed: "5", OK: true},
		{Field: "expiry", Printed: "6", Computed: "2"},
		{Field: "composite", Printed: "2", Computed: "9"},
	}
	for field, value := range map[string]string{"documentNumber": "G09988123", "expiryDate": "2031-11-21"} {
		r.Readings = append(r.Readings, engine.Reading{
			Source: engine.MRZ, Field: field, Value: value, Capture: capture, Confidence: .97,
		})
		r.Comparisons = append(r.Comparisons, engine.Comparison{
			Field: field, Match: engine.MatchNotRead, Values: map[engine.Source]string{engine.MRZ: value},
		})
	}
	r.Checks = append(r.Checks, engine.Check{
		Code:    engine.CodeCheckDigits,
		Group:   engine.GroupData,
		Capture: capture,
		Outcome: engine.Fail,
		Reasons: []string{"mrz.number_digit", "mrz.expiry_digit", "mrz.composite_digit"},
	})
}

// Every finding is in one row or in one list, and what a row is about stands in its verdict.
func TestEachFindingIsShownOnce(t *testing.T) {
	data := func(code, check string) policy.Reason {
		return policy.Reason{Code: code, Check: check, Band: policy.BandData, Text: code}
	}
	check := func(code, reason string, outcome engine.Outcome) engine.Check {
		return engine.Check{Code: code, Outcome: outcome, Reasons: []string{reason}}
	}
	differs := data("data.mismatch.dateOfBirth", engine.CodeConsistency)
	const birth = "No source settles it: compare with the picture."
	for name, c := range map[string]struct {
		change   func(*engine.Report)
		reasons  []policy.Reason
		findings []string
		verdicts string
	}{
		"a difference": {
			func(*engine.Report) {},
			[]policy.Reason{differs},
			[]string{birth},
			"Born: no match",
		},
		"two reasons for one difference": {
			func(*engine.Report) {},
			[]policy.Reason{differs, data("data.unclear.dateOfBirth", engine.CodeConsistency)},
			[]string{birth, "Differs or was misread: compare with the picture."},
			"Born: no match",
		},
		"one reason for several fields": {
			func(r *engine.Report) {
				r.Comparisons = append(r.Comparisons, engine.Comparison{
					Field: "expiryDate",
					Match: engine.MatchNone,
					Values: map[engine.Source]string{
						engine.VIZ:       "2031-04-01",
						engine.MRZ:       "2031-04-07",
						engine.Submitted: "2031-04-01",
					},
				})
			},
			[]policy.Reason{data(engine.CodeConsistency, engine.CodeConsistency)},
			[]string{
				"Sources differ in date of birth and date of expiry", birth,
				"Printed and submitted have the same value, unlike MRZ",
			},
			"Born: no match, Expires: no match",
		},
		"check digits of two fields": {
			digits,
			[]policy.Reason{differs, data("mrz.number_digit", engine.CodeCheckDigits)},
			[]string{birth, "Wrong check digit: document number", "Wrong check digit: date of expiry"},
			"Born: no match, Number: wrong digit, Expires: wrong digit",
		},
		"a digit of the whole zone, which is no field": {
			func(r *engine.Report) {
				r.Comparisons = nil
				r.Checks = []engine.Check{check(engine.CodeCheckDigits, "mrz.composite_digit", engine.Fail)}
			},
			[]policy.Reason{data("mrz.composite_digit", engine.CodeCheckDigits)},
			[]string{"Wrong check digit: whole zone"},
			"",
		},
		"dates": {
			func(r *engine.Report) {
				r.Comparisons = nil
				r.Checks = []engine.Check{
					check(engine.CodeExpiry, "data.expiry_unknown", engine.Inconclusive),
					check(engine.CodeAge, "data.under_age", engine.Fail),
					check(engine.CodeDates, "data.issued_later", engine.Fail),
				}
			},
			[]policy.Reason{
				data("data.expiry_unknown", engine.CodeExpiry), data("data.under_age", engine.CodeAge),
				data("data.issued_later", engine.CodeDates),
			},
			[]string{
				"The date of expiry was not read", "The applicant is under the minimum age",
				"The date of issue is in the future",
			},
			"Born: too young, Issued: in the future, Expires: not read",
		},
		"what is about no field": {
			func(r *engine.Report) {
				r.Checks = append(r.Checks,
					check(engine.CodeDisagreement, engine.CodeDisagreement+"."+engine.CodeLiveness, engine.Warn),
					check(engine.CodeRealness, "document.photocopy", engine.Fail))
			},
			[]policy.Reason{
				differs,
				{Code: "document.photocopy", Check: engine.CodeRealness, Band: policy.BandFraud, Text: "a copy"},
				{
					Code: engine.CodeDisagreement + "." + engine.CodeLiveness, Check: engine.CodeDisagreement,
					Band: policy.BandFraud, Text: "disagree",
				},
			},
			[]string{birth, "The document looks like a photocopy", "Device and server disagree: Liveness"},
			"Born: no match",
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			id, captures := h.Job("acme", "DOE, JANE")
			report := webtest.Report(captures)
			c.change(&report)
			h.Change(func(tx *store.Tx) error {
				err := tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision,
					policy.Decision{Outcome: onboarding.Review, Reasons: c.reasons})
				if err != nil {
					return err
				}
				return tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, report)
			})
			b := h.As(access.Agent).Get("/jobs/" + id)
			b.Want(http.StatusOK)
			markup := shown(b.Body)
			for _, text := range c.findings {
				if n := strings.Count(plainText(markup), text+" "); n != 1 {
					t.Errorf("%q is shown %d times", text, n)
				}
			}
			if all := told.FindAllString(markup, -1); len(all) != len(c.findings) {
				t.Errorf("%d findings are shown, want %d: %s", len(all), len(c.findings), plainText(markup))
			}
			brief, _, _ := strings.Cut(markup, `<h2>Cross-check`)
			var verdicts []string
			for _, row := range judged.FindAllStringSubmatch(spaces.ReplaceAllString(brief, " "), -1) {
				verdicts = append(verdicts, strings.TrimSpace(row[1])+": "+row[2])
			}
			if got := strings.Join(verdicts, ", "); got != c.verdicts {
				t.Errorf("the verdicts are %q, want %q", got, c.verdicts)
			}
		})
	}
}
