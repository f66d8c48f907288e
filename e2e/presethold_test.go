package e2e_test

import (
	"log/slog"
	"net/http"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/presets"
	"proofdesk/app/store"
)

// repeated adds submitted jobs with the first version of a preset in which a capture was taken twice.
func (h *house) repeated(t *testing.T, ref string, jobs int) {
	t.Helper()
	for range jobs {
		check(t, h.Store.Write(t.Context(), func(tx *store.Tx) error {
			id := ids.UUID()
			err := tx.InsertJob(t.Context(), onboarding.Job{
				ID:        id,
				Seq:       tx.NextSeq(),
				Company:   boottest.Company,
				Function:  onboarding.Enrollment,
				Status:    onboarding.Capturing,
				Preset:    ref,
				ClientID:  h.Trusted.Credentials.ClientID,
				CreatedAt: tx.Now,
			})
			for range 2 {
				if err == nil {
					err = tx.InsertCapture(t.Context(), onboarding.Capture{
						ID:         ids.UUID(),
						Company:    boottest.Company,
						JobID:      id,
						Kind:       onboarding.IDFront,
						WrappedKey: []byte("k"),
						CreatedAt:  tx.Now,
					})
				}
			}
			if err == nil {
				_, err = tx.SubmitJob(t.Context(), boottest.Company, id)
			}
			return err
		}))
	}
}

// sessionPreset begins a session of the SDK for a function, and returns the preset that it gets.
func sessionPreset(t *testing.T, app *apiclient.App) string {
	t.Helper()
	token, err := app.Token(t.Context())
	check(t, err)
	header := map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/json"}
	var answer customized
	check(t, app.Do(t.Context(), http.MethodPost, "/api/v4/initialize", header,
		[]byte(`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","function":"ENROLLMENT"}`), &answer))
	if answer.Preset == nil {
		return ""
	}
	return answer.Preset.Name
}

func TestAnAdminSeesThatAnAssignmentIsHeldAndResumesItWithoutScript(t *testing.T) {
	h := at(t)
	h.branded(t, "risky")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(false)})
	p.visit(h.base + "/presets/risky/use")
	choose := func(name, value string) {
		_, err := p.Locator("select[name=" + name + "]").SelectOption(playwright.SelectOptionValues{
			Values: &[]string{value},
		})
		check(t, err)
	}
	choose("client", h.Trusted.Credentials.ClientID)
	choose("function", "ENROLLMENT")
	check(t, p.Locator("input[name=retryRate]").Fill("20"))
	check(t, p.Locator("input[name=minJobs]").Fill("3"))
	check(t, p.Locator("form.adding:has(select[name=client]) button.go").Click())
	p.sees(".note.info, .note.pass")
	t.Cleanup(func() { // the house serves other suites
		p.visit(h.base + "/presets/risky/use")
		check(t, p.Locator("form[action$='/assignments/remove'] button").Click())
	})
	if got := sessionPreset(t, h.Trusted); got != "risky" {
		t.Fatalf("before: %q", got)
	}
	h.repeated(t, "risky@1", 3)
	until(t, "it is held", func() bool { // by this guard or by the program's own
		_, err := (&presets.HoldWatcher{
			Store: h.Store,
			Clock: clock.System{},
			Log:   slog.New(slog.DiscardHandler),
		}).Turn(t.Context())
		check(t, err)
		return sessionPreset(t, h.Trusted) != "risky"
	})
	p.visit(h.base + "/dashboard")
	p.sees("#presets .note.warn")
	check(t, p.Locator("#presets .note.warn a").Click())
	p.sees("form[action$='/assignments/resume']")
	scripted := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	scripted.visit(h.base + "/presets/risky/use")
	scripted.accessible(t, "held assignment")
	check(t, p.Locator("form[action$='/assignments/resume'] button").Click())
	p.sees(".note.info, .note.pass")
	if got := sessionPreset(t, h.Trusted); got != "risky" {
		t.Errorf("resumed: %q", got)
	}
	check(t, p.Locator("td[data-label='Jobs'] a").First().Click())
	p.sees("tr[data-row]")
}
