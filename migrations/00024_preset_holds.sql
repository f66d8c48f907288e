-- +goose Up
-- The rules by which assignments of presets are held, and which of them are. Rates are shares of jobs; 1 is no limit.
CREATE TABLE preset_holds (
	company TEXT NOT NULL,
	preset TEXT NOT NULL,
	client_id TEXT NOT NULL,
	function TEXT NOT NULL,
	retry_rate DOUBLE PRECISION NOT NULL CHECK (retry_rate BETWEEN 0 AND 1),
	error_rate DOUBLE PRECISION NOT NULL CHECK (error_rate BETWEEN 0 AND 1),
	min_jobs BIGINT NOT NULL CHECK (min_jobs > 0),
	window_ms BIGINT NOT NULL CHECK (window_ms > 0),
	resumed_at BIGINT NOT NULL DEFAULT 0 CHECK (resumed_at >= 0), -- jobs from before don't count; 0 for never
	held_at BIGINT NOT NULL DEFAULT 0 CHECK (held_at >= 0), -- 0 for not held
	held_edition BIGINT NOT NULL DEFAULT 0 CHECK (held_edition >= 0),
	held_figure TEXT NOT NULL DEFAULT '' CHECK (held_figure IN ('', 'RETRY', 'ERROR')),
	held_jobs BIGINT NOT NULL DEFAULT 0 CHECK (held_jobs >= 0),
	held_bad BIGINT NOT NULL DEFAULT 0 CHECK (held_bad >= 0 AND held_bad <= held_jobs),
	PRIMARY KEY (company, preset, client_id, function),
	FOREIGN KEY (company, preset, client_id, function) REFERENCES preset_assignments (company, preset,
		client_id, function),
	CHECK ((held_at = 0) = (held_figure = '')),
	CHECK ((held_at = 0) = (held_edition = 0))
);

-- +goose Down
DROP TABLE preset_holds;
