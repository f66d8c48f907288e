-- +goose Up
-- The filters of a list under a name. Scope is the owner's id, or empty where the whole company has the view.
CREATE TABLE saved_views (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	scope TEXT NOT NULL,
	owner TEXT NOT NULL,
	page TEXT NOT NULL,
	name TEXT NOT NULL,
	folded TEXT NOT NULL,
	query TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	PRIMARY KEY (company, id)
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (company, scope, page, folded);

-- The view that an agent starts with.
CREATE TABLE start_views (
	company TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	view_id TEXT NOT NULL,
	PRIMARY KEY (company, agent_id)
);
CREATE INDEX start_views_view ON start_views (company, view_id);

-- +goose Down
DROP TABLE start_views;
DROP TABLE saved_views;
