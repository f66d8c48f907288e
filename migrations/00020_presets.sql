-- +goose Up
-- Sets of SDK options under a name. The draft, the proposal that waits for a second person and the content of a
-- version are JSON objects by option.
CREATE TABLE presets (
	company TEXT NOT NULL,
	name TEXT NOT NULL,
	description TEXT NOT NULL,
	archived BIGINT NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
	draft TEXT NOT NULL,
	draft_from BIGINT NOT NULL CHECK (draft_from >= 0), -- the version that the draft began from; 0 for the defaults
	latest BIGINT NOT NULL CHECK (latest >= 0), -- the number of the newest version; 0 for none
	proposal TEXT NOT NULL DEFAULT '', -- empty for none
	revision BIGINT NOT NULL CHECK (revision > 0),
	created_at BIGINT NOT NULL CHECK (created_at > 0),
	updated_at BIGINT NOT NULL CHECK (updated_at > 0),
	updated_by TEXT NOT NULL,
	PRIMARY KEY (company, name),
	FOREIGN KEY (company) REFERENCES companies (slug)
);

-- What was published never changes. Defaults are those of the options at that time, as a JSON object by option.
CREATE TABLE preset_editions (
	company TEXT NOT NULL,
	preset TEXT NOT NULL,
	number BIGINT NOT NULL CHECK (number > 0),
	content TEXT NOT NULL,
	defaults TEXT NOT NULL,
	catalogue TEXT NOT NULL,
	note TEXT NOT NULL,
	origin TEXT NOT NULL, -- CONSOLE, API, IMPORT, ROLLBACK
	rollback_of BIGINT NOT NULL DEFAULT 0 CHECK (rollback_of >= 0),
	published_by TEXT NOT NULL,
	approved_by TEXT NOT NULL DEFAULT '',
	published_at BIGINT NOT NULL CHECK (published_at > 0),
	PRIMARY KEY (company, preset, number),
	FOREIGN KEY (company) REFERENCES companies (slug)
);

-- For which jobs a preset is used. An empty client or function stands for all of them.
CREATE TABLE preset_assignments (
	company TEXT NOT NULL,
	preset TEXT NOT NULL,
	client_id TEXT NOT NULL,
	function TEXT NOT NULL,
	edition BIGINT NOT NULL CHECK (edition >= 0), -- 0 for the latest
	from_at BIGINT NOT NULL CHECK (from_at >= 0),
	percent BIGINT NOT NULL CHECK (percent BETWEEN 1 AND 100),
	PRIMARY KEY (company, preset, client_id, function),
	FOREIGN KEY (company) REFERENCES companies (slug)
);

-- +goose Down
DROP TABLE preset_assignments;
DROP TABLE preset_editions;
DROP TABLE presets;
