-- +goose Up
-- Redeliveries make the deliveries of a period due again, in the background.
CREATE TABLE redeliveries (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	actor TEXT NOT NULL,
	state TEXT NOT NULL, -- of the deliveries that were chosen: failed or delivered
	endpoint_id TEXT NOT NULL DEFAULT '',
	first_at BIGINT NOT NULL, -- when the first of them was created
	last_at BIGINT NOT NULL, -- all were created before it
	stage TEXT NOT NULL, -- RUNNING, DONE, STOPPED
	after BIGINT NOT NULL, -- the last seq that was looked at
	before BIGINT NOT NULL, -- deliveries with this seq or a higher one are skipped
	total BIGINT NOT NULL,
	done BIGINT NOT NULL DEFAULT 0,
	skipped BIGINT NOT NULL DEFAULT 0,
	created_at BIGINT NOT NULL,
	finished_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);
CREATE INDEX redeliveries_running ON redeliveries (id) WHERE stage = 'RUNNING';

-- +goose Down
DROP TABLE redeliveries;
