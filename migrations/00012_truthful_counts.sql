-- +goose Up
-- Tests of integrators do not count as waiting or sent. A case and a delivery have a copy of that, so that no count
-- reads jobs.
ALTER TABLE review_cases ADD COLUMN sandbox BIGINT NOT NULL DEFAULT 0 CHECK (sandbox IN (0, 1));
ALTER TABLE deliveries ADD COLUMN sandbox BIGINT NOT NULL DEFAULT 0 CHECK (sandbox IN (0, 1));
UPDATE review_cases SET sandbox = 1
WHERE EXISTS (
	SELECT 1
	FROM jobs j
	LEFT JOIN clients k ON k.company = j.company AND k.id = j.client_id
	WHERE j.company = review_cases.company AND j.id = review_cases.job_id AND (j.sandbox <> '' OR k.sandbox = 1)
);
UPDATE deliveries SET sandbox = 1
WHERE EXISTS (
	SELECT 1
	FROM jobs j
	LEFT JOIN clients k ON k.company = j.company AND k.id = j.client_id
	WHERE j.company = deliveries.company AND j.id = deliveries.job_id AND (j.sandbox <> '' OR k.sandbox = 1)
);
CREATE INDEX review_cases_counted ON review_cases (company, state, deadline_at, opened_at)
	WHERE state <> 'DONE' AND sandbox = 0;
CREATE INDEX deliveries_counted ON deliveries (company, state, seq) WHERE sandbox = 0;
CREATE INDEX deliveries_counted_endpoint ON deliveries (company, endpoint_id, state, seq) WHERE sandbox = 0;

-- Why a quality check was closed without a second judgement; empty for one that was not.
ALTER TABLE quality_checks ADD COLUMN void TEXT NOT NULL DEFAULT '' CHECK (void IN ('', 'nobody_left'));
CREATE INDEX quality_checks_void ON quality_checks (company, closed_at) WHERE state = 'VOID';

-- +goose Down
DROP INDEX quality_checks_void;
UPDATE quality_checks SET state = 'OPEN' WHERE state = 'VOID';
ALTER TABLE quality_checks DROP COLUMN void;
DROP INDEX deliveries_counted_endpoint;
DROP INDEX deliveries_counted;
DROP INDEX review_cases_counted;
ALTER TABLE deliveries DROP COLUMN sandbox;
ALTER TABLE review_cases DROP COLUMN sandbox;
