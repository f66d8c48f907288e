-- +goose Up
-- The key of the form that a review was sent with. A form that is sent again because its answer was lost is found by it
-- and not carried out twice.
ALTER TABLE reviews ADD COLUMN request_key TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX reviews_request ON reviews (company, job_id, agent_id, request_key) WHERE request_key <> '';

-- +goose Down
DROP INDEX reviews_request;
ALTER TABLE reviews DROP COLUMN request_key;
