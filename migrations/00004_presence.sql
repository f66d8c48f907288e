-- +goose Up
-- Agents who view a job. A row counts only while it is renewed.
CREATE TABLE viewers (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	seen_at BIGINT NOT NULL,
	PRIMARY KEY (company, job_id, agent_id)
);
CREATE INDEX viewers_agent ON viewers (company, agent_id, seen_at);
CREATE INDEX viewers_seen ON viewers (company, seen_at);

ALTER TABLE agents ADD COLUMN availability TEXT NOT NULL DEFAULT 'AVAILABLE'; -- AVAILABLE, BREAK, AWAY
ALTER TABLE agents ADD COLUMN available_at BIGINT NOT NULL DEFAULT 0; -- when it was last changed

-- +goose Down
ALTER TABLE agents DROP COLUMN available_at;
ALTER TABLE agents DROP COLUMN availability;
DROP TABLE viewers;
