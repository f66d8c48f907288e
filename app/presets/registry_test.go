package presets_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/admintest"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
)

func TestACopyHasTheWholeDraftAndTheDescription(t *testing.T) {
	each(t, func(w *world) {
		const closer = "idCaptureCustomizationOptions.stringOptions.moveCloser"
		content := preset.Values{glare: .3, closer: "Closer", preset.TextPath("HI", closer): "पास"}.Content()
		from, err := w.Presets.Create(w.Context(), "ann", admintest.Company, presets.NewPreset{
			Name:        "brand",
			Description: "Of the bank",
			Content:     content,
			Palette:     preset.Palette{"barColor": "#102030"},
		})
		w.must(err)
		p, err := w.Presets.Clone(w.Context(), "ben", admintest.Company, "brand", "branch")
		w.must(err)
		if !reflect.DeepEqual(p.Draft.Values(), from.Draft.Values()) || p.Description != "Of the bank" {
			t.Errorf("of %v and %q the copy has %v and %q", from.Draft.Values(), from.Description, p.Draft.Values(),
				p.Description)
		}
		if p.Draft[glare].By != "ben" || p.Latest != 0 {
			t.Errorf("the copy is %+v", p)
		}
	})
}

func TestWhoChangedAPresetMeanwhileIsNamedAsInTheConsole(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.Store.Write(w.Context(), func(tx *store.Tx) error {
			return errors.Join(
				tx.InsertAgent(w.Context(), store.Agent{
					Company: admintest.Company, ID: "1", Email: "ann@acme.example", DisplayName: "Ann Lee",
					Role: access.Admin, State: access.StateActive,
				}),
				tx.InsertAPIKey(w.Context(), store.APIKey{Company: admintest.Company, ID: "2", Name: "Pipeline"}),
				tx.InsertAPIKey(w.Context(), store.APIKey{Company: admintest.Company, ID: "3", Name: "API key 3"}))
		}))
		for actor, want := range map[string]string{
			"agent:1":      "Ann Lee",
			"apikey:2":     "API key Pipeline",
			"apikey:3":     "API key 3",
			"apikey:gone":  "API key gone",
			presets.System: "the program",
		} {
			now, err := w.Presets.Describe(w.Context(), actor, admintest.Company, "trial", presets.AnyRevision, actor)
			w.must(err)
			_, err = w.Presets.Describe(w.Context(), "ben", admintest.Company, "trial", now.Revision-1, "other")
			if !fault.Is(err, fault.Outdated) || !strings.HasPrefix(err.Error(), want+" changed the preset meanwhile") {
				t.Errorf("%s: %v", actor, err)
			}
		}
	})
}

func TestAVersionNamesTheFileThatItIsOf(t *testing.T) {
	each(t, func(w *world) {
		publish := func(what presets.Publication, want preset.Origin) {
			w.Helper()
			p, err := w.Presets.Publish(w.Context(), "ann", admintest.Company, "trial", presets.AnyRevision, what)
			w.must(err)
			e, err := w.Store.PresetEdition(w.Context(), admintest.Company, "trial", p.Latest)
			w.must(err)
			if e.Origin != want || e.Of != what.Of {
				t.Errorf("version %d is of %s and %d, want %s", e.Number, e.Origin, e.Of, want)
			}
		}
		file := preset.Filling{Content: preset.Values{glare: .35}.Content(), Imported: true}
		_, err := w.Presets.ReplaceDraft(w.Context(), "ann", admintest.Company, "trial", presets.AnyRevision, file)
		w.must(err)
		publish(presets.Publication{Note: "of a file", Origin: preset.ByConsole}, preset.ByImport)
		file.Content = preset.Values{glare: .45}.Content() // waits in the draft during the roll back
		_, err = w.Presets.ReplaceDraft(w.Context(), "ann", admintest.Company, "trial", presets.AnyRevision, file)
		w.must(err)
		publish(presets.Publication{Note: "back", Origin: preset.ByRollback, Of: 1}, preset.ByRollback)
	})
}

func TestACompanyHasAtMostTwoHundredPresets(t *testing.T) {
	each(t, func(w *world) {
		var err error
		for i := 0; err == nil && i < 250; i++ {
			n := presets.NewPreset{Name: fmt.Sprintf("preset-%d", i)}
			_, err = w.Presets.Create(w.Context(), "ann", admintest.Company, n)
		}
		all, listed := w.Store.Presets(w.Context(), admintest.Company)
		w.must(listed)
		if fields := fault.FieldsOf(err); len(all) != 200 || len(fields) != 1 || fields[0].Rule != "limit" {
			t.Errorf("%d presets, then %v", len(all), err)
		}
	})
}

func TestAPresetHasAtMostAHundredAssignments(t *testing.T) {
	each(t, func(w *world) {
		_, err := w.Presets.Assign(w.Context(), "ann", admintest.Company, "trial", presets.AnyRevision,
			make([]preset.Assignment, 101))
		if fields := fault.FieldsOf(err); len(fields) != 1 || fields[0].Rule != "max_items" {
			t.Errorf("%v", err)
		}
	})
}
