package presets

import (
	"context"
	"fmt"
	"slices"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// maxAssignments limits how many assignments a preset may have.
const maxAssignments = 100

// Assign replaces the assignments of a preset. One that stays as it was also stays held, or resumed. Where applicants
// are protected less with them than with those in force, they wait as a proposal for a second person.
func (r *Registry) Assign(
	ctx context.Context, actor, company, name string, revision int64, wanted []preset.Assignment,
) (preset.Preset, error) {
	return r.assign(ctx, actor, company, name, revision, wanted, func([]preset.Assignment) bool { return true })
}

// AssignOver is like Assign where the assignments still are those that the caller has seen, whatever else of the preset
// has changed.
func (r *Registry) AssignOver(
	ctx context.Context, actor, company, name string, was, wanted []preset.Assignment,
) (preset.Preset, error) {
	return r.assign(ctx, actor, company, name, AnyRevision, wanted,
		func(now []preset.Assignment) bool { return sameAssignments(now, was) })
}

func (r *Registry) assign(
	ctx context.Context, actor, company, name string, revision int64, wanted []preset.Assignment,
	seen func(now []preset.Assignment) bool,
) (preset.Preset, error) {
	if err := checkAssignments(wanted); err != nil {
		return preset.Preset{}, err
	}
	return r.share(ctx, actor, company, name, revision,
		func(p *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			made, err := plan(ctx, tx, *p, wanted)
			switch {
			case err == nil && !seen(made.before):
				return store.PresetChange{}, ErrAssignmentChanged
			case err != nil, made.same:
				return store.PresetChange{Nothing: true}, err
			case len(made.losses) == 0:
				change := made.change(*p, actor, map[string]any{})
				if p.Proposal != nil && p.Proposal.Assignments != nil { // it would undo this
					change.Withdrawal = withdrawal(*p, actor, p.EndProposal(preset.BecauseAssigned, actor, tx.Now))
				}
				return change, nil
			}
			if err := firstPerson(ctx, tx, company, actor); err != nil {
				return store.PresetChange{}, err
			}
			ended := p.EndProposal(preset.BecauseReplaced, actor, tx.Now)
			weakens := preset.PathsOf(made.losses)
			p.Propose(preset.Proposal{
				Weakens:     weakens,
				By:          actor,
				At:          tx.Now,
				Assignments: &made.wanted,
				Losses:      made.losses,
			})
			detail := map[string]any{"weakens": weakens, "assignments": len(wanted)}
			return store.PresetChange{
				Entry:      entry(company, actor, "preset.propose", name, detail),
				Withdrawal: withdrawal(*p, actor, ended),
			}, nil
		})
}

// share is like change, for what concerns the assignments: the presets of a client share its applicants.
func (r *Registry) share(
	ctx context.Context, actor, company, name string, revision int64,
	edit func(*preset.Preset, *store.Tx) (store.PresetChange, error),
) (preset.Preset, error) {
	var changed preset.Preset
	err := r.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if err := tx.LockCompany(ctx, company); err != nil {
			return err
		}
		changed, err = changeIn(ctx, tx, actor, company, name, revision, edit)
		return err
	})
	return changed, err
}

func checkAssignments(wanted []preset.Assignment) error {
	if len(wanted) > maxAssignments {
		return fault.BadField("assignments", "max_items", "a preset can have at most %d assignments", maxAssignments)
	}
	var mistakes []fault.Field
	seen := map[[2]string]bool{}
	for i, a := range wanted {
		under := fmt.Sprintf("assignments[%d]", i)
		mistakes = append(mistakes, a.Check(under)...)
		key := [2]string{a.Client, string(a.Function)}
		if seen[key] {
			mistakes = append(mistakes, fault.Field{
				Name:    under,
				Rule:    "unique",
				Message: under + " is for the same client and function as another one",
			})
		}
		seen[key] = true
	}
	return fault.BadFields(mistakes)
}

// planned are assignments that could be made.
type planned struct {
	before []preset.Assignment
	wanted []preset.Assignment
	same   bool // as they are already
	losses []preset.Loss
}

// change is what makes them. Detail is of its audit entry.
func (made planned) change(p preset.Preset, actor string, detail map[string]any) store.PresetChange {
	detail["assignments"] = len(made.wanted)
	return store.PresetChange{
		Entry:       entry(p.Company, actor, "preset.assign", p.Name, detail),
		Assignments: &made.wanted,
	}
}

// plan refuses assignments that are not possible.
func plan(ctx context.Context, tx *store.Tx, p preset.Preset, wanted []preset.Assignment) (made planned, err error) {
	all, err := tx.PresetAssignments(ctx, p.Company)
	if err != nil {
		return made, err
	}
	if err := possible(ctx, tx, p, wanted); err != nil {
		return made, err
	}
	wanted = slices.Clone(wanted)
	for i := range wanted {
		wanted[i].Preset, wanted[i].Newest = p.Name, p.Latest
		wanted[i].Hold = heldOn(wanted[i], all)
	}
	others := slices.DeleteFunc(slices.Clone(all), func(a preset.Assignment) bool { return a.Preset == p.Name })
	after := append(slices.Clone(wanted), others...)
	if err := fault.BadFields(preset.Overbooked(after)); err != nil {
		return made, err
	}
	made.before, made.wanted = assignedTo(all, p.Name), wanted
	made.same = sameAssignments(made.before, wanted)
	made.losses, err = losses(ctx, tx, p.Company, all, after)
	return made, err
}

