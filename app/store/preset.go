package store

import (
	"context"
	"encoding/json"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

const (
	presetColumns = `company, name, description, archived, draft, draft_from, latest, proposal, withdrawn, revision,
		created_at, updated_at, updated_by`
	presetByName = `SELECT ` + presetColumns + ` FROM presets WHERE company = ? AND name = ?`
	presetList   = `SELECT ` + presetColumns + ` FROM presets WHERE company = ? ORDER BY name`
	presetCount  = `SELECT count(*) FROM presets WHERE company = ?`
	presetInsert = `INSERT INTO presets (` + presetColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	presetChange = `
		UPDATE presets
		SET description = ?, archived = ?, draft = ?, draft_from = ?, latest = ?, proposal = ?, withdrawn = ?,
			revision = revision + 1, updated_at = ?, updated_by = ?
		WHERE company = ? AND name = ? AND revision = ?`

	editionColumns = `company, preset, number, content, defaults, catalogue, note, origin, rollback_of, published_by,
		approved_by, published_at`
	editionByNumber = `SELECT ` + editionColumns +
		` FROM preset_editions WHERE company = ? AND preset = ? AND number = ?`
	editionContent = `SELECT content FROM preset_editions WHERE company = ? AND preset = ? AND number = ?`
	editionList    = `
		SELECT number, catalogue, note, origin, rollback_of, published_by, approved_by, published_at
		FROM preset_editions
		WHERE company = ? AND preset = ? AND number < ?
		ORDER BY number DESC
		LIMIT ?`
	editionInsert = `INSERT INTO preset_editions (` + editionColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

const (
	noPreset  = "there is no preset with this name"
	noEdition = "this preset does not have this version"
)

// PresetChange is what a change of a preset writes beside the preset itself.
type PresetChange struct {
	Nothing     bool // nothing changed, and nothing is written
	Aside       bool // only the assignments change: who changed the preset last, and when, stays
	Entry       audit.Entry
	Withdrawal  *audit.Entry         // of a proposal that the change ended
	Edition     *preset.Edition      // a version that is published
	Assignments *[]preset.Assignment // replace those of the preset
}

func scanPreset(scan scanner) (preset.Preset, error) {
	var p preset.Preset
	var draft, proposal, withdrawn string
	var archived int64
	err := scan(&p.Company, &p.Name, &p.Description, &archived, &draft, &p.From, &p.Latest, &proposal, &withdrawn,
		&p.Revision, instant{&p.CreatedAt}, instant{&p.UpdatedAt}, &p.UpdatedBy)
	p.Archived = archived != 0
	if err == nil {
		err = json.Unmarshal([]byte(draft), &p.Draft)
	}
	if err == nil && proposal != "" {
		err = json.Unmarshal([]byte(proposal), &p.Proposal)
	}
	if err == nil && withdrawn != "" {
		err = json.Unmarshal([]byte(withdrawn), &p.Withdrawn)
	}
	return p, err
}

// Preset returns one of a company's presets.
func (q queries) Preset(ctx context.Context, company, name string) (preset.Preset, error) {
	return scanPreset(q.row(ctx, presetByName, company, name).or(noPreset).scan)
}

// Presets lists a company's presets by name, archived ones too.
func (q queries) Presets(ctx context.Context, company string) ([]preset.Preset, error) {
	return list(ctx, q, scanPreset, presetList, company)
}

// CountPresets counts a company's presets, archived ones too.
func (q queries) CountPresets(ctx context.Context, company string) (int, error) {
	var n int
	err := q.row(ctx, presetCount, company).scan(&n)
	return n, err
}

// InsertPreset adds a preset at revision 1; a taken name is a Conflict.
func (tx *Tx) InsertPreset(ctx context.Context, p preset.Preset) error {
	err := tx.change(ctx, presetInsert, p.Company, p.Name, p.Description, flag(p.Archived), jsonObject(p.Draft), p.From,
		p.Latest, "", "", 1, millis(tx.Now), millis(tx.Now), p.UpdatedBy)
	if fault.Is(err, fault.Conflict) {
		return fault.BadField("name", "unique", "another preset already has this name: choose another name")
	}
	return err
}

// ChangePreset locks a preset, lets change edit it, and writes it under the next revision together with what change
// returns. Nothing else writes a preset, so that no edit is lost. It returns the preset as it is now.
func (tx *Tx) ChangePreset(
	ctx context.Context, company, name string, change func(*preset.Preset) (PresetChange, error),
) (preset.Preset, error) {
	p, err := scanPreset(tx.row(ctx, presetByName+tx.dialect.forUpdate, company, name).or(noPreset).scan)
	if err != nil {
		return p, err
	}
	before := p
	made, err := change(&p)
	switch {
	case err != nil:
		return p, err
	case made.Nothing:
		return before, nil
	case made.Aside:
		return tx.writePreset(ctx, before, made)
	}
	p.UpdatedAt = tx.Now
	return tx.writePreset(ctx, p, made)
}

// writePreset writes a preset that was read in this transaction.
func (tx *Tx) writePreset(ctx context.Context, p preset.Preset, made PresetChange) (preset.Preset, error) {
	proposal, withdrawn := "", ""
	if p.Proposal != nil {
		proposal = jsonObject(p.Proposal)
	}
	if len(p.Withdrawn) > 0 {
		withdrawn = jsonObject(p.Withdrawn)
	}
	n, err := tx.exec(ctx, presetChange, p.Description, flag(p.Archived), jsonObject(p.Draft), p.From, p.Latest,
		proposal, withdrawn, millis(p.UpdatedAt), p.UpdatedBy, p.Company, p.Name, p.Revision)
	if err != nil {
		return p, err
	}
	if n != 1 {
		return p, fault.New(fault.Conflict, "somebody else changed the preset: review it and save again")
	}
	p.Revision++
	return p, tx.writePresetChange(ctx, p, made)
}

func (tx *Tx) writePresetChange(ctx context.Context, p preset.Preset, made PresetChange) error {
	if e := made.Edition; e != nil {
		err := tx.change(ctx, editionInsert, p.Company, p.Name, e.Number, jsonObject(e.Content), jsonObject(e.Defaults),
			e.Catalogue, e.Note, e.Origin, e.Of, e.PublishedBy, e.ApprovedBy, millis(tx.Now))
		if err != nil {
			return err
		}
	}
	if made.Assignments != nil {
		if err := tx.replaceAssignments(ctx, p, *made.Assignments); err != nil {
			return err
		}
	}
	if made.Withdrawal != nil {
		if err := tx.Audit(ctx, *made.Withdrawal); err != nil {
			return err
		}
	}
	return tx.Audit(ctx, made.Entry)
}

func scanEdition(scan scanner) (preset.Edition, error) {
	var e preset.Edition
	var content, defaults string
	err := scan(&e.Company, &e.Preset, &e.Number, &content, &defaults, &e.Catalogue, &e.Note, &e.Origin, &e.Of,
		&e.PublishedBy, &e.ApprovedBy, instant{&e.PublishedAt})
	if err == nil {
		err = json.Unmarshal([]byte(content), &e.Content)
	}
	if err == nil {
		err = json.Unmarshal([]byte(defaults), &e.Defaults)
	}
	return e, err
}

// PresetEdition returns one version of a preset.
func (q queries) PresetEdition(ctx context.Context, company, name string, number int) (preset.Edition, error) {
	return scanEdition(q.row(ctx, editionByNumber, company, name, number).or(noEdition).scan)
}

// PresetContent returns what one version of a preset sets. It spares the defaults of its time, which are longer.
func (q queries) PresetContent(ctx context.Context, company, name string, number int) (preset.Content, error) {
	var c preset.Content
	var content string
	err := q.row(ctx, editionContent, company, name, number).or(noEdition).scan(&content)
	if err == nil {
		err = json.Unmarshal([]byte(content), &c)
	}
	return c, err
}

// PresetEditions lists up to limit versions of a preset that are older than one, without their contents, newest first.
func (q queries) PresetEditions(
	ctx context.Context, company, name string, before, limit int,
) ([]preset.Edition, error) {
	return list(ctx, q, func(scan scanner) (preset.Edition, error) {
		e := preset.Edition{Company: company, Preset: name}
		err := scan(&e.Number, &e.Catalogue, &e.Note, &e.Origin, &e.Of, &e.PublishedBy, &e.ApprovedBy,
			instant{&e.PublishedAt})
		return e, err
	}, editionList, company, name, before, limit)
}
