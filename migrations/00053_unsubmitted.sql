-- +goose Up

-- What the captures of each client's jobs that are not submitted hold together.
CREATE INDEX jobs_unsubmitted ON jobs (company, client_id) WHERE status = 'CAPTURING';
