-- +goose Up
-- Links to the hosted capture page. A link belongs to one job, whose captures the holder of its secret may send.
CREATE TABLE capture_links (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	client_id TEXT NOT NULL,
	secret_sha256 TEXT NOT NULL CHECK (length(secret_sha256) = 64),
	language TEXT NOT NULL, -- empty where the preset decides
	return_url TEXT NOT NULL, -- empty for none
	reference TEXT NOT NULL, -- the integrator's own; empty for none
	created_at BIGINT NOT NULL CHECK (created_at > 0),
	expires_at BIGINT NOT NULL CHECK (expires_at > created_at),
	opened_at BIGINT NOT NULL CHECK (opened_at >= 0), -- 0 while nobody has seen the page
	started_at BIGINT NOT NULL CHECK (started_at >= 0), -- 0 while no browser has it
	token_sha256 TEXT NOT NULL CHECK (length(token_sha256) IN (0, 64)), -- of the browser that has it
	consent TEXT NOT NULL, -- the version of the text that the applicant agreed to
	revoked_at BIGINT NOT NULL CHECK (revoked_at >= 0),
	PRIMARY KEY (company, id),
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id),
	CHECK ((started_at = 0) = (token_sha256 = ''))
);
CREATE UNIQUE INDEX capture_links_id ON capture_links (id);
CREATE UNIQUE INDEX capture_links_job ON capture_links (company, job_id);

-- +goose Down
DROP TABLE capture_links;
