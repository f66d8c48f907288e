package concurrency_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

// presetWork returns what may happen to one preset at the same time, by name. Whatever happens, nobody loses what was
// typed, and a session gets a version that exists.
func (w *world) presetWork() map[string]func(i int) error {
	w.Helper()
	ctx, on := w.Context(), w.Presets
	name := "p" + strings.ToLower(ids.ULID(w.now.Now()))
	w.spoiled(name, 1)
	w.now.Advance(5 * time.Minute) // the lease of an earlier watcher has run out
	options := slices.DeleteFunc(slices.Clone(preset.Options()), func(o preset.Option) bool {
		return o.Type != preset.String || o.Path == closer
	})
	return map[string]func(i int) error{
		"edit": func(i int) error {
			_, _, err := on.EditDraft(ctx, "ann", w.slug, name,
				[]preset.Edit{{Path: options[i].Path, Value: "Please"}})
			if err != nil {
				return err
			}
			return w.keeps(name, options[i].Path)
		},
		"publish": func(i int) error {
			_, err := on.Publish(ctx, "ann", w.slug, name, presets.AnyRevision, publication(word(i)))
			return err
		},
		"roll back": func(i int) error {
			what := presets.Publication{Note: word(i), Origin: preset.ByRollback, Of: 1}
			_, err := on.Publish(ctx, "ben", w.slug, name, presets.AnyRevision, what)
			return err
		},
		"import": func(i int) error {
			p, err := w.Store.Preset(ctx, w.slug, name)
			if err != nil {
				return err
			}
			filling := preset.Filling{Content: texts(word(i)), Imported: true}
			_, err = on.ReplaceDraft(ctx, "ben", w.slug, name, p.Revision, filling)
			return current(err)
		},
		"assign": func(i int) error {
			hold := &preset.Hold{RetryRate: .2, ErrorRate: .2, MinJobs: 1, Window: time.Hour}
			all := []preset.Assignment{{Function: onboarding.Functions()[i], Percent: 1, Hold: hold}}
			_, err := on.Assign(ctx, "ann", w.slug, name, presets.AnyRevision, all)
			return err
		},
		"hold": func(int) error {
			_, err := w.watcher().Turn(ctx)
			return err
		},
		"archive": func(int) error {
			if _, err := on.Assign(ctx, "ben", w.slug, name, presets.AnyRevision, nil); err != nil {
				return err
			}
			_, err := on.Archive(ctx, "ben", w.slug, name, presets.AnyRevision)
			return err
		},
		"initialize": func(int) error {
			s, err := w.intake.Initialize(ctx, w.caller(), intake.InitializeRequest{
				Flavor:     "MEDIUM",
				SDKVersion: preset.CurrentSDK,
				Preset:     name,
			})
			if err == nil && s.Preset.String() != name+"@1" {
				return fmt.Errorf("a session got %s", s.Preset)
			}
			if fault.Is(err, fault.Invalid) && strings.Contains(err.Error(), "archived") {
				return nil
			}
			return err
		},
	}
}

// current returns the error about a preset that changed meanwhile as a conflict.
func current(err error) error {
	if fault.Is(err, fault.Outdated) {
		return fault.Wrap(err, fault.Conflict, "outdated")
	}
	return err
}

// keeps returns an error unless the draft of a preset, or what was imported in its place, sets an option.
func (w *world) keeps(name, path string) error {
	p, err := w.Store.Preset(w.Context(), w.slug, name)
	if err != nil {
		return err
	}
	if _, set := p.Draft[path]; !set && !p.Draft[closer].Imported {
		return fmt.Errorf("the edit of %s is lost", path)
	}
	return nil
}

func presetPairs() []pair {
	var all []pair
	for _, names := range [][2]string{
		{"publish", "edit"},
		{"publish", "roll back"},
		{"archive", "assign"},
		{"import", "edit"},
		{"archive", "initialize"},
		{"hold", "assign"},
	} {
		all = append(all, pair{
			name: "preset: " + names[0] + " with " + names[1],
			stage: func(w *world) (one, other func(i int) error) {
				work := w.presetWork()
				return work[names[0]], work[names[1]]
			},
		})
	}
	return all
}
