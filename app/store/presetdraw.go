package store

import (
	"context"
	"encoding/json"
	"time"

	"proofdesk/app/preset"
)

// PresetDraw is the preset that an SDK session got.
type PresetDraw struct {
	Company   string
	SessionID string
	ClientID  string
	Preset    string // name@version; empty for the defaults
	Named     bool   // whether the host application named it
	DrawnAt   time.Time
	InForce   []preset.Assignment // those that could count for the client then; nil where that is not known
}

const (
	drawColumns   = `company, session_id, client_id, preset, named, drawn_at, in_force`
	drawInsert    = `INSERT INTO preset_draws (` + drawColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?)`
	drawBySession = `SELECT ` + drawColumns + ` FROM preset_draws WHERE company = ? AND session_id = ?`
	drawPurge     = `
		DELETE FROM preset_draws
		WHERE (company, session_id) IN (
			SELECT company, session_id
			FROM preset_draws
			WHERE drawn_at < ?
			ORDER BY drawn_at
			LIMIT ?
		)`
)

// InsertPresetDraw records what a session got.
func (tx *Tx) InsertPresetDraw(ctx context.Context, d PresetDraw) error {
	return tx.change(ctx, drawInsert, d.Company, d.SessionID, d.ClientID, d.Preset, flag(d.Named), millis(tx.Now),
		jsonObject(d.InForce))
}

// PresetDraw returns what a session got.
func (q queries) PresetDraw(ctx context.Context, company, session string) (PresetDraw, error) {
	var d PresetDraw
	var named int64
	var inForce string
	err := q.row(ctx, drawBySession, company, session).or("no presets are recorded for this session").
		scan(&d.Company, &d.SessionID, &d.ClientID, &d.Preset, &named, instant{&d.DrawnAt}, &inForce)
	d.Named = named != 0
	if err == nil && inForce != "" {
		err = json.Unmarshal([]byte(inForce), &d.InForce)
	}
	return d, err
}

// PurgePresetDraws removes up to limit draws from before a time, and returns how many it removed.
func (tx *Tx) PurgePresetDraws(ctx context.Context, before time.Time, limit int) (int64, error) {
	return tx.exec(ctx, drawPurge, millis(before), limit)
}