// losses lists what applicants lose when other assignments are made.
func losses(
	ctx context.Context, tx *store.Tx, company string, before, after []preset.Assignment,
) (all []preset.Loss, err error) {
	read := map[preset.Choice]preset.Values{{}: preset.Edition{}.InForce()}
	values := func(u preset.Choice) preset.Values {
		if known, ok := read[u]; ok || err != nil {
			return known
		}
		var e preset.Edition
		e, err = tx.PresetEdition(ctx, company, u.Preset, u.Version)
		read[u] = e.InForce()
		return read[u]
	}
	all = preset.Losses(before, after, values, tx.Now)
	return all, err
}

// sameAssignments reports whether two lists hold the same assignments, in any order, whatever became of their holds.
func sameAssignments(all, others []preset.Assignment) bool {
	return len(all) == len(others) && !slices.ContainsFunc(all, func(a preset.Assignment) bool {
		return !slices.ContainsFunc(others, a.Same)
	})
}

// heldOn returns the rule of an assignment with what became of it where the preset had the same one already: whoever
// sends all assignments again resumes none of them.
func heldOn(wanted preset.Assignment, all []preset.Assignment) *preset.Hold {
	if wanted.Hold == nil {
		return nil
	}
	kept := *wanted.Hold
	kept.Resumed, kept.Held = time.Time{}, nil
	for _, a := range all {
		if a.Preset == wanted.Preset && a.SameScope(wanted) && a.Hold != nil && a.InForce() == wanted.InForce() {
			kept.Resumed, kept.Held = a.Hold.Resumed, a.Hold.Held
		}
	}
	return &kept
}

// Resume ends that an assignment is held: new applicants get it again. Jobs from before no longer count.
func (r *Registry) Resume(
	ctx context.Context, actor, company, name string, revision int64, client string, function onboarding.Function,
) (preset.Preset, error) {
	return r.change(ctx, actor, company, name, revision,
		func(_ *preset.Preset, tx *store.Tx) (store.PresetChange, error) {
			return changeHold(ctx, tx, company, name, client, function,
				func(a preset.Assignment) (preset.Hold, audit.Entry, error) {
					if a.Held() == nil {
						return preset.Hold{}, audit.Entry{}, fault.New(fault.Conflict, "this assignment is not on hold")
					}
					next := *a.Hold
					next.Resumed, next.Held = tx.Now, nil
					detail := scoped(a, map[string]any{"version": a.InForce()})
					return next, entry(company, actor, "preset.resume", name, detail), nil
				})
		})
}

// changeHold replaces the hold rule of one assignment of a preset that is locked.
func changeHold(
	ctx context.Context, tx *store.Tx, company, name, client string, function onboarding.Function,
	change func(preset.Assignment) (preset.Hold, audit.Entry, error),
) (store.PresetChange, error) {
	all, err := tx.PresetAssignments(ctx, company)
	if err != nil {
		return store.PresetChange{}, err
	}
	own := assignedTo(all, name)
	for i, a := range own {
		if a.Client != client || a.Function != function {
			continue
		}
		next, entry, err := change(a)
		own[i].Hold = &next
		return store.PresetChange{Entry: entry, Assignments: &own}, err
	}
	return store.PresetChange{}, fault.New(fault.Conflict, "this assignment no longer exists")
}

// scoped adds to the detail of an entry for whom an assignment is.
func scoped(a preset.Assignment, detail map[string]any) map[string]any {
	if a.Client != "" {
		detail["client"] = a.Client
	}
	if a.Function != "" {
		detail["function"] = a.Function
	}
	return detail
}

// possible refuses assignments of versions and to clients that don't exist.
func possible(ctx context.Context, tx *store.Tx, p preset.Preset, wanted []preset.Assignment) error {
	if len(wanted) > 0 && p.Latest == 0 {
		return fault.New(fault.Conflict, "nothing of the preset is published yet: publish a version first")
	}
	var mistakes []fault.Field
	for i, a := range wanted {
		if a.Version > p.Latest {
			mistakes = append(mistakes, fault.Field{
				Name:    fmt.Sprintf("assignments[%d].version", i),
				Rule:    "range",
				Message: fmt.Sprintf("the newest version is %d", p.Latest),
			})
		}
		if a.Client == "" {
			continue
		}
		switch _, err := tx.Client(ctx, p.Company, a.Client); {
		case err != nil && !fault.Is(err, fault.NotFound):
			return err
		case err != nil:
			mistakes = append(mistakes, fault.Field{
				Name:    fmt.Sprintf("assignments[%d].client", i),
				Rule:    "unknown",
				Message: "this client no longer exists",
			})
		}
	}
	return fault.BadFields(mistakes)
}

func assignedTo(all []preset.Assignment, name string) []preset.Assignment {
	return slices.DeleteFunc(slices.Clone(all), func(a preset.Assignment) bool { return a.Preset != name })
}
