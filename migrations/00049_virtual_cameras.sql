-- +goose Up

-- The virtual camera that the SDK saw a capture come from; empty where it saw none.
ALTER TABLE captures ADD COLUMN virtual_camera TEXT NOT NULL DEFAULT '';
