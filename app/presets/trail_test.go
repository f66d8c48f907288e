package presets_test

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/admintest"
	"proofdesk/app/evidence"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/engine/media"
)

// step is a change through a method of the use cases, and the one entry that the trail has of it.
type step struct {
	method string // of presets.Registry or presets.Library; empty for what the program does by itself
	run    func() error
	who    string
	action string
	target string
	what   string // a part of the detail, as JSON
}

// library is the uploads of the world's company.
func (w *world) library() *presets.Library {
	return &presets.Library{
		Store: w.Store,
		Clock: w.now,
		Keys:  w.Keys,
		Safe:  evidence.Safe{Store: &evidence.Folder{Root: filepath.Join(w.TempDir(), "captures")}},
		Log:   slog.New(slog.DiscardHandler),
		Check: func(_ context.Context, b []byte) (media.File, error) { return media.Check(b) },
	}
}

// drafts are the steps before anything is published, and the first version.
func (w *world) drafts() []step {
	const ann = "agent:ann"
	ctx, r, whichever := w.Context(), w.Presets, int64(presets.AnyRevision)
	return []step{
		{"Create", func() error {
			_, err := r.Create(ctx, ann, admintest.Company, presets.NewPreset{Name: "retail"})
			return err
		}, ann, "preset.create", "preset:retail", ""},
		{"EditDraft", func() error {
			edits := []preset.Edit{{Path: glare, Value: .3}}
			_, _, err := r.EditDraft(ctx, ann, admintest.Company, "retail", edits)
			return err
		}, ann, "preset.edit", "preset:retail", `"options": ["` + glare + `"]`},
		{"ReplaceDraft", func() error {
			filling := preset.Filling{Content: preset.Content{Values: preset.Values{glare: .3, "language": "FR"}}}
			_, err := r.ReplaceDraft(ctx, ann, admintest.Company, "retail", whichever, filling)
			return err
		}, ann, "preset.edit", "preset:retail", `"options": ["language"]`},
		{"Describe", func() error {
			_, err := r.Describe(ctx, ann, admintest.Company, "retail", whichever, "shops")
			return err
		}, ann, "preset.describe", "preset:retail", ""},
		{"DescribeOver", func() error {
			_, err := r.DescribeOver(ctx, ann, admintest.Company, "retail", "shops", "branches")
			return err
		}, ann, "preset.describe", "preset:retail", ""},
		{"Clone", func() error {
			_, err := r.Clone(ctx, ann, admintest.Company, "retail", "copy")
			return err
		}, ann, "preset.clone", "preset:copy", `"retail"`},
		{"Publish", w.publishing(), ann, "preset.publish", "preset:retail", `"version": 1`},
	}
}

// publishing publishes the draft of retail.
func (w *world) publishing() func() error {
	return func() error {
		_, err := w.Presets.Publish(w.Context(), "agent:ann", admintest.Company, "retail", presets.AnyRevision,
			presets.Publication{Note: "next", Origin: preset.ByConsole})
		return err
	}
}

// assignments are the steps about for whom a preset is used.
func (w *world) assignments() []step {
	const ann = "agent:ann"
	ctx, r, whichever := w.Context(), w.Presets, int64(presets.AnyRevision)
	half := []preset.Assignment{{Preset: "retail", Function: onboarding.VideoID, Percent: 50}}
	return []step{
		{"Assign", func() error {
			_, err := r.Assign(ctx, ann, admintest.Company, "retail", whichever, half)
			return err
		}, ann, "preset.assign", "preset:retail", `"assignments": 1`},
		{"AssignOver", func() error {
			_, err := r.AssignOver(ctx, ann, admintest.Company, "retail", half, nil)
			return err
		}, ann, "preset.assign", "preset:retail", `"assignments": 0`},
		{"", func() error {
			w.jobs(10, 10)
			w.turn()
			return nil
		}, presets.System, "preset.hold", "preset:trial", `"bad": 10`},
		{"Resume", func() error {
			_, err := r.Resume(ctx, ann, admintest.Company, "trial", whichever, "", onboarding.Enrollment)
			return err
		}, ann, "preset.resume", "preset:trial", `"version": 1`},
	}
}

