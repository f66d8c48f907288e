-- +goose Up
-- what of its job a case is filtered by, so that no list of the queue looks up jobs that it does not show
ALTER TABLE review_cases ADD COLUMN client_id TEXT NOT NULL DEFAULT '';
ALTER TABLE review_cases ADD COLUMN document_type TEXT NOT NULL DEFAULT '';
UPDATE review_cases SET client_id = COALESCE((SELECT j.client_id FROM jobs j WHERE j.company = review_cases.company AND j.id = review_cases.job_id), ''),
	document_type = COALESCE((SELECT j.document_type FROM jobs j WHERE j.company = review_cases.company AND j.id = review_cases.job_id), '');
-- what waits, in the orders of the queue but the nearest deadline, which review_cases_queue has
CREATE INDEX review_cases_score ON review_cases (company, state, score, seq) WHERE state <> 'DONE';
CREATE INDEX review_cases_waiting ON review_cases (company, state, opened_at, seq) WHERE state <> 'DONE';

-- +goose Down
DROP INDEX review_cases_waiting;
DROP INDEX review_cases_score;
ALTER TABLE review_cases DROP COLUMN document_type;
ALTER TABLE review_cases DROP COLUMN client_id;
