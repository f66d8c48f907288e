-- +goose Up
CREATE TABLE redeliveries ( -- deliveries of a span of time that are made due again in the background; after is the last seq that was looked at
	company TEXT NOT NULL, id TEXT NOT NULL, actor TEXT NOT NULL, state TEXT NOT NULL, -- failed or delivered: which were chosen
	endpoint_id TEXT NOT NULL DEFAULT '', first_at BIGINT NOT NULL, last_at BIGINT NOT NULL, -- from when, until before when they were made
	stage TEXT NOT NULL, -- RUNNING, DONE, STOPPED
	after BIGINT NOT NULL, before BIGINT NOT NULL, total BIGINT NOT NULL, done BIGINT NOT NULL DEFAULT 0, skipped BIGINT NOT NULL DEFAULT 0,
	created_at BIGINT NOT NULL, finished_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);
CREATE INDEX redeliveries_running ON redeliveries (id) WHERE stage = 'RUNNING';

-- +goose Down
DROP TABLE redeliveries;
