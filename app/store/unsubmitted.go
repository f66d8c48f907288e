package store

import "context"

const unsubmittedBytes = `
	SELECT CAST(COALESCE(SUM(u.held), 0) AS BIGINT),
		CAST(COALESCE(SUM(CASE WHEN u.linked THEN 0 ELSE u.held END), 0) AS BIGINT)
	FROM (
		SELECT EXISTS (
			SELECT 1
			FROM capture_links l
			WHERE l.company = j.company AND l.job_id = j.id
		) AS linked, (
			SELECT COALESCE(SUM(c.size), 0)
			FROM captures c
			WHERE c.company = j.company AND c.job_id = j.id AND c.object <> ''
		) + (
			SELECT COALESCE(SUM(p.size), 0)
			FROM capture_parts p
			WHERE p.company = j.company AND p.job_id = j.id
		) AS held
		FROM jobs j
		WHERE j.company = ? AND j.client_id = ? AND j.status = 'CAPTURING'
	) u`

// UnsubmittedBytes returns how many bytes the captures, and the parts of captures, of those jobs of a client have that
// are not submitted, and how many of them the jobs have that are not those of links.
func (q queries) UnsubmittedBytes(ctx context.Context, company, clientID string) (all, own int64, err error) {
	err = q.row(ctx, unsubmittedBytes, company, clientID).scan(&all, &own)
	return all, own, err
}
