package presets

import (
	"context"
	"slices"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// Publication is what is to be published.
type Publication struct {
	Note   string
	Origin preset.Origin
	Of     int // of a rollback: the version whose content is published again; otherwise 0, for the draft
}

// Publish publishes the draft, or an older version's content, as a new version. Where that weakens a protection, it
// waits as a proposal for a second person: the preset that is returned then has a Proposal, and Latest is unchanged.
func (r *Registry) Publish(
	ctx context.Context, actor, company, name string, revision int64, what Publication,
) (preset.Preset, error) {
	note, err := preset.CheckNote("note", what.Note, true)
	if err != nil {
		return preset.Preset{}, err
	}
	return r.change(ctx, actor, company, name, revision,
		func(p *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			content, err := contentOf(ctx, tx, *p, what.Of)
			if err != nil {
				return store.PresetChange{}, err
			}
			before, err := newest(ctx, tx, *p)
			if err != nil {
				return store.PresetChange{}, err
			}
			weakens, err := judge(before, content)
			if err != nil {
				return store.PresetChange{}, err
			}
			origin := what.Origin
			if what.Of == 0 && p.Draft.Imported(before.Content) {
				origin = preset.ByImport
			}
			if len(weakens) > 0 {
				if err := firstPerson(ctx, tx, company, actor); err != nil {
					return store.PresetChange{}, err
				}
				ended := p.EndProposal(preset.BecauseReplaced, actor, tx.Now)
				p.Propose(preset.Proposal{
					Content: content,
					Note:    note,
					Origin:  origin,
					Of:      what.Of,
					Weakens: weakens,
					By:      actor,
					At:      tx.Now,
				})
				detail := map[string]any{"weakens": weakens}
				return store.PresetChange{
					Entry:      entry(company, actor, "preset.propose", name, detail),
					Withdrawal: withdrawal(*p, actor, ended),
				}, nil
			}
			made := publish(p, actor, preset.Edition{
				Content:     content,
				Note:        note,
				Origin:      origin,
				Of:          what.Of,
				PublishedBy: actor,
			})
			p.ForgetWithdrawn(actor)
			made.Withdrawal = withdrawal(*p, actor, p.EndProposal(preset.BecausePublished, actor, tx.Now))
			return made, nil
		})
}

// contentOf returns what is to be published: the draft, or the content of a version.
func contentOf(ctx context.Context, tx *store.Tx, p preset.Preset, of int) (preset.Content, error) {
	if of == 0 {
		return p.Draft.Content(), nil
	}
	e, err := tx.PresetEdition(ctx, p.Company, p.Name, of)
	return e.Content, err
}

// newest returns the version that is to be followed by another; without a number before the first.
func newest(ctx context.Context, tx *store.Tx, p preset.Preset) (preset.Edition, error) {
	if p.Latest == 0 {
		return preset.Edition{}, nil
	}
	return tx.PresetEdition(ctx, p.Company, p.Name, p.Latest)
}

// judge refuses a content that can't be published, and returns the options whose protection it weakens. Both are about
// the values in force, as defaults may have changed since the version before.
func judge(before preset.Edition, c preset.Content) ([]string, error) {
	if err := fault.BadFields(c.Values.Conflicts()); err != nil {
		return nil, err
	}
	next := preset.Edition{Content: c}
	if before.Number > 0 && len(preset.Compare(before.Content.Flat(), c.Flat())) == 0 && before.SameInForce(next) {
		return nil, fault.New(fault.Conflict, "nothing has changed since version %d", before.Number)
	}
	return preset.Weakened(before.InForce(), next.InForce()), nil
}

// publish makes an edition the newest version. A draft that was not edited since goes on from it.
func publish(p *preset.Preset, actor string, e preset.Edition) store.PresetChange {
	p.Latest++
	p.From = p.Latest
	e.Number, e.Defaults, e.Catalogue = p.Latest, preset.FreezeDefaults(), preset.CatalogueVersion()
	detail := map[string]any{"version": e.Number, "origin": e.Origin}
	if e.Of > 0 {
		detail["of"] = e.Of
	}
	if e.ApprovedBy != "" {
		detail["proposed_by"] = e.PublishedBy
	}
	return store.PresetChange{Entry: entry(p.Company, actor, "preset.publish", p.Name, detail), Edition: &e}
}

// Approve publishes a proposal of somebody else, or makes its assignments. An API key counts as those who were shown
// its secrets.
func (r *Registry) Approve(
	ctx context.Context, actor, company, name string, revision int64,
) (preset.Preset, error) {
	return r.share(ctx, actor, company, name, revision,
		func(p *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			proposal := p.Proposal
			if proposal == nil {
				return store.PresetChange{}, fault.New(fault.Conflict, "no proposal waits for approval any more")
			}
			if err := secondPerson(ctx, tx, company, proposal.By, actor); err != nil {
				return store.PresetChange{}, err
			}
			p.Proposal = nil
			if proposal.Assignments != nil {
				return approveAssignments(ctx, tx, *p, actor, *proposal)
			}
			return publish(p, actor, preset.Edition{
				Content:     proposal.Content,
				Note:        proposal.Note,
				Origin:      proposal.Origin,
				Of:          proposal.Of,
				PublishedBy: proposal.By,
				ApprovedBy:  actor,
			}), nil
		})
}

// approveAssignments makes assignments that somebody proposed, unless applicants lose something else by now.
func approveAssignments(
	ctx context.Context, tx *store.Tx, p preset.Preset, actor string, proposal preset.Proposal,
) (store.PresetChange, error) {
	made, err := plan(ctx, tx, p, *proposal.Assignments)
	if err != nil {
		return store.PresetChange{}, err
	}
	if slices.ContainsFunc(made.losses, func(l preset.Loss) bool { return !slices.Contains(proposal.Losses, l) }) {
		return store.PresetChange{}, fault.New(fault.Conflict,
			"what is in force has changed since this was proposed: withdraw it and assign again")
	}
	return made.change(p, actor, map[string]any{"proposed_by": proposal.By}), nil
}

// withdrawal is the entry about a proposal that a change ended; nil where it ended none.
func withdrawal(p preset.Preset, actor string, ended *preset.Withdrawn) *audit.Entry {
	if ended == nil {
		return nil
	}
	detail := map[string]any{"proposed_by": ended.By, "because": ended.Because}
	if ended.Version > 0 {
		detail["version"] = ended.Version
	}
	e := entry(p.Company, actor, "preset.withdraw", p.Name, detail)
	return &e
}

// Withdraw ends a proposal; whoever may edit the preset may do so. The proposer is told.
func (r *Registry) Withdraw(
	ctx context.Context, actor, company, name string, revision int64,
) (preset.Preset, error) {
	return r.change(ctx, actor, company, name, revision,
		func(p *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			ended := withdrawal(*p, actor, p.EndProposal(preset.BecauseWithdrawn, actor, tx.Now))
			if ended == nil {
				return store.PresetChange{}, fault.New(fault.Conflict, "no proposal waits for approval any more")
			}
			return store.PresetChange{Entry: *ended}, nil
		})
}
