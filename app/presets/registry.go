package presets

import (
	"context"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// Registry creates and changes presets.
type Registry struct {
	Store *store.Store
}

// maxPresets limits how many presets a company may have, archived ones included.
const maxPresets = 200

// NewPreset describes a preset to create.
type NewPreset struct {
	Name        string
	Description string
	Content     preset.Content
	Palette     preset.Palette
	Imported    bool // it came with a file
}

// Create adds a preset with a draft.
func (r *Registry) Create(ctx context.Context, actor, company string, n NewPreset) (preset.Preset, error) {
	return r.insert(ctx, actor, company, n,
		entry(company, actor, "preset.create", n.Name, map[string]any{"set": len(n.Content.Flat()) + len(n.Palette)}))
}

// Clone adds a preset whose draft is that of another one.
func (r *Registry) Clone(ctx context.Context, actor, company, name, as string) (preset.Preset, error) {
	from, err := r.Store.Preset(ctx, company, name)
	if err != nil {
		return preset.Preset{}, err
	}
	n := NewPreset{
		Name:        as,
		Description: from.Description,
		Content:     from.Draft.ByHand(),
		Palette:     from.Draft.Palette(),
	}
	return r.insert(ctx, actor, company, n,
		entry(company, actor, "preset.clone", as, map[string]any{"of": name}))
}

func (r *Registry) insert(
	ctx context.Context, actor, company string, n NewPreset, e audit.Entry,
) (preset.Preset, error) {
	if err := preset.CheckName(n.Name); err != nil {
		return preset.Preset{}, err
	}
	description, err := preset.CheckNote("description", n.Description, false)
	if err != nil {
		return preset.Preset{}, err
	}
	p := preset.Preset{
		Company:     company,
		Name:        n.Name,
		Description: description,
		UpdatedBy:   actor,
	}
	err = r.Store.Change(ctx, e, func(tx *store.Tx) error {
		if err := tx.LockCompany(ctx, company); err != nil {
			return err
		}
		count, err := tx.CountPresets(ctx, company)
		if err != nil {
			return err
		}
		if count >= maxPresets {
			return fault.BadField("name", "limit", "a company can have at most %d presets", maxPresets)
		}
		p.Revision, p.CreatedAt, p.UpdatedAt = 1, tx.Now, tx.Now
		filling := preset.Filling{Content: n.Content, Palette: n.Palette, Imported: n.Imported}
		p.Draft = preset.Draft{}.Replaced(filling, actor, tx.Now)
		if err := fits(p.Draft); err != nil {
			return err
		}
		if err := holdMedia(ctx, tx, company, p.Draft.Values()); err != nil {
			return err
		}
		return tx.InsertPreset(ctx, p)
	})
	return p, err
}

// Describe sets a preset's description, for a caller who has seen the preset at a revision.
func (r *Registry) Describe(
	ctx context.Context, actor, company, name string, revision int64, text string,
) (preset.Preset, error) {
	return r.describe(ctx, actor, company, name, revision, text, func(string) bool { return true })
}

// DescribeOver sets a preset's description where it still is the one that the caller has seen, whatever else of the
// preset has changed.
func (r *Registry) DescribeOver(ctx context.Context, actor, company, name, was, text string) (preset.Preset, error) {
	return r.describe(ctx, actor, company, name, AnyRevision, text, func(now string) bool { return now == was })
}

func (r *Registry) describe(
	ctx context.Context, actor, company, name string, revision int64, text string, seen func(now string) bool,
) (preset.Preset, error) {
	text, err := preset.CheckNote("description", text, false)
	if err != nil {
		return preset.Preset{}, err
	}
	return r.change(ctx, actor, company, name, revision,
		func(p *preset.Preset, _ *store.Tx) (store.PresetChange, error) {
			switch {
			case !seen(p.Description):
				return store.PresetChange{}, fault.New(fault.Conflict,
					"somebody else changed the description: review it and save again")
			case p.Description == text:
				return store.PresetChange{Nothing: true}, nil
			}
			p.Description = text
			return store.PresetChange{Entry: entry(company, actor, "preset.describe", name, nil)}, nil
		})
}

// Archive ends the use of a preset that is assigned to nobody.
func (r *Registry) Archive(
	ctx context.Context, actor, company, name string, revision int64,
) (preset.Preset, error) {
	return r.change(ctx, actor, company, name, revision,
		func(p *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			all, err := tx.PresetAssignments(ctx, company)
			if err != nil {
				return store.PresetChange{}, err
			}
			if n := len(assignedTo(all, name)); n > 0 {
				return store.PresetChange{}, fault.New(fault.Conflict,
					"the preset is in use: remove its assignments (%d) first", n)
			}
			p.Archived = true
			return store.PresetChange{
				Entry:      entry(company, actor, "preset.archive", name, nil),
				Withdrawal: withdrawal(*p, actor, p.EndProposal(preset.BecauseArchived, actor, tx.Now)),
			}, nil
		})
}

// Restore makes an archived preset usable again.
func (r *Registry) Restore(
	ctx context.Context, actor, company, name string, revision int64,
) (preset.Preset, error) {
	var restored preset.Preset
	err := r.Store.Write(ctx, func(tx *store.Tx) (err error) {
		restored, err = tx.ChangePreset(ctx, company, name, func(p *preset.Preset) (store.PresetChange, error) {
			if err := unchanged(ctx, tx, *p, revision); err != nil {
				return store.PresetChange{}, err
			}
			if !p.Archived {
				return store.PresetChange{}, fault.New(fault.Conflict,
					"this preset is not archived, so it can't be restored")
			}
			p.Archived, p.UpdatedBy = false, actor
			return store.PresetChange{Entry: entry(company, actor, "preset.restore", name, nil)}, nil
		})
		return err
	})
	return restored, err
}

// change locks an active preset that still is of its revision, lets edit change it, and writes it.
func (r *Registry) change(
	ctx context.Context, actor, company, name string, revision int64,
	edit func(*preset.Preset, *store.Tx) (store.PresetChange, error),
) (preset.Preset, error) {
	var changed preset.Preset
	err := r.Store.Write(ctx, func(tx *store.Tx) (err error) {
		changed, err = changeIn(ctx, tx, actor, company, name, revision, edit)
		return err
	})
	return changed, err
}

func changeIn(
	ctx context.Context, tx *store.Tx, actor, company, name string, revision int64,
	edit func(*preset.Preset, *store.Tx) (store.PresetChange, error),
) (preset.Preset, error) {
	return tx.ChangePreset(ctx, company, name, func(p *preset.Preset) (store.PresetChange, error) {
		if err := unchanged(ctx, tx, *p, revision); err != nil {
			return store.PresetChange{}, err
		}
		if p.Archived {
			return store.PresetChange{}, fault.New(fault.Conflict, "the preset is archived: restore it first")
		}
		p.UpdatedBy = actor
		return edit(p, tx)
	})
}

// AnyRevision is whichever revision a preset has, for a change that does not depend on what the caller saw.
const AnyRevision = -1

func unchanged(ctx context.Context, tx *store.Tx, p preset.Preset, revision int64) error {
	if revision == AnyRevision || p.Revision == revision {
		return nil
	}
	by, err := nameOf(ctx, tx, p.Company, p.UpdatedBy)
	if err != nil {
		return err
	}
	return Changed(by)
}

// Changed returns the fault of a change of a preset that is no longer as its caller has seen it. By names who changed
// it.
func Changed(by string) error {
	return fault.New(fault.Outdated, "%s changed the preset meanwhile: review it and save again", by)
}

func entry(company, actor, action, name string, detail map[string]any) audit.Entry {
	return audit.NewEntry(company, actor, action, "preset:"+name, detail)
}
