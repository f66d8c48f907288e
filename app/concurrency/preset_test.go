package concurrency_test

import (
	"regexp"
	"slices"
	"time"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
)

const closer = "idCaptureCustomizationOptions.stringOptions.moveCloser"

// texts returns the content that sets one text.
func texts(text string) preset.Content {
	return preset.Content{Values: preset.Values{closer: text}}
}

// preset makes a preset with a draft, and publishes its version where asked.
func (w *world) preset(name string, published bool) preset.Preset {
	w.Helper()
	p, err := w.Presets.Create(w.Context(), "ann", w.slug, presets.NewPreset{Name: name, Content: texts("Nearer")})
	w.must(err)
	if published {
		p, err = w.Presets.Publish(w.Context(), "ann", w.slug, name, p.Revision,
			presets.Publication{Note: "first", Origin: preset.ByConsole})
		w.must(err)
	}
	return p
}

func presetWriters() []writer {
	return []writer{
		{name: "presets.Registry.Create", stage: func(w *world) func(int) error {
			return func(i int) error {
				_, err := w.Presets.Create(w.Context(), "ann", w.slug, presets.NewPreset{Name: word(i)})
				return err
			}
		}},
		{name: "presets.Registry.Create of one name", stage: func(w *world) func(int) error {
			return func(i int) error {
				_, err := w.Presets.Create(w.Context(), "ann", w.slug,
					presets.NewPreset{Name: "branded", Description: word(i)})
				return err
			}
		}},
		{name: "presets.Registry.Clone", stage: func(w *world) func(int) error {
			w.preset("branded", false)
			return func(i int) error {
				_, err := w.Presets.Clone(w.Context(), "ann", w.slug, "branded", word(i))
				return err
			}
		}},
		{name: "presets.Registry.Describe", stage: func(w *world) func(int) error {
			p := w.preset("branded", false)
			return func(i int) error {
				_, err := w.Presets.Describe(w.Context(), "ann", w.slug, p.Name, p.Revision, word(i))
				return err
			}
		}},
		{name: "presets.Registry.DescribeOver", stage: func(w *world) func(int) error {
			p := w.preset("branded", false)
			return func(i int) error {
				_, err := w.Presets.DescribeOver(w.Context(), "ann", w.slug, p.Name, p.Description, word(i))
				return err
			}
		}},
		{name: "presets.Registry.ReplaceDraft", stage: func(w *world) func(int) error {
			p := w.preset("branded", false)
			return func(i int) error {
				_, err := w.Presets.ReplaceDraft(w.Context(), "ann", w.slug, p.Name, p.Revision,
					preset.Filling{Content: texts(word(i))})
				return err
			}
		}},
		{name: "presets.Registry.EditDraft of different options", stage: func(w *world) func(int) error {
			p := w.preset("branded", false)
			options := slices.DeleteFunc(slices.Clone(preset.Options()), func(o preset.Option) bool {
				return o.Type != preset.String || o.Path == closer
			})
			return func(i int) error {
				edit := preset.Edit{Path: options[i].Path, Value: "Please"}
				_, _, err := w.Presets.EditDraft(w.Context(), "ann", w.slug, p.Name, []preset.Edit{edit})
				return err
			}
		}},
		{name: "presets.Registry.Watch", stage: func(w *world) func(int) error {
			w.preset("branded", false)
			return func(int) error {
				_, err := w.Presets.Watch(w.Context(), w.slug, "ann", "branded")
				return err
			}
		}},
		{name: "presets.Registry.EditDraft", stage: func(w *world) func(int) error {
			p := w.preset("branded", false)
			return func(i int) error {
				edit := preset.Edit{Path: closer, Base: "Nearer", Value: word(i)}
				_, _, err := w.Presets.EditDraft(w.Context(), "ann", w.slug, p.Name, []preset.Edit{edit})
				return err
			}
		}},
	}
}

// publication is what is published by hand.
func publication(note string) presets.Publication {
	return presets.Publication{Note: note, Origin: preset.ByConsole}
}

// whose is who approves, which differs with the order.
var whose = regexp.MustCompile(`"?agent:ben zzqz[a-l]zqzz"?`)

