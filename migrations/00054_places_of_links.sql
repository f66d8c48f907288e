-- +goose Up
-- Whether the page of a capture link asks where the applicant is.
ALTER TABLE capture_links ADD COLUMN gps BIGINT NOT NULL DEFAULT 0 CHECK (gps IN (0, 1));

-- +goose Down
ALTER TABLE capture_links DROP COLUMN gps;
