package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
)

func TestARetentionRuleIsSetWithoutScriptAfterItsDryRun(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(false)})
	p.visit(h.base + "/settings")
	check(t, p.Locator("nav a:text-is('Retention')").First().Click())
	p.sees("#field-jobDays")
	check(t, p.Locator("#field-jobDays").Fill("3650"))
	check(t, p.Locator("#field-captureDays").Fill("365"))
	check(t, p.Locator("text='Save'").Click())
	p.sees("text=Nothing is saved yet")
	check(t, p.Locator("text='Save this rule'").Click())
	p.sees("text=Next run")
	if rule, err := h.Store.RetentionRule(t.Context(), boottest.Company); err != nil || rule.JobDays != 3650 ||
		rule.CaptureDays != 365 {
		t.Errorf("the rule is %+v, %v", rule, err)
	}
	check(t, p.Locator("#field-jobDays").Fill(""))
	check(t, p.Locator("#field-captureDays").Fill(""))
	check(t, p.Locator("text='Save'").Click())
	p.sees("text=Nothing is removed until you set a rule")
}
