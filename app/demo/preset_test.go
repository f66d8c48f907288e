package demo

import (
	"fmt"
	"slices"
	"testing"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

func TestTheDemosClientsUseThreePublishedPresets(t *testing.T) {
	c, err := Adapt(boottest.Settings(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	d, err := found(t.Context(), t, c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Stop(); err != nil {
			t.Error(err)
		}
	}()
	all, err := d.Program.Store.Presets(t.Context(), company)
	if err != nil || len(all) != 3 {
		t.Fatalf("%d presets, error %v", len(all), err)
	}
	for _, p := range all {
		if p.Latest != 1 || p.Proposal != nil {
			t.Errorf("%s is at version %d, proposal %v", p.Name, p.Latest, p.Proposal)
		}
		if mistakes, warnings := presets.Problems(p.Draft); len(mistakes)+len(warnings) > 0 {
			t.Errorf("%s: %v %v", p.Name, mistakes, warnings)
		}
	}
	used := map[string][]string{}
	for client, name := range map[string]string{
		d.Accounts.Client.ClientID: "mobile",
		d.Accounts.Weak.ClientID:   "web",
		"":                         "other",
	} {
		for n := range 40 {
			s, err := d.Program.Intake.Initialize(t.Context(), intake.Caller{Company: company, ClientID: client},
				intake.InitializeRequest{
					Flavor:     "MEDIUM",
					SDKVersion: preset.CurrentSDK,
					Function:   onboarding.IDValidation,
					Applicant:  fmt.Sprintf("applicant %d", n),
				})
			if err != nil || s.Preset == nil {
				t.Fatalf("%s: %v, %v", name, s.Preset, err)
			}
			if !slices.Contains(used[name], s.Preset.Name) {
				used[name] = append(used[name], s.Preset.Name)
			}
		}
		slices.Sort(used[name])
	}
	for name, want := range map[string][]string{
		"mobile": {"acme-brand"},
		"web":    {"high-contrast", "plain"},
		"other":  {"plain"},
	} {
		if !slices.Equal(used[name], want) {
			t.Errorf("the %s client uses %v, want %v", name, used[name], want)
		}
	}
}
