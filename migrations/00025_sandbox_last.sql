-- +goose Up
-- The queue lists and hands out the jobs of sandbox clients after all others.
CREATE INDEX review_cases_next ON review_cases (company, state, sandbox, stakes, opened_at, seq) WHERE state <> 'DONE';
DROP INDEX review_cases_stakes;

-- +goose Down
CREATE INDEX review_cases_stakes ON review_cases (company, state, stakes, opened_at, seq) WHERE state <> 'DONE';
DROP INDEX review_cases_next;
