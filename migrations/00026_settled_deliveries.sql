-- +goose Up
-- A failed delivery that needs nothing more: since when (0 for never), who said so and why.
ALTER TABLE deliveries ADD COLUMN settled_at BIGINT NOT NULL DEFAULT 0 CHECK (settled_at >= 0);
ALTER TABLE deliveries ADD COLUMN settled_by TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN settled_why TEXT NOT NULL DEFAULT '';
CREATE INDEX deliveries_unsettled ON deliveries (company, endpoint_id, seq)
	WHERE state = 'failed' AND settled_at = 0 AND sandbox = 0;

-- +goose Down
DROP INDEX deliveries_unsettled;
ALTER TABLE deliveries DROP COLUMN settled_why;
ALTER TABLE deliveries DROP COLUMN settled_by;
ALTER TABLE deliveries DROP COLUMN settled_at;
