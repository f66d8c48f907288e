-- +goose Up

-- What the devices measured while a job was captured, as JSON, until the rollups count it; empty where nothing waits.
ALTER TABLE jobs ADD COLUMN timings TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN timed_at BIGINT NOT NULL DEFAULT 0 CHECK (timed_at >= 0);
CREATE INDEX jobs_timed ON jobs (timed_at) WHERE timings <> '';
