-- +goose Up
-- Pictures and fonts that presets show, under the hash of the bytes that devices load. The bytes are sealed in an
-- object of their own, whose key the company's key wraps.
CREATE TABLE preset_media (
	company TEXT NOT NULL,
	sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
	kind TEXT NOT NULL CHECK (kind IN ('image', 'font')),
	content_type TEXT NOT NULL
		CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp', 'font/ttf', 'font/otf')),
	name TEXT NOT NULL, -- of the file that was uploaded
	title TEXT NOT NULL DEFAULT '', -- of a font: the name that its designer gave it
	size BIGINT NOT NULL CHECK (size > 0),
	width BIGINT NOT NULL CHECK (width >= 0), -- of a picture, in pixels
	height BIGINT NOT NULL CHECK (height >= 0),
	object TEXT NOT NULL,
	wrapped_key BYTEA NOT NULL,
	created_at BIGINT NOT NULL CHECK (created_at > 0),
	created_by TEXT NOT NULL,
	PRIMARY KEY (company, sha256),
	FOREIGN KEY (company) REFERENCES companies (slug)
);
CREATE UNIQUE INDEX preset_media_object ON preset_media (company, object);

-- +goose Down
DROP TABLE preset_media;
