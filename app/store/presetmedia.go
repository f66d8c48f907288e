package store

import (
	"context"
	"encoding/json"

	"proofdesk/app/preset"
)

const (
	mediaColumns = `company, sha256, kind, content_type, name, title, size, width, height, object, wrapped_key,
		created_at, created_by`
	mediaByHash = `SELECT ` + mediaColumns + ` FROM preset_media WHERE company = ? AND sha256 = ?`
	mediaOf     = `
		SELECT ` + mediaColumns + `
		FROM preset_media
		WHERE company = ?
		ORDER BY created_at DESC, sha256`
	mediaCount  = `SELECT count(*) FROM preset_media WHERE company = ?`
	mediaInsert = `
		INSERT INTO preset_media (` + mediaColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (company, sha256) DO NOTHING`
	mediaDelete = `DELETE FROM preset_media WHERE company = ? AND sha256 = ?`

	mediaInDrafts = `
		SELECT name, draft, proposal
		FROM presets
		WHERE company = ? AND (draft LIKE ? OR proposal LIKE ?)
		ORDER BY name`
	mediaInEditions = `
		SELECT preset, number, content
		FROM preset_editions
		WHERE company = ? AND content LIKE ?
		ORDER BY preset, number DESC`
)

const noMedia = "this upload no longer exists"

func scanMedia(scan scanner) (preset.Media, error) {
	var m preset.Media
	err := scan(&m.Company, &m.SHA256, &m.Kind, &m.ContentType, &m.Name, &m.Title, &m.Size, &m.Width, &m.Height,
		&m.Object, &m.WrappedKey, instant{&m.CreatedAt}, &m.CreatedBy)
	return m, err
}

// PresetMedia returns one of a company's uploads by its hash.
func (q queries) PresetMedia(ctx context.Context, company, sha256 string) (preset.Media, error) {
	return scanMedia(q.row(ctx, mediaByHash, company, sha256).or(noMedia).scan)
}

// AllPresetMedia lists a company's uploads, newest first.
func (q queries) AllPresetMedia(ctx context.Context, company string) ([]preset.Media, error) {
	return list(ctx, q, scanMedia, mediaOf, company)
}

// CountPresetMedia counts a company's uploads.
func (q queries) CountPresetMedia(ctx context.Context, company string) (n int, err error) {
	err = q.row(ctx, mediaCount, company).scan(&n)
	return n, err
}

// InsertPresetMedia adds an upload, and reports whether the company lacked it: of two that are added at once one is
// stored.
func (tx *Tx) InsertPresetMedia(ctx context.Context, m preset.Media) (bool, error) {
	n, err := tx.exec(ctx, mediaInsert, m.Company, m.SHA256, m.Kind, m.ContentType, m.Name, m.Title, m.Size, m.Width,
		m.Height, m.Object, m.WrappedKey, millis(tx.Now), m.CreatedBy)
	return n == 1, err
}

// HoldPresetMedia returns an upload that a draft is about to name, and keeps it until this transaction ends.
func (tx *Tx) HoldPresetMedia(ctx context.Context, company, sha256 string) (preset.Media, error) {
	return scanMedia(tx.row(ctx, mediaByHash+tx.dialect.forShare, company, sha256).or(noMedia).scan)
}

// RemovePresetMedia removes an upload unless a preset uses it, and lists its object as removed until ForgetObjects is
// called, once its file is deleted. Without its row the bytes can't be decrypted again.
func (tx *Tx) RemovePresetMedia(ctx context.Context, company, sha256 string) (preset.Media, error) {
	m, err := scanMedia(tx.row(ctx, mediaByHash+tx.dialect.forUpdate, company, sha256).or(noMedia).scan)
	if err != nil {
		return m, err
	}
	uses, err := tx.UsesOfPresetMedia(ctx, company, sha256)
	if err != nil {
		return m, err
	}
	if len(uses) > 0 {
		return m, uses[0].Refusal()
	}
	if err := tx.mustChange(ctx, noMedia, mediaDelete, company, sha256); err != nil {
		return m, err
	}
	return m, tx.change(ctx, removedObjectInsert, company, m.Object, millis(tx.Now))
}

// PresetMediaUses returns which presets of a company use each upload, by its hash: the draft and a proposal first, then
// the versions, newest first.
func (q queries) PresetMediaUses(ctx context.Context, company string) (map[string][]preset.MediaUse, error) {
	return q.mediaUses(ctx, company, preset.MediaRef(""))
}

// UsesOfPresetMedia returns which presets of a company use one upload, in the same order. Only those are decoded.
func (q queries) UsesOfPresetMedia(ctx context.Context, company, sha256 string) ([]preset.MediaUse, error) {
	uses, err := q.mediaUses(ctx, company, preset.MediaRef(sha256))
	return uses[sha256], err
}

// mediaUses returns the uses in the drafts, proposals and versions whose text holds a reference.
func (q queries) mediaUses(ctx context.Context, company, reference string) (map[string][]preset.MediaUse, error) {
	holding := "%" + reference + "%"
	uses := map[string][]preset.MediaUse{}
	add := func(c preset.Content, use preset.MediaUse) {
		for _, used := range c.Values.Media() {
			all := uses[used.SHA256]
			if len(all) == 0 || all[len(all)-1] != use {
				uses[used.SHA256] = append(all, use)
			}
		}
	}
	_, err := list(ctx, q, func(scan scanner) (_ struct{}, err error) {
		var name, text, proposed string
		var draft preset.Draft
		var proposal preset.Proposal
		if err = scan(&name, &text, &proposed); err == nil {
			err = json.Unmarshal([]byte(text), &draft)
		}
		if err == nil && proposed != "" {
			err = json.Unmarshal([]byte(proposed), &proposal)
		}
		add(preset.Content{Values: draft.Values()}, preset.MediaUse{Preset: name})
		add(proposal.Content, preset.MediaUse{Preset: name, Proposed: true})
		return struct{}{}, err
	}, mediaInDrafts, company, holding, holding)
	if err != nil {
		return nil, err
	}
	_, err = list(ctx, q, func(scan scanner) (_ struct{}, err error) {
		var use preset.MediaUse
		var text string
		var content preset.Content
		if err = scan(&use.Preset, &use.Version, &text); err == nil {
			err = content.UnmarshalJSON([]byte(text))
		}
		add(content, use)
		return struct{}{}, err
	}, mediaInEditions, company, holding)
	return uses, err
}
