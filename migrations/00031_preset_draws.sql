-- +goose Up
-- The preset that each SDK session got, so that its job gets the same one.
CREATE TABLE preset_draws (
	company TEXT NOT NULL,
	session_id TEXT NOT NULL,
	client_id TEXT NOT NULL,
	preset TEXT NOT NULL, -- name@version; empty for the defaults
	named BIGINT NOT NULL CHECK (named IN (0, 1)), -- whether the host application named it
	drawn_at BIGINT NOT NULL CHECK (drawn_at > 0),
	PRIMARY KEY (company, session_id),
	FOREIGN KEY (company) REFERENCES companies (slug)
);
CREATE INDEX preset_draws_age ON preset_draws (drawn_at);

-- +goose Down
DROP TABLE preset_draws;
