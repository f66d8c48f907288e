package api

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

// presetLine is a preset in a list.
type presetLine struct {
	Name        string               `json:"name"`
	Description string               `json:"description"`
	Archived    bool                 `json:"archived"`
	Revision    int64                `json:"revision"`
	Latest      int                  `json:"latest"` // 0 before the first version
	Set         int                  `json:"set"`    // how many options the draft sets by hand
	Assignments []assignmentBody     `json:"assignments"`
	CreatedAt   onboarding.Timestamp `json:"createdAt"`
	UpdatedAt   onboarding.Timestamp `json:"updatedAt"`
	UpdatedBy   string               `json:"updatedBy"`
}

func lineOf(p preset.Preset, all []preset.Assignment) presetLine {
	l := presetLine{
		Name:        p.Name,
		Description: p.Description,
		Archived:    p.Archived,
		Revision:    p.Revision,
		Latest:      p.Latest,
		Set:         p.Draft.Options(),
		Assignments: []assignmentBody{},
		CreatedAt:   onboarding.Timestamp(p.CreatedAt),
		UpdatedAt:   onboarding.Timestamp(p.UpdatedAt),
		UpdatedBy:   p.UpdatedBy,
	}
	for _, a := range all {
		if a.Preset != p.Name {
			continue
		}
		l.Assignments = append(l.Assignments, assignmentOf(a))
	}
	return l
}

// presetBody is a whole preset.
type presetBody struct {
	presetLine
	Draft    draftBody     `json:"draft"`
	Proposal *proposalBody `json:"proposal,omitempty"`
}

// draftBody is what a draft sets.
type draftBody struct {
	From   int                       `json:"from"`   // the version that it began from; 0 for the defaults
	Values map[string]any            `json:"values"` // without what the palette fills
	Texts  map[string]map[string]any `json:"texts,omitempty"`
	// Palette holds slots by name.
	Palette preset.Palette `json:"palette,omitempty"`
}

func presetOf(p preset.Preset, all []preset.Assignment) presetBody {
	b := presetBody{presetLine: lineOf(p, all)}
	content := p.Draft.ByHand()
	b.Draft = draftBody{
		From:    p.From,
		Values:  content.Values.Nested(),
		Texts:   content.NestedTexts(),
		Palette: p.Draft.Palette(),
	}
	if p.Proposal != nil {
		proposal := proposalOf(p.Proposal)
		b.Proposal = &proposal
	}
	return b
}

// proposalBody is what waits for a second person's approval: a version, or assignments.
type proposalBody struct {
	Note        string               `json:"note"`
	Weakens     []string             `json:"weakens"` // the options that protect less
	By          string               `json:"by"`
	At          onboarding.Timestamp `json:"at"`
	Assignments *[]assignmentBody    `json:"assignments,omitempty"`
}

func proposalOf(p *preset.Proposal) proposalBody {
	b := proposalBody{Note: p.Note, Weakens: p.Weakens, By: p.By, At: onboarding.Timestamp(p.At)}
	if p.Assignments == nil {
		return b
	}
	all := []assignmentBody{}
	for _, a := range *p.Assignments {
		all = append(all, assignmentOf(a))
	}
	b.Assignments = &all
	return b
}

// overlapBody is a change that was not made, because somebody else had changed the option. A value is missing where the
// option is not set, and so is who changed it where nobody ever has.
type overlapBody struct {
	Path   string               `json:"path"`
	Yours  any                  `json:"yours,omitempty"`
	Theirs any                  `json:"theirs,omitempty"`
	By     string               `json:"by,omitempty"`
	At     onboarding.Timestamp `json:"at,omitzero"`
}

func overlapsOf(all []preset.Overlap) []overlapBody {
	shown := make([]overlapBody, len(all))
	for i, o := range all {
		shown[i] = overlapBody{Path: o.Path, Yours: o.Yours, Theirs: o.Theirs, By: o.By, At: onboarding.Timestamp(o.At)}
	}
	return shown
}

// validity is whether a content could be published, and what is wrong with it.
type validity struct {
	Valid    bool      `json:"valid"`
	Errors   []finding `json:"errors"`
	Warnings []finding `json:"warnings"`
}