// approvals are the steps with a second person, and those that end a preset.
func (w *world) approvals() []step {
	const ann, ben = "agent:ann", "agent:ben"
	ctx, r, whichever := w.Context(), w.Presets, int64(presets.AnyRevision)
	return []step{
		{"EditDraft", func() error {
			edits := []preset.Edit{{Path: "isDebugMode", Value: true}}
			_, _, err := r.EditDraft(ctx, ann, admintest.Company, "retail", edits)
			return err
		}, ann, "preset.edit", "preset:retail", "isDebugMode"},
		{"Publish", w.publishing(), ann, "preset.propose", "preset:retail", "isDebugMode"},
		{"Withdraw", func() error {
			_, err := r.Withdraw(ctx, ben, admintest.Company, "retail", whichever)
			return err
		}, ben, "preset.withdraw", "preset:retail", `"proposed_by": "agent:ann"`},
		{"Publish", w.publishing(), ann, "preset.propose", "preset:retail", "isDebugMode"},
		{"Approve", func() error {
			_, err := r.Approve(ctx, ben, admintest.Company, "retail", whichever)
			return err
		}, ben, "preset.publish", "preset:retail", `"proposed_by": "agent:ann"`},
		{"Archive", func() error {
			_, err := r.Archive(ctx, ben, admintest.Company, "retail", whichever)
			return err
		}, ben, "preset.archive", "preset:retail", ""},
		{"Restore", func() error {
			_, err := r.Restore(ctx, ben, admintest.Company, "retail", whichever)
			return err
		}, ben, "preset.restore", "preset:retail", ""},
	}
}

// uploads are the steps of a picture.
func (w *world) uploads() []step {
	const ann = "agent:ann"
	library, picture, made := w.library(), logo(w.T, 7), preset.Media{}
	return []step{
		{"Upload", func() (err error) {
			made, _, err = library.Upload(w.Context(), ann, admintest.Company, "logo.png", picture)
			return err
		}, ann, "preset.media_add", "presetmedia:", `"logo.png"`},
		{"Remove", func() error {
			return library.Remove(w.Context(), ann, admintest.Company, made.SHA256)
		}, ann, "preset.media_remove", "presetmedia:", `"logo.png"`},
	}
}

// recorded runs a step and checks that the trail has one entry of it.
func (w *world) recorded(s step) {
	w.Helper()
	before, err := w.Store.AuditPage(w.Context(), admintest.Company, "", 1)
	w.must(err)
	w.now.Advance(1e9)
	if err := s.run(); err != nil {
		w.Fatalf("%s %s: %v", s.method, s.action, err)
	}
	rows, err := w.Store.AuditPage(w.Context(), admintest.Company, "", 10)
	w.must(err)
	if len(rows) < 2 || rows[1].ID != before[0].ID {
		w.Fatalf("%s %s has no entry, or more than one", s.method, s.action)
	}
	r := rows[0]
	compact := func(text string) string { return strings.ReplaceAll(text, `": `, `":`) }
	if r.Actor != s.who || r.Action != s.action || !strings.HasPrefix(r.Target, s.target) ||
		!strings.Contains(compact(r.Detail), compact(s.what)) {
		w.Errorf("%s %s: %s %s %s %s", s.method, s.action, r.Actor, r.Action, r.Target, r.Detail)
	}
}

// changing lists the methods that take who does something in which company. Who looks at a preset is no step of its
// life.
func changing() map[string]bool {
	methods := map[string]bool{}
	for _, of := range []reflect.Type{reflect.TypeFor[*presets.Registry](), reflect.TypeFor[*presets.Library]()} {
		for i := range of.NumMethod() {
			m := of.Method(i)
			acts := m.Type.NumIn() > 3 && m.Type.In(2).Kind() == reflect.String && m.Type.In(3).Kind() == reflect.String
			if acts && !strings.HasPrefix(m.Name, "Watch") {
				methods[m.Name] = true
			}
		}
	}
	return methods
}

// actions lists the actions that the source of the use cases names.
func actions(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	named := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`"(preset\.[a-z_]+)"`).FindAllStringSubmatch(string(source), -1) {
			named[found[1]] = true
		}
	}
	return named
}

func TestEveryStepOfAPresetsLifeIsInTheTrailWithWhoAndWhat(t *testing.T) {
	each(t, func(w *world) {
		methods, named := changing(), actions(w.T)
		if len(methods) < 10 || len(named) < 10 {
			t.Fatalf("the steps are not found: %v %v", methods, named)
		}
		for _, s := range slices.Concat(w.drafts(), w.assignments(), w.approvals(), w.uploads()) {
			w.recorded(s)
			delete(methods, s.method)
			delete(named, s.action)
		}
		if len(methods) > 0 || len(named) > 0 {
			w.Errorf("without a step here: methods %v, actions %v", slices.Sorted(maps.Keys(methods)),
				slices.Sorted(maps.Keys(named)))
		}
	})
}
