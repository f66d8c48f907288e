-- +goose Up
-- Every version of the web SDK that this installation has served, with its files: a page keeps a script for some
-- minutes and a packed app for months, and both go on loading the files that belong to it.
-- shared: the pages of every company load the same files
CREATE TABLE sdk_versions (
	version TEXT NOT NULL,
	published_at BIGINT NOT NULL CHECK (published_at > 0),
	deprecated TEXT NOT NULL DEFAULT '', -- why it should be replaced; empty while it need not be
	PRIMARY KEY (version)
);
-- shared: the pages of every company load the same files
CREATE TABLE sdk_files (
	version TEXT NOT NULL,
	name TEXT NOT NULL,
	sha256 TEXT NOT NULL, -- of the file itself, in hexadecimal
	size BIGINT NOT NULL CHECK (size >= 0), -- of the file itself
	packed BYTEA NOT NULL, -- by brotli
	PRIMARY KEY (version, name),
	FOREIGN KEY (version) REFERENCES sdk_versions (version)
);
CREATE INDEX sdk_files_name ON sdk_files (name, version);

-- +goose Down
DROP TABLE sdk_files;
DROP TABLE sdk_versions;
