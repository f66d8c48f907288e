-- +goose Up
-- The origins of web pages from which browsers may call the API with a client's tokens, as a JSON list in order.
ALTER TABLE clients ADD COLUMN origins TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE clients DROP COLUMN origins;
