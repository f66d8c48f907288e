-- +goose Up
ALTER TABLE companies ADD COLUMN version BIGINT NOT NULL DEFAULT 1; -- grows with every change of name and settings

-- +goose Down
ALTER TABLE companies DROP COLUMN version;
