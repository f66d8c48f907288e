package presets_test

import (
	"strings"
	"testing"

	"proofdesk/app/admintest"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

// propose lets ann propose a version of trial that weakens a protection.
func (w *world) propose(note string) {
	w.Helper()
	_, _, err := w.Presets.EditDraft(w.Context(), "agent:ann", admintest.Company, "trial",
		[]preset.Edit{{Path: "isDebugMode", Value: true}})
	w.must(err)
	p, err := w.Presets.Publish(w.Context(), "agent:ann", admintest.Company, "trial", presets.AnyRevision,
		presets.Publication{Note: note, Origin: preset.ByConsole})
	w.must(err)
	if p.Proposal == nil {
		w.Fatal("nothing waits for approval")
	}
}

// trail lists the audited actions on trial with their details, newest first.
func (w *world) trail() []string {
	w.Helper()
	rows, err := w.Store.AuditOf(w.Context(), admintest.Company, "preset:trial", "", 100)
	w.must(err)
	var all []string
	for _, r := range rows {
		all = append(all, r.Actor+" "+r.Action+" "+r.Detail)
	}
	return all
}

func TestAProposalThatAnotherChangeEndsIsAuditedAndToldToItsProposer(t *testing.T) {
	each(t, func(w *world) {
		ctx := w.Context()
		ends := map[preset.WithdrawnBecause]func() error{
			preset.BecausePublished: func() error {
				_, err := w.Presets.Publish(ctx, "agent:ben", admintest.Company, "trial", presets.AnyRevision,
					presets.Publication{Note: "back", Origin: preset.ByRollback, Of: 1})
				return err
			},
			preset.BecauseReplaced: func() error {
				_, err := w.Presets.Publish(ctx, "agent:ben", admintest.Company, "trial", presets.AnyRevision,
					presets.Publication{Note: "mine", Origin: preset.ByConsole})
				return err
			},
			preset.BecauseArchived: func() error {
				w.assign("trial")
				_, err := w.Presets.Archive(ctx, "agent:ben", admintest.Company, "trial", presets.AnyRevision)
				return err
			},
			preset.BecauseWithdrawn: func() error {
				_, err := w.Presets.Withdraw(ctx, "agent:ben", admintest.Company, "trial", presets.AnyRevision)
				return err
			},
		}
		w.publish("trial", .3)
		for _, because := range []preset.WithdrawnBecause{
			preset.BecausePublished, preset.BecauseReplaced, preset.BecauseWithdrawn, preset.BecauseArchived,
		} {
			w.propose("debugging")
			w.must(ends[because]())
			p, err := w.Store.Preset(ctx, admintest.Company, "trial")
			w.must(err)
			ended, ok := p.WithdrawnOf("agent:ann", w.now.Now())
			if !ok || ended.Because != because || ended.Actor != "agent:ben" || ended.Note != "debugging" {
				t.Errorf("%s: ann is told %+v", because, ended)
			}
			if told, ok := p.WithdrawnOf("agent:ben", w.now.Now()); ok && told.Actor == "agent:ben" {
				t.Errorf("%s: ben is told what he did himself", because)
			}
			entry := `"because":"` + string(because) + `"`
			if all := strings.Join(w.trail(), "\n"); strings.Count(all, entry) != 1 ||
				!strings.Contains(all, `agent:ben preset.withdraw {`) {
				t.Errorf("%s: audited are\n%s", because, all)
			}
		}
	})
}

func TestAnApprovedProposalIsNotWithdrawn(t *testing.T) {
	each(t, func(w *world) {
		w.propose("debugging")
		p, err := w.Presets.Approve(w.Context(), "agent:ben", admintest.Company, "trial", presets.AnyRevision)
		w.must(err)
		if len(p.Withdrawn) > 0 || strings.Contains(strings.Join(w.trail(), "\n"), "preset.withdraw") {
			t.Errorf("%+v\n%v", p.Withdrawn, w.trail())
		}
	})
}

func TestAChangeThatChangesNothingIsNotRecorded(t *testing.T) {
	each(t, func(w *world) {
		ctx := w.Context()
		before, err := w.Store.Preset(ctx, admintest.Company, "trial")
		w.must(err)
		entries := len(w.trail())
		changes := map[string]func() error{
			"an edit to the same value": func() error {
				_, _, err := w.Presets.EditDraft(ctx, "ben", admintest.Company, "trial",
					[]preset.Edit{{Path: glare, Base: .1, Value: .1}})
				return err
			},
			"an edit that overlaps": func() error {
				_, overlaps, err := w.Presets.EditDraft(ctx, "ben", admintest.Company, "trial",
					[]preset.Edit{{Path: glare, Base: .5, Value: .6}})
				if len(overlaps) != 1 {
					t.Errorf("overlaps %v", overlaps)
				}
				return err
			},
			"the same draft again": func() error {
				_, err := w.Presets.ReplaceDraft(ctx, "ben", admintest.Company, "trial", before.Revision,
					preset.Filling{Content: before.Draft.Content()})
				return err
			},
			"the same assignments again": func() error {
				_, err := w.Presets.Assign(ctx, "ben", admintest.Company, "trial", before.Revision,
					[]preset.Assignment{w.trial()})
				return err
			},
			"the same description again": func() error {
				_, err := w.Presets.Describe(ctx, "ben", admintest.Company, "trial", before.Revision, "")
				return err
			},
		}
		for name, change := range changes {
			w.must(change())
			now, err := w.Store.Preset(ctx, admintest.Company, "trial")
			w.must(err)
			if now.Revision != before.Revision || now.UpdatedBy != "ann" || len(w.trail()) != entries {
				t.Errorf("%s: revision %d after %d by %s, %v", name, now.Revision, before.Revision, now.UpdatedBy,
					w.trail())
			}
		}
	})
}

func TestAHoldIsNoEditOfThePreset(t *testing.T) {
	each(t, func(w *world) {
		before, err := w.Store.Preset(w.Context(), admintest.Company, "trial")
		w.must(err)
		w.jobs(10, 3)
		if held := w.turn(); held != 1 {
			t.Errorf("%d assignments are held", held)
		}
		now, err := w.Store.Preset(w.Context(), admintest.Company, "trial")
		w.must(err)
		if now.Revision != before.Revision+1 || now.UpdatedBy != "ann" || !now.UpdatedAt.Equal(before.UpdatedAt) {
			t.Errorf("revision %d after %d by %s", now.Revision, before.Revision, now.UpdatedBy)
		}
		if !strings.Contains(w.trail()[0], "system preset.hold") {
			t.Errorf("audited: %v", w.trail())
		}
	})
}

func TestWhatTheNewestVersionSetsIsNotPublishedAgain(t *testing.T) {
	each(t, func(w *world) {
		for _, what := range []presets.Publication{
			{Note: "the draft", Origin: preset.ByConsole},
			{Note: "the version", Origin: preset.ByRollback, Of: 1},
		} {
			_, err := w.Presets.Publish(w.Context(), "ann", admintest.Company, "trial", presets.AnyRevision, what)
			if !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: %v", what.Note, err)
			}
		}
	})
}
