package store

import (
	"context"
	"time"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

const (
	// Whether an applicant took a capture again is known as long as the captures are kept. What an agent asked for
	// later does not count: it says nothing about the first captures' guidance.
	keptJob    = `CASE WHEN j.submitted_at > 0 AND j.captures_removed_at = 0 THEN 1 ELSE 0 END`
	retakenJob = `CASE WHEN j.submitted_at > 0 AND j.captures_removed_at = 0 AND EXISTS (
				SELECT 1
				FROM captures c
				WHERE c.company = j.company AND c.job_id = j.id AND c.replaced_at IS NOT NULL
					AND c.request = '' AND c.superseded_by = ''
			) THEN 1 ELSE 0 END`
	endedJob   = `CASE WHEN j.decided_at > 0 THEN 1 ELSE 0 END`
	erroredJob = `CASE WHEN j.decided_at > 0 AND j.status = 'ERROR' THEN 1 ELSE 0 END`

	// A job counts neither for nor against a version until it had time to be submitted: of jobs that are still young,
	// the quick ones are submitted, so that a version of today would look better than it is.
	presetUses = `
		SELECT j.preset, j.sdk_version, COUNT(*),
			SUM(CASE WHEN j.created_at < ? THEN 1 ELSE 0 END),
			SUM(CASE WHEN j.submitted_at > 0 AND j.created_at < ? THEN 1 ELSE 0 END),
			SUM(` + keptJob + `), SUM(` + retakenJob + `), SUM(` + endedJob + `), SUM(` + erroredJob + `)
		FROM jobs j
		WHERE j.company = ? AND j.preset <> '' AND ` + isSandbox + ` = 0 AND j.created_at >= ?
		GROUP BY j.preset, j.sdk_version
		ORDER BY j.preset, j.sdk_version`

	verdictsSince = `
		SELECT c.kind, c.quality
		FROM jobs j
		JOIN captures c ON c.company = j.company AND c.job_id = j.id
		WHERE j.company = ? AND j.seq >= ? AND ` + isSandbox + ` = 0 AND c.quality IS NOT NULL
		ORDER BY j.seq DESC
		LIMIT ?`

	latestEditions = `
		SELECT e.preset, e.number, e.content, e.note, e.origin, e.published_by, e.approved_by, e.published_at
		FROM presets p
		JOIN preset_editions e ON e.company = p.company AND e.preset = p.name AND e.number = p.latest
		WHERE p.company = ?
		ORDER BY e.preset`
)

// PresetUse counts the jobs of one SDK version that were captured with a version of a preset. Sandbox jobs are left
// out.
type PresetUse struct {
	Preset     string // name@version
	SDKVersion string
	Jobs       int64
	Due        int64 // those that had time to be submitted
	Submitted  int64 // of Due
	preset.Outcomes
}

// PresetUses counts a company's jobs since a time by the version of a preset and the SDK version. Those that were begun
// before due had time to be submitted: the others of them count as given up.
func (q queries) PresetUses(ctx context.Context, company string, since, due time.Time) ([]PresetUse, error) {
	return list(ctx, q, func(scan scanner) (PresetUse, error) {
		var u PresetUse
		err := scan(&u.Preset, &u.SDKVersion, &u.Jobs, &u.Due, &u.Submitted, &u.Kept, &u.Retaken,
			&u.Ended, &u.Errors)
		return u, err
	}, presetUses, millis(due), millis(due), company, millis(since))
}

// CaptureVerdict is the verdict in the answer to an upload.
type CaptureVerdict struct {
	Kind    onboarding.CaptureKind
	Quality []byte // JSON
}

// CaptureVerdicts lists the verdicts on the captures of a company's jobs since a time, replaced captures included,
// those of the newest jobs first. Sandbox jobs are left out.
func (q queries) CaptureVerdicts(
	ctx context.Context, company string, since time.Time, limit int,
) ([]CaptureVerdict, error) {
	return list(ctx, q, func(scan scanner) (CaptureVerdict, error) {
		var v CaptureVerdict
		err := scan(&v.Kind, &v.Quality)
		return v, err
	}, verdictsSince, company, ids.FirstSeq(since), limit)
}

// LatestPresetEditions lists the newest version of each of a company's presets, without the defaults of its time.
func (q queries) LatestPresetEditions(ctx context.Context, company string) ([]preset.Edition, error) {
	return list(ctx, q, func(scan scanner) (preset.Edition, error) {
		e := preset.Edition{Company: company}
		var content string
		err := scan(&e.Preset, &e.Number, &content, &e.Note, &e.Origin, &e.PublishedBy, &e.ApprovedBy,
			instant{&e.PublishedAt})
		if err == nil {
			err = e.Content.UnmarshalJSON([]byte(content))
		}
		return e, err
	}, latestEditions, company)
}
