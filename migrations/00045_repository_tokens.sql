-- +goose Up
-- The tokens with which a company's developers and build servers download the web SDK.
CREATE TABLE repository_tokens (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	mac BYTEA NOT NULL, -- HMAC-SHA-256 of the token under the pepper
	hint TEXT NOT NULL, -- its last characters, to tell two apart
	created_at BIGINT NOT NULL CHECK (created_at > 0),
	created_by TEXT NOT NULL, -- an actor as in the audit trail
	expires_at BIGINT NOT NULL CHECK (expires_at > created_at),
	last_used_at BIGINT NOT NULL DEFAULT 0 CHECK (last_used_at >= 0), -- 0 while unused
	revoked_at BIGINT NOT NULL DEFAULT 0 CHECK (revoked_at >= 0), -- 0 while it is not
	PRIMARY KEY (company, id),
	FOREIGN KEY (company) REFERENCES companies (slug)
);
CREATE UNIQUE INDEX repository_tokens_mac ON repository_tokens (mac);

-- +goose Down
DROP TABLE repository_tokens;
