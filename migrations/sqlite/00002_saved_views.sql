-- +goose Up
CREATE TABLE saved_views ( -- filters of a list under a name; scope is the owner's id, or empty for the whole company
	company TEXT NOT NULL, id TEXT NOT NULL, scope TEXT NOT NULL, owner TEXT NOT NULL, page TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL,
	query TEXT NOT NULL, created_at INTEGER NOT NULL,
	PRIMARY KEY (company, id)
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (company, scope, page, folded);
CREATE TABLE start_views ( -- the view that an agent starts with
	company TEXT NOT NULL, agent_id TEXT NOT NULL, view_id TEXT NOT NULL,
	PRIMARY KEY (company, agent_id)
);
CREATE INDEX start_views_view ON start_views (company, view_id);

-- +goose Down
DROP TABLE start_views;
DROP TABLE saved_views;
