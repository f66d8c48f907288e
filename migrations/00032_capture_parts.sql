-- +goose Up
-- Parts of captures whose upload is not complete, without gaps from the first byte on. Each part's bytes are sealed in
-- an object of their own, whose key the applicant's key wraps.
CREATE TABLE capture_parts (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('id_front', 'id_back', 'passport', 'secondary_front', 'secondary_back', 'selfie',
		'document', 'voice', 'signature', 'fingerprints', 'video', 'nfc')),
	start BIGINT NOT NULL CHECK (start >= 0), -- of the part in the capture, in bytes
	size BIGINT NOT NULL CHECK (size > 0), -- of the part
	total BIGINT NOT NULL CHECK (total > 0), -- of the whole capture
	sha256 TEXT NOT NULL CHECK (sha256 = '' OR length(sha256) = 64), -- of the whole capture; empty where not named
	object TEXT NOT NULL,
	wrapped_key BYTEA NOT NULL,
	created_at BIGINT NOT NULL CHECK (created_at > 0),
	PRIMARY KEY (company, job_id, kind, start),
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id),
	CHECK (start + size <= total)
);
CREATE UNIQUE INDEX capture_parts_object ON capture_parts (company, object);
CREATE INDEX capture_parts_age ON capture_parts (created_at) WHERE start = 0;

-- +goose Down
DROP TABLE capture_parts;
