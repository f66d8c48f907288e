-- +goose Up
-- The queue is filtered by these columns of a job. A case has copies of them, so that no list reads jobs that it does
-- not show.
ALTER TABLE review_cases ADD COLUMN client_id TEXT NOT NULL DEFAULT '';
ALTER TABLE review_cases ADD COLUMN document_type TEXT NOT NULL DEFAULT '';
UPDATE review_cases SET
	client_id = COALESCE((
		SELECT j.client_id
		FROM jobs j
		WHERE j.company = review_cases.company AND j.id = review_cases.job_id
	), ''),
	document_type = COALESCE((
		SELECT j.document_type
		FROM jobs j
		WHERE j.company = review_cases.company AND j.id = review_cases.job_id
	), '');

-- Open cases by score and by waiting time. The index review_cases_queue has them by deadline.
CREATE INDEX review_cases_score ON review_cases (company, state, score, seq) WHERE state <> 'DONE';
CREATE INDEX review_cases_waiting ON review_cases (company, state, opened_at, seq) WHERE state <> 'DONE';

-- +goose Down
DROP INDEX review_cases_waiting;
DROP INDEX review_cases_score;
ALTER TABLE review_cases DROP COLUMN document_type;
ALTER TABLE review_cases DROP COLUMN client_id;
