package store

import (
	"context"

	"proofdesk/app/onboarding"
)

const sandboxJobs = `
	SELECT ` + jobColumns + `
	FROM jobs
	WHERE company = ? AND sandbox <> '' AND id NOT IN (` + blindJobs + `)
	ORDER BY seq DESC
	LIMIT ?`

// SandboxJobs returns a company's newest jobs whose outcome a sandbox client asked for, without those that the viewer,
// an agent's id, judges blind.
func (q queries) SandboxJobs(ctx context.Context, company, viewer string, limit int) ([]onboarding.Job, error) {
	return list(ctx, q, scanJob, sandboxJobs, company, company, viewer, limit)
}
