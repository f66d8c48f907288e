-- +goose Up
-- The forms of the console that agents have sent, each under a key that its page makes for one submission. A form that
-- is sent again because its answer was lost is found here and not carried out twice. Neither the key nor what was
-- filled in can be read from a row.
CREATE TABLE submissions (
	company TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	key_sha256 TEXT NOT NULL,
	form_mac TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'FAILED')),
	http_status BIGINT NOT NULL CHECK (http_status >= 0),
	location TEXT NOT NULL,
	actions TEXT NOT NULL,
	created_at BIGINT NOT NULL CHECK (created_at > 0),
	PRIMARY KEY (company, agent_id, key_sha256),
	FOREIGN KEY (company) REFERENCES companies (slug)
);
CREATE INDEX submissions_age ON submissions (created_at);

-- +goose Down
DROP TABLE submissions;
