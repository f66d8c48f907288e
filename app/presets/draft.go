package presets

import (
	"cmp"
	"context"
	"fmt"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// ReplaceDraft sets everything that the draft sets, the palette included, and the preset's description where a file
// has one.
func (r *Registry) ReplaceDraft(
	ctx context.Context, actor, company, name string, revision int64, f preset.Filling,
) (preset.Preset, error) {
	description, err := preset.CheckNote("description", f.Description, false)
	if err != nil {
		return preset.Preset{}, err
	}
	return r.change(ctx, actor, company, name, revision,
		func(p *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			description := cmp.Or(description, p.Description)
			next := p.Draft.Replaced(f, actor, tx.Now)
			if err := holdMedia(ctx, tx, company, next.Values()); err != nil {
				return store.PresetChange{}, err
			}
			changed := preset.Compare(p.Draft.Values(), next.Values())
			if len(changed) == 0 && description == p.Description {
				return store.PresetChange{Nothing: true}, nil
			}
			if err := fits(next); err != nil {
				return store.PresetChange{}, err
			}
			detail := edited(changed)
			if description != p.Description {
				detail["described"] = true
			}
			p.Draft, p.Description = next, description
			return store.PresetChange{Entry: entry(company, actor, "preset.edit", name, detail)}, nil
		})
}

// MaxEdits limits how many options one call may change. What is wrong with each takes a while to find.
const MaxEdits = 2000

// ErrCount refuses a call that changes no option, or too many.
var ErrCount = fault.BadField("changes", "range", "send between 1 and %d changes", MaxEdits)

// EditDraft changes single options. Different options of several editors merge; an option that somebody else has
// changed since is returned and left as it is.
func (r *Registry) EditDraft(
	ctx context.Context, actor, company, name string, edits []preset.Edit,
) (preset.Preset, []preset.Overlap, error) {
	checked, err := checkEdits(edits)
	if err != nil {
		return preset.Preset{}, nil, err
	}
	shown := preset.Values{}
	for _, e := range checked {
		shown[e.Path] = e.Value
	}
	var overlaps []preset.Overlap
	changed, err := r.change(ctx, actor, company, name, AnyRevision,
		func(p *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			if err := holdMedia(ctx, tx, company, shown); err != nil {
				return store.PresetChange{}, err
			}
			before := p.Draft.Values()
			p.Draft, overlaps = p.Draft.Edited(checked, actor, tx.Now)
			changed := preset.Compare(before, p.Draft.Values())
			if len(changed) == 0 {
				return store.PresetChange{Nothing: true}, nil
			}
			if err := fits(p.Draft); err != nil {
				return store.PresetChange{}, err
			}
			detail := edited(changed)
			detail["overlaps"] = len(overlaps)
			return store.PresetChange{Entry: entry(company, actor, "preset.edit", name, detail)}, nil
		})
	return changed, overlaps, err
}

// mostNamed is how many of the changed options the trail names, so that an import does not fill it.
const mostNamed = 20

// edited is the detail of the entry about an edit: how many options changed, and which.
func edited(all []preset.Difference) map[string]any {
	var options []string
	for _, d := range all[:min(len(all), mostNamed)] {
		options = append(options, d.Path)
	}
	return map[string]any{"changed": len(all), "options": options}
}

// fits refuses a draft whose file could not be imported again.
func fits(d preset.Draft) error {
	size, err := d.Size()
	if err == nil && size > preset.MaxBytes {
		return fault.BadField("values", "max_length", "a preset can have at most %s as JSON",
			fault.Size(preset.MaxBytes))
	}
	return err
}

func checkEdits(edits []preset.Edit) ([]preset.Edit, error) {
	if len(edits) == 0 || len(edits) > MaxEdits {
		return nil, ErrCount
	}
	var mistakes []fault.Field
	seen := map[string]bool{}
	checked := make([]preset.Edit, len(edits))
	for i, e := range edits {
		made, mistake := preset.CheckEdit(e)
		if mistake != nil {
			mistakes = append(mistakes, *mistake)
			continue
		}
		if seen[made.Path] {
			mistakes = append(mistakes, fault.Field{
				Name:    fmt.Sprintf("changes[%d].path", i),
				Rule:    "unique",
				Message: made.Path + " is changed twice",
			})
		}
		seen[made.Path], checked[i] = true, made
	}
	return checked, fault.BadFields(mistakes)
}

// Problems returns what keeps a draft from being published, and what is allowed but probably not meant.
func Problems(d preset.Draft) (mistakes, warnings []fault.Field) {
	values := d.Content().Values
	return values.Conflicts(), append(d.Palette().Warnings(), values.Warnings()...)
}
