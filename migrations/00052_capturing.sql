-- +goose Up

-- The jobs whose captures are removed where nobody goes on with them.
CREATE INDEX jobs_capturing ON jobs (seq) WHERE status = 'CAPTURING';
