package e2e_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

// sought adds a preset whose draft has a change since its version, and a bar that can hardly be seen on its ground.
func (h *house) sought(t *testing.T, name string) {
	t.Helper()
	ctx, registry := t.Context(), h.Console.Presets
	_, err := registry.Create(ctx, "test", boottest.Company, presets.NewPreset{
		Name:    name,
		Content: preset.Content{Values: preset.Values{glarePath: .3, groundOf: "#AA1122"}},
	})
	check(t, err)
	_, err = registry.Publish(ctx, "test", boottest.Company, name, presets.AnyRevision,
		presets.Publication{Note: "v1", Origin: preset.ByConsole})
	check(t, err)
	_, _, err = registry.EditDraft(ctx, "test", boottest.Company, name, []preset.Edit{{Path: "language", Value: "ES"}})
	check(t, err)
}

// lists waits until the options that the editor lists are as they should be.
func (p *person) lists(t *testing.T, what string, right func(names []string) bool) {
	t.Helper()
	rows := p.Locator("[data-option] .what label")
	until(t, what, func() bool {
		names, err := rows.AllTextContents()
		return err == nil && right(names)
	})
}

func TestOptionsAreSearchedAndFilteredWithAndWithoutScript(t *testing.T) {
	h := at(t)
	h.sought(t, "sought")
	for _, script := range []bool{true, false} {
		p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(script)})
		for query, name := range map[string]string{
			"glareDetectionThreshold": "glareDetectionThreshold",
			"enableIDPreviewScreen":   "isIDCapturePreviewEnabled", // an alias
			"avoid reflections":       "glareDetectionThreshold",   // what it means
			"#aa1122":                 "captureScreenBgColor",      // what it is set to
		} {
			p.visit(h.base + "/presets/sought")
			check(t, p.Locator("[data-seek]").Fill(query))
			if !script {
				check(t, p.Locator("[data-seek]").Press("Enter"))
			}
			p.lists(t, fmt.Sprintf("%q finds %s, script %v", query, name, script), func(names []string) bool {
				return slices.Contains(names, name) && len(names) < 40
			})
		}
		for filter, names := range map[string][]string{
			"@set":     {"language", "glareDetectionThreshold", "captureScreenBgColor"},
			"@changed": {"language"},
			"@invalid": {"progressBarColor"},
		} {
			p.visit(h.base + "/presets/sought")
			check(t, p.Locator(`[data-sieve="`+filter+`"]`).Click())
			p.lists(t, fmt.Sprintf("%s, script %v", filter, script), func(found []string) bool {
				return slices.Equal(found, names)
			})
		}
		p.visit(h.base + "/presets/sought?q=faceMaskProbabilityThreshold")
		masked := func(names []string) bool { return slices.Contains(names, "faceMaskProbabilityThreshold") }
		p.lists(t, "what a browser lacks", masked)
		check(t, p.Locator(`[data-sieve="@web"]`).Click())
		p.lists(t, "nothing that a browser lacks", func(names []string) bool { return !masked(names) })
	}
}

func TestSomebodyElseInTheEditorIsNamed(t *testing.T) {
	h := at(t)
	h.branded(t, "busy")
	anna := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	anna.visit(h.base + "/presets/busy")
	ben := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	ben.visit(h.base + "/presets/busy")
	ben.becomes(t, "told who is here", fmt.Sprintf(`document.querySelector('[data-editors]').textContent === %q`,
		"also here: "+anna.DisplayName))
	anna.again()
	anna.becomes(t, "told too", fmt.Sprintf(`document.querySelector('[data-editors]').textContent === %q`,
		"also here: "+ben.DisplayName))
	anna.quiet(t)
	ben.quiet(t)
}
