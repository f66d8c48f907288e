-- +goose Up
-- Decisions of agents that were sampled for a second, blind review. The id is that of the first review.
CREATE TABLE quality_checks (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	function TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	outcome TEXT NOT NULL,
	reasons TEXT NOT NULL, -- codes, separated by commas
	reviewed_at BIGINT NOT NULL,
	rate BIGINT NOT NULL, -- per cent of such decisions that were sampled at the time
	drawn_at BIGINT NOT NULL,
	state TEXT NOT NULL, -- OPEN, DONE
	holder TEXT NOT NULL DEFAULT '',
	claim TEXT NOT NULL DEFAULT '',
	lease_until BIGINT NOT NULL DEFAULT 0,
	claimed_at BIGINT NOT NULL DEFAULT 0,
	version BIGINT NOT NULL DEFAULT 1,
	draft TEXT NOT NULL DEFAULT '', -- what the holder has filled in
	second_id TEXT NOT NULL DEFAULT '',
	second_outcome TEXT NOT NULL DEFAULT '',
	second_reasons TEXT NOT NULL DEFAULT '',
	second_note TEXT NOT NULL DEFAULT '',
	started_at BIGINT NOT NULL DEFAULT 0,
	closed_at BIGINT NOT NULL DEFAULT 0,
	agreed BIGINT NOT NULL DEFAULT 0,
	verdict TEXT NOT NULL DEFAULT '', -- FIRST, SECOND, EITHER
	judge_id TEXT NOT NULL DEFAULT '',
	verdict_note TEXT NOT NULL DEFAULT '',
	verdict_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);
CREATE INDEX quality_checks_open ON quality_checks (company, drawn_at, id) WHERE state = 'OPEN';
CREATE INDEX quality_checks_holder ON quality_checks (company, holder) WHERE state = 'OPEN' AND holder <> '';
CREATE INDEX quality_checks_done ON quality_checks (company, closed_at, id) WHERE state = 'DONE';
CREATE INDEX quality_checks_split ON quality_checks (company, closed_at, id) WHERE state = 'DONE' AND agreed = 0;
CREATE INDEX quality_checks_job ON quality_checks (company, job_id);
CREATE INDEX quality_checks_agent ON quality_checks (company, agent_id, verdict_at) WHERE verdict <> '';

-- Whether sampling for quality checks has looked at a review.
ALTER TABLE reviews ADD COLUMN drawn BIGINT NOT NULL DEFAULT 0;
UPDATE reviews SET drawn = 1;
CREATE INDEX reviews_undrawn ON reviews (completed_at) WHERE drawn = 0 AND kind = 'DECISION' AND undone_at IS NULL;

-- +goose Down
DROP INDEX reviews_undrawn;
ALTER TABLE reviews DROP COLUMN drawn;
DROP TABLE quality_checks;
