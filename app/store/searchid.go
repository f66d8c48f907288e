package store

import (
	"context"
	"strings"

	"proofdesk/app/onboarding"
)

// maxIDs is how many ids with the same beginning, the newest, are compared with an end.
const maxIDs = 200_000

var jobsByID = selectJobs + `
	FROM jobs j
	WHERE j.company = ? AND j.id IN (
		SELECT n.id
		FROM (SELECT id FROM jobs WHERE company = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?) n
		WHERE n.id LIKE ?
		LIMIT ?
	) AND j.id NOT IN (` + blindJobs + `)
	ORDER BY j.id DESC`

// JobsByID lists up to limit jobs whose ids begin and end with the given characters, newest first. A character that no
// id has, or a beginning of fewer than four characters, finds nothing. Jobs that the viewer, an agent's id, judges
// blind are left out.
func (q queries) JobsByID(
	ctx context.Context, company, viewer, begin, end string, limit int,
) ([]onboarding.Job, error) {
	begin, end = strings.ToLower(begin), strings.ToLower(end)
	if len(begin) < 4 || strings.Trim(begin+end, "0123456789abcdef-") != "" {
		return nil, nil
	}
	return list(ctx, q, scanJob, jobsByID, company, company, begin, begin+"g", maxIDs, begin+"%"+end, limit, company,
		viewer)
}