// finding is what is wrong with an option.
type finding struct {
	Name    string `json:"path"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

func findings(fields []fault.Field) []finding {
	all := make([]finding, len(fields))
	for i, f := range fields {
		all[i] = finding(f)
	}
	return all
}

// editionLine is a version in a list.
type editionLine struct {
	Version     int                  `json:"version"`
	Note        string               `json:"note"`
	Origin      preset.Origin        `json:"origin"`
	RollbackOf  int                  `json:"rollbackOf,omitempty"`
	Catalogue   string               `json:"catalogue"`
	PublishedBy string               `json:"publishedBy"`
	ApprovedBy  string               `json:"approvedBy,omitempty"`
	PublishedAt onboarding.Timestamp `json:"publishedAt"`
}

func editionLineOf(e preset.Edition) editionLine {
	return editionLine{
		Version:     e.Number,
		Note:        e.Note,
		Origin:      e.Origin,
		RollbackOf:  e.Of,
		Catalogue:   e.Catalogue,
		PublishedBy: e.PublishedBy,
		ApprovedBy:  e.ApprovedBy,
		PublishedAt: onboarding.Timestamp(e.PublishedAt),
	}
}

// editionBody is a version with its content.
type editionBody struct {
	editionLine
	Values map[string]any            `json:"values"`
	Texts  map[string]map[string]any `json:"texts,omitempty"`
}

func editionOf(e preset.Edition) editionBody {
	return editionBody{editionLineOf(e), e.Content.Values.Nested(), e.Content.NestedTexts()}
}

// differenceBody is an option that differs. A value is missing where the option is not set.
type differenceBody struct {
	Path string `json:"path"`
	From any    `json:"from,omitempty"`
	To   any    `json:"to,omitempty"`
}

func differencesOf(all []preset.Difference) []differenceBody {
	shown := make([]differenceBody, len(all))
	for i, d := range all {
		shown[i] = differenceBody(d)
	}
	return shown
}

// changeState makes a change of a preset that needs no body.
func (a *API) changeState(
	c *fiber.Ctx,
	change func(ctx context.Context, actor, company, name string, revision int64) (preset.Preset, error),
) error {
	if _, err := query(c); err != nil {
		return err
	}
	revision, err := revisionOf(c)
	if err != nil {
		return err
	}
	p, err := change(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), revision)
	if err != nil {
		return err
	}
	return a.sendPreset(c, p)
}

// importPreset creates a preset from a file, or replaces the draft of the one that has its name. The parameter name
// names it otherwise, and an object of values alone, which has no name.
func (a *API) importPreset(c *fiber.Ctx) error {
	q, err := query(c, "name")
	if err != nil {
		return err
	}
	f, err := importedFile(c)
	if err != nil {
		return err
	}
	f.Name = cmp.Or(q["name"], f.Name)
	filling, err := f.Parse()
	if err != nil {
		return err
	}
	company := holderOf(c).Company
	_, err = a.Intake.Store.Preset(c.UserContext(), company, f.Name)
	switch {
	case fault.Is(err, fault.NotFound):
		n := presets.NewPreset{
			Name:        f.Name,
			Description: f.Description,
			Content:     filling.Content,
			Palette:     filling.Palette,
			Imported:    true,
		}
		p, err := a.Presets.Create(c.UserContext(), actorOf(c), company, n)
		if err != nil {
			return err
		}
		c.Location("/api/presets/" + p.Name)
		c.Status(fiber.StatusCreated)
		return a.sendPreset(c, p)
	case err != nil:
		return err
	}
	revision, err := revisionOf(c)
	if err != nil {
		return err
	}
	p, err := a.Presets.ReplaceDraft(c.UserContext(), actorOf(c), company, f.Name, revision, filling)
	if err != nil {
		return err
	}
	return a.sendPreset(c, p)
}

// importedFile returns the file that was sent, or the values alone as one.
func importedFile(c *fiber.Ctx) (preset.File, error) {
	if err := wantType(c, fiber.MIMEApplicationJSON); err != nil {
		return preset.File{}, err
	}
	if deep := preset.TooDeep(c.Body()); deep != nil {
		return preset.File{}, fault.BadFields([]fault.Field{*deep})
	}
	if body := c.Body(); json.Valid(body) && !preset.IsFile(body) {
		return preset.File{Values: body}, nil
	}
	var f preset.File
	if err := decode(c, &f); err != nil {
		return f, err
	}
	if f.Version < 0 {
		return f, fault.BadField("version", "range", "version must be the number of a version")
	}
	return f, nil
}
