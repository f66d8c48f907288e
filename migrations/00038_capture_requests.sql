-- +goose Up
-- An agent who reviews a job may ask its applicant for captures anew. Such a request is a capture link of its own: it
-- belongs to a job that has others, and what it brings comes into force once it is submitted and checked.
ALTER TABLE capture_links ADD COLUMN asked_by TEXT NOT NULL DEFAULT ''; -- an agent; empty for the link of a whole job
ALTER TABLE capture_links ADD COLUMN asked TEXT NOT NULL DEFAULT '{}'; -- which captures, and why
ALTER TABLE capture_links ADD COLUMN sealed_secret BYTEA; -- of a request, so that it can be shown again
ALTER TABLE capture_links ADD COLUMN submitted_at BIGINT NOT NULL DEFAULT 0 CHECK (submitted_at >= 0);
ALTER TABLE capture_links ADD COLUMN checked_at BIGINT NOT NULL DEFAULT 0 CHECK (checked_at >= 0);
ALTER TABLE capture_links ADD COLUMN due_at BIGINT NOT NULL DEFAULT 0 CHECK (due_at >= 0); -- the checks
ALTER TABLE capture_links ADD COLUMN lease TEXT NOT NULL DEFAULT ''; -- of the worker that runs the checks
ALTER TABLE capture_links ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0);
DROP INDEX capture_links_job;
CREATE UNIQUE INDEX capture_links_job ON capture_links (company, job_id) WHERE asked_by = '';
CREATE UNIQUE INDEX capture_links_request ON capture_links (company, job_id)
	WHERE asked_by <> '' AND revoked_at = 0 AND checked_at = 0;
CREATE INDEX capture_links_jobs ON capture_links (company, job_id, id);
CREATE INDEX capture_links_due ON capture_links (due_at) WHERE due_at > 0;

-- A capture of a request has replaced_at 0 until it comes into force; one that was never submitted keeps it.
ALTER TABLE captures ADD COLUMN request TEXT NOT NULL DEFAULT ''; -- the link that brought it; empty for the first
ALTER TABLE captures ADD COLUMN superseded_by TEXT NOT NULL DEFAULT ''; -- the link whose capture came in its place

ALTER TABLE review_cases ADD COLUMN waits_until BIGINT NOT NULL DEFAULT 0 CHECK (waits_until >= 0); -- for an applicant
ALTER TABLE review_cases ADD COLUMN returns_to TEXT NOT NULL DEFAULT ''; -- the agent who gets it first
ALTER TABLE review_cases ADD COLUMN returns_until BIGINT NOT NULL DEFAULT 0 CHECK (returns_until >= 0);
CREATE INDEX review_cases_returns ON review_cases (company, returns_to, returns_until, seq) WHERE returns_to <> '';

-- +goose Down
DROP INDEX review_cases_returns;
ALTER TABLE review_cases DROP COLUMN returns_until;
ALTER TABLE review_cases DROP COLUMN returns_to;
ALTER TABLE review_cases DROP COLUMN waits_until;
ALTER TABLE captures DROP COLUMN superseded_by;
ALTER TABLE captures DROP COLUMN request;
DROP INDEX capture_links_due;
DROP INDEX capture_links_jobs;
DROP INDEX capture_links_request;
DROP INDEX capture_links_job;
DELETE FROM capture_links WHERE asked_by <> '';
CREATE UNIQUE INDEX capture_links_job ON capture_links (company, job_id);
ALTER TABLE capture_links DROP COLUMN attempts;
ALTER TABLE capture_links DROP COLUMN lease;
ALTER TABLE capture_links DROP COLUMN due_at;
ALTER TABLE capture_links DROP COLUMN checked_at;
ALTER TABLE capture_links DROP COLUMN submitted_at;
ALTER TABLE capture_links DROP COLUMN sealed_secret;
ALTER TABLE capture_links DROP COLUMN asked;
ALTER TABLE capture_links DROP COLUMN asked_by;
