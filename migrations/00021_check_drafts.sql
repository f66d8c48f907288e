-- +goose Up
-- What the agent of a quality check has typed is a draft like any other: it stays theirs when somebody else takes the
-- check. Nobody has another draft of the job: a check only goes to agents who have never seen it.
INSERT INTO drafts (company, job_id, agent_id, body, updated_at)
SELECT company, job_id, holder, draft, claimed_at
FROM quality_checks
WHERE state = 'OPEN' AND draft <> '' AND holder <> ''
ON CONFLICT (company, job_id, agent_id) DO NOTHING;

ALTER TABLE quality_checks DROP COLUMN draft;

-- +goose Down
ALTER TABLE quality_checks ADD COLUMN draft TEXT NOT NULL DEFAULT '';
