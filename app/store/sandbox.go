package store

import (
	"context"

	"proofdesk/app/onboarding"
)

const sandboxJobs = `SELECT ` + jobColumns + ` FROM jobs WHERE company = ? AND sandbox <> '' ORDER BY seq DESC LIMIT ?`

// SandboxJobs returns a company's newest jobs whose outcome a sandbox client asked for.
func (q queries) SandboxJobs(ctx context.Context, company string, limit int) ([]onboarding.Job, error) {
	return list(ctx, q, scanJob, sandboxJobs, company, limit)
}
