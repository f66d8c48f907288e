-- +goose Up
-- The proposals of a preset that ended without their proposers' doing, as a JSON list; empty for none.
ALTER TABLE presets ADD COLUMN withdrawn TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE presets DROP COLUMN withdrawn;
