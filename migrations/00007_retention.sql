-- +goose Up
-- The number of days after which a company's finished jobs and their captures are removed. 0 keeps them.
CREATE TABLE retention_rules (
	company TEXT PRIMARY KEY,
	job_days BIGINT NOT NULL,
	capture_days BIGINT NOT NULL,
	version BIGINT NOT NULL,
	looked_at BIGINT NOT NULL -- when a node last looked for jobs that are due
);

-- Removals, which a rule or a person started. They run in steps.
CREATE TABLE retention_runs (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	actor TEXT NOT NULL,
	stage TEXT NOT NULL, -- RUNNING, DONE, STOPPED, FAILED
	job_days BIGINT NOT NULL,
	capture_days BIGINT NOT NULL,
	jobs_before BIGINT NOT NULL, -- jobs that were finished before it are removed; 0 for none
	captures_before BIGINT NOT NULL, -- captures of jobs that were finished before it are removed; 0 for none
	phase TEXT NOT NULL, -- JOBS, then CAPTURES
	after BIGINT NOT NULL DEFAULT 0, -- the last seq that was looked at
	step BIGINT NOT NULL DEFAULT 0, -- the number of steps so far
	jobs_due BIGINT NOT NULL,
	captures_due BIGINT NOT NULL,
	jobs BIGINT NOT NULL DEFAULT 0,
	captures BIGINT NOT NULL DEFAULT 0,
	error TEXT NOT NULL DEFAULT '',
	created_at BIGINT NOT NULL,
	finished_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);
CREATE INDEX retention_runs_running ON retention_runs (id) WHERE stage = 'RUNNING';

-- Files whose capture was removed and that still have to be deleted.
CREATE TABLE removed_objects (
	company TEXT NOT NULL,
	object TEXT NOT NULL,
	removed_at BIGINT NOT NULL,
	PRIMARY KEY (company, object)
);

-- When the captures of a job were removed before the job. Their rows stay, without object and key.
ALTER TABLE jobs ADD COLUMN captures_removed_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX jobs_captured ON jobs (company, seq) WHERE captures_removed_at = 0;

-- +goose Down
DROP INDEX jobs_captured;
ALTER TABLE jobs DROP COLUMN captures_removed_at;
DROP TABLE removed_objects;
DROP TABLE retention_runs;
DROP TABLE retention_rules;
