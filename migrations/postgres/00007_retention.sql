-- +goose Up
CREATE TABLE retention_rules ( -- after how many days a company's finished jobs go, and before that their captures alone; 0 keeps them
	company TEXT PRIMARY KEY, job_days BIGINT NOT NULL, capture_days BIGINT NOT NULL, version BIGINT NOT NULL,
	looked_at BIGINT NOT NULL -- when it was last looked what is due
);
CREATE TABLE retention_runs ( -- removals, by the rule or asked for, in steps
	company TEXT NOT NULL, id TEXT NOT NULL, actor TEXT NOT NULL, stage TEXT NOT NULL, -- RUNNING, DONE, STOPPED, FAILED
	job_days BIGINT NOT NULL, capture_days BIGINT NOT NULL,
	jobs_before BIGINT NOT NULL, captures_before BIGINT NOT NULL, -- goes what was finished before it; 0 for nothing
	phase TEXT NOT NULL, -- JOBS, then CAPTURES
	after BIGINT NOT NULL DEFAULT 0, step BIGINT NOT NULL DEFAULT 0, -- the last seq that was looked at; steps made
	jobs_due BIGINT NOT NULL, captures_due BIGINT NOT NULL, jobs BIGINT NOT NULL DEFAULT 0, captures BIGINT NOT NULL DEFAULT 0,
	error TEXT NOT NULL DEFAULT '', created_at BIGINT NOT NULL, finished_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);
CREATE INDEX retention_runs_running ON retention_runs (id) WHERE stage = 'RUNNING';
CREATE TABLE removed_objects ( -- files whose capture is gone, until they are gone too
	company TEXT NOT NULL, object TEXT NOT NULL, removed_at BIGINT NOT NULL,
	PRIMARY KEY (company, object)
);
ALTER TABLE jobs ADD COLUMN captures_removed_at BIGINT NOT NULL DEFAULT 0; -- when the job's captures went before it; their rows stay without object and key
CREATE INDEX jobs_captured ON jobs (company, seq) WHERE captures_removed_at = 0;

-- +goose Down
DROP INDEX jobs_captured;
ALTER TABLE jobs DROP COLUMN captures_removed_at;
DROP TABLE removed_objects;
DROP TABLE retention_runs;
DROP TABLE retention_rules;
