package store

import (
	"context"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

const (
	assignmentColumns = `preset, client_id, function, edition, from_at, percent`
	assignmentSelect  = `
		SELECT a.company, a.preset, a.client_id, a.function, a.edition, a.from_at, a.percent, p.latest,
			COALESCE(retry_rate, 1), COALESCE(error_rate, 1), COALESCE(min_jobs, 0), COALESCE(window_ms, 0),
			COALESCE(resumed_at, 0), COALESCE(held_at, 0), COALESCE(held_edition, 0), COALESCE(held_figure, ''),
			COALESCE(held_jobs, 0), COALESCE(held_bad, 0)`
	assignmentsOf = assignmentSelect + `
		FROM preset_assignments a
		JOIN presets p ON p.company = a.company AND p.name = a.preset
		LEFT JOIN preset_holds h ON h.company = a.company AND h.preset = a.preset AND h.client_id = a.client_id
			AND h.function = a.function
		WHERE a.company = ?
		ORDER BY a.preset, a.client_id, a.function`
	assignmentsWatched = assignmentSelect + `
		FROM preset_holds
		JOIN presets p ON p.company = preset_holds.company AND p.name = preset_holds.preset
		JOIN preset_assignments a ON a.company = preset_holds.company AND a.preset = preset_holds.preset
			AND a.client_id = preset_holds.client_id AND a.function = preset_holds.function
		WHERE held_at = 0 OR held_edition <> CASE WHEN a.edition = 0 THEN p.latest ELSE a.edition END
		ORDER BY preset_holds.company, preset_holds.preset, preset_holds.client_id, preset_holds.function`
	assignmentInsert = `
		INSERT INTO preset_assignments (company, ` + assignmentColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?)`
	assignmentsDelete = `DELETE FROM preset_assignments WHERE company = ? AND preset = ?`

	holdInsert = `
		INSERT INTO preset_holds (company, preset, client_id, function, retry_rate, error_rate, min_jobs, window_ms,
			resumed_at, held_at, held_edition, held_figure, held_jobs, held_bad)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	holdsDelete = `DELETE FROM preset_holds WHERE company = ? AND preset = ?`
)

// WatchedAssignment is an assignment of a company with a hold rule that may be broken.
type WatchedAssignment struct {
	Company string
	preset.Assignment
}

func scanAssignment(scan scanner) (WatchedAssignment, error) {
	var a WatchedAssignment
	var h preset.Hold
	var held preset.Held
	var window int64
	err := scan(&a.Company, &a.Preset, &a.Client, &a.Function, &a.Version, instant{&a.From}, &a.Percent, &a.Newest,
		&h.RetryRate, &h.ErrorRate, &h.MinJobs, &window, instant{&h.Resumed}, instant{&held.Since}, &held.Version,
		&held.Figure, &held.Jobs, &held.Bad)
	if h.MinJobs > 0 {
		a.Hold, h.Window = &h, time.Duration(window)*time.Millisecond
	}
	if !held.Since.IsZero() {
		h.Held = &held
	}
	return a, err
}

// PresetAssignments lists the assignments of all presets of a company, by preset.
func (q queries) PresetAssignments(ctx context.Context, company string) ([]preset.Assignment, error) {
	return list(ctx, q, func(scan scanner) (preset.Assignment, error) {
		a, err := scanAssignment(scan)
		return a.Assignment, err
	}, assignmentsOf, company)
}

// WatchedAssignments lists the assignments of all companies that have a hold rule and are not held.
func (q queries) WatchedAssignments(ctx context.Context) ([]WatchedAssignment, error) {
	return list(ctx, q, scanAssignment, assignmentsWatched)
}

// replaceAssignments replaces those of a preset.
func (tx *Tx) replaceAssignments(ctx context.Context, p preset.Preset, all []preset.Assignment) error {
	for _, text := range []string{holdsDelete, assignmentsDelete} {
		if err := tx.change(ctx, text, p.Company, p.Name); err != nil {
			return err
		}
	}
	for _, a := range all {
		err := tx.change(ctx, assignmentInsert, p.Company, p.Name, a.Client, a.Function, a.Version, millis(a.From),
			a.Percent)
		if err != nil {
			return err
		}
		if a.Hold == nil {
			continue
		}
		h, held := a.Hold, preset.Held{}
		if h.Held != nil {
			held = *h.Held
		}
		err = tx.change(ctx, holdInsert, p.Company, p.Name, a.Client, a.Function, h.RetryRate, h.ErrorRate, h.MinJobs,
			h.Window.Milliseconds(), millis(h.Resumed), millis(held.Since), held.Version, held.Figure, held.Jobs,
			held.Bad)
		if err != nil {
			return err
		}
	}
	return nil
}

// PresetJobs are the jobs of one version of a preset, of a client and a function where these are named.
type PresetJobs struct {
	Preset   string // name@version
	Client   string // empty for every client
	Function onboarding.Function
}

const presetOutcomes = `
	SELECT COALESCE(SUM(` + keptJob + `), 0), COALESCE(SUM(` + retakenJob + `), 0), COALESCE(SUM(` + endedJob + `), 0),
		COALESCE(SUM(` + erroredJob + `), 0)
	FROM jobs j
	WHERE j.company = ? AND j.preset <> '' AND j.preset = ? AND ` + isSandbox + ` = 0
		AND j.created_at >= ?
		AND (? = '' OR j.client_id = ?) AND (? = '' OR j.function = ?)`

// PresetOutcomes counts what became of jobs since a time. Sandbox jobs are left out.
func (q queries) PresetOutcomes(
	ctx context.Context, company string, of PresetJobs, since time.Time,
) (preset.Outcomes, error) {
	var o preset.Outcomes
	err := q.row(ctx, presetOutcomes, company, of.Preset, millis(since), of.Client, of.Client, of.Function,
		of.Function).scan(&o.Kept, &o.Retaken, &o.Ended, &o.Errors)
	return o, err
}
