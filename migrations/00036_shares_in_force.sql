-- +goose Up
-- The assignments in force for its client when a session got its preset, as a JSON list: what protects its job. Empty
-- for a session from before.
ALTER TABLE preset_draws ADD COLUMN in_force TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE preset_draws DROP COLUMN in_force;
