-- +goose Up
-- The jobs of presets by age, for the figures of the last days.
CREATE INDEX jobs_preset ON jobs (company, created_at) WHERE preset <> '';

-- +goose Down
DROP INDEX jobs_preset;
