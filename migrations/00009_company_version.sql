-- +goose Up
-- The version grows with every change of a company's name and settings.
ALTER TABLE companies ADD COLUMN version BIGINT NOT NULL DEFAULT 1 CHECK (version >= 1);

-- +goose Down
ALTER TABLE companies DROP COLUMN version;
