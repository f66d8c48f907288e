-- +goose Up
-- Why an agent approved a job in spite of its red findings, as a JSON list: of the review, and of a blind check.
ALTER TABLE reviews ADD COLUMN overrides TEXT NOT NULL DEFAULT '[]';
ALTER TABLE quality_checks ADD COLUMN second_overrides TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE quality_checks DROP COLUMN second_overrides;
ALTER TABLE reviews DROP COLUMN overrides;