func presetStateWriters() []writer {
	proposed := func(w *world) preset.Preset {
		p := w.preset("branded", true)
		weaker := preset.Content{Values: preset.Values{"isDebugMode": true}}
		p, err := w.Presets.ReplaceDraft(w.Context(), "ann", w.slug, p.Name, p.Revision,
			preset.Filling{Content: weaker})
		w.must(err)
		p, err = w.Presets.Publish(w.Context(), "agent:ann", w.slug, p.Name, p.Revision, publication("debugging"))
		w.must(err)
		return p
	}
	return []writer{
		{name: "presets.Registry.Publish", stage: func(w *world) func(int) error {
			p := w.preset("branded", false)
			return func(i int) error {
				_, err := w.Presets.Publish(w.Context(), "ann", w.slug, p.Name, p.Revision, publication(word(i)))
				return err
			}
		}},
		{name: "presets.Registry.Publish whatever the revision", stage: func(w *world) func(int) error {
			p := w.preset("branded", false)
			return func(i int) error {
				_, err := w.Presets.Publish(w.Context(), "ann", w.slug, p.Name, presets.AnyRevision,
					publication(word(i)))
				return err
			}
		}},
		{name: "presets.Registry.Approve", stage: func(w *world) func(int) error {
			p := proposed(w)
			return func(i int) error {
				_, err := w.Presets.Approve(w.Context(), "agent:ben "+word(i), w.slug, p.Name, p.Revision)
				return err
			}
		}, blur: whose},
		{name: "presets.Registry.Approve of assignments", stage: func(w *world) func(int) error {
			p := proposed(w)
			p, err := w.Presets.Approve(w.Context(), "agent:ben", w.slug, p.Name, p.Revision)
			w.must(err)
			p, err = w.Presets.Assign(w.Context(), "agent:ann", w.slug, p.Name, p.Revision,
				[]preset.Assignment{{Percent: 100}})
			w.must(err)
			return func(i int) error {
				_, err := w.Presets.Approve(w.Context(), "agent:ben "+word(i), w.slug, p.Name, p.Revision)
				return err
			}
		}, blur: whose},
		{name: "presets.Registry.Withdraw", stage: func(w *world) func(int) error {
			p := proposed(w)
			return func(int) error {
				_, err := w.Presets.Withdraw(w.Context(), "ben", w.slug, p.Name, p.Revision)
				return err
			}
		}},
		{name: "presets.Registry.Archive", stage: func(w *world) func(int) error {
			p := w.preset("branded", true)
			return func(int) error {
				_, err := w.Presets.Archive(w.Context(), "ann", w.slug, p.Name, p.Revision)
				return err
			}
		}},
		{name: "presets.Registry.Restore", stage: func(w *world) func(int) error {
			p := w.preset("branded", true)
			p, err := w.Presets.Archive(w.Context(), "ann", w.slug, p.Name, p.Revision)
			w.must(err)
			return func(int) error {
				_, err := w.Presets.Restore(w.Context(), "ann", w.slug, p.Name, p.Revision)
				return err
			}
		}},
		// Twelve presets ask for ten per cent of the applicants each: ten get them.
		{name: "presets.Registry.Assign", stage: func(w *world) func(int) error {
			var all [requests]preset.Preset
			for i := range all {
				all[i] = w.preset(word(i), true)
			}
			return func(i int) error {
				_, err := w.Presets.Assign(w.Context(), "ann", w.slug, all[i].Name, all[i].Revision,
					[]preset.Assignment{{Function: onboarding.IDValidation, Percent: 10}})
				return err
			}
		}},
		{name: "presets.Registry.AssignOver", stage: func(w *world) func(int) error {
			p := w.preset("branded", true)
			return func(int) error {
				_, err := w.Presets.AssignOver(w.Context(), "ann", w.slug, p.Name, nil,
					[]preset.Assignment{{Percent: 100}})
				return err
			}
		}},
		{name: "presets.Registry.Assign of one preset", stage: func(w *world) func(int) error {
			p := w.preset("branded", true)
			return func(i int) error {
				_, err := w.Presets.Assign(w.Context(), "ann", w.slug, p.Name, p.Revision,
					[]preset.Assignment{{Percent: 100}})
				return err
			}
		}},
	}
}

// spoiled makes a published preset whose only assignment, to some per cent of the applicants, has a hold rule, and jobs
// that break it.
func (w *world) spoiled(name string, percent int) {
	w.Helper()
	p := w.preset(name, true)
	_, err := w.Presets.Assign(w.Context(), "ann", w.slug, name, p.Revision, []preset.Assignment{{
		Percent: percent,
		Hold:    &preset.Hold{RetryRate: .2, ErrorRate: 1, MinJobs: 3, Window: time.Hour},
	}})
	w.must(err)
	for range 3 {
		w.write(func(tx *store.Tx) error {
			id := ids.UUID()
			err := tx.InsertJob(w.Context(), onboarding.Job{
				ID:        id,
				Seq:       tx.NextSeq(),
				Company:   w.slug,
				Function:  onboarding.IDValidation,
				Status:    onboarding.Capturing,
				Preset:    name + "@1",
				CreatedAt: tx.Now,
			})
			for range 2 { // the second replaces the first
				if err == nil {
					err = tx.InsertCapture(w.Context(), onboarding.Capture{
						ID:         ids.UUID(),
						Company:    w.slug,
						JobID:      id,
						Kind:       onboarding.IDFront,
						WrappedKey: []byte("k"),
						CreatedAt:  tx.Now,
					})
				}
			}
			if err == nil {
				_, err = tx.SubmitJob(w.Context(), w.slug, id)
			}
			return err
		})
	}
}

// watcher returns what checks the hold rules on a node.
func (w *world) watcher() *presets.HoldWatcher {
	return &presets.HoldWatcher{Store: w.Store, Clock: w.now, Log: w.log}
}

func presetHoldWriters() []writer {
	return []writer{
		{
			name: "presets.HoldWatcher.Turn",
			also: []string{"presets.HoldWatcher.Run"},
			stage: func(w *world) func(int) error {
				w.spoiled("branded", 100)
				w.now.Advance(5 * time.Minute) // the lease of an earlier node has run out
				return func(int) error {
					_, err := w.watcher().Turn(w.Context())
					return err
				}
			},
			skip: `^singletons `, // who holds the lease last
		},
		{name: "presets.Registry.Resume", stage: func(w *world) func(int) error {
			w.spoiled("branded", 100)
			w.now.Advance(5 * time.Minute)
			_, err := w.watcher().Turn(w.Context())
			w.must(err)
			p, err := w.Store.Preset(w.Context(), w.slug, "branded")
			w.must(err)
			return func(int) error {
				_, err := w.Presets.Resume(w.Context(), "ann", w.slug, "branded", p.Revision, "", "")
				return err
			}
		}},
	}
}
