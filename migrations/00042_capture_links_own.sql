-- +goose Up
-- A client may send captures for the job of a link too. Once the link has ended unused only what came by it goes.
ALTER TABLE captures ADD COLUMN link TEXT NOT NULL DEFAULT ''; -- the link that brought it; empty for the client
UPDATE captures SET link = request WHERE request <> '';
UPDATE captures SET link = coalesce((
	SELECT l.id FROM capture_links l
	WHERE l.company = captures.company AND l.job_id = captures.job_id AND l.asked_by = '' AND l.settled_at = 0), '')
WHERE request = '';

-- +goose Down
ALTER TABLE captures DROP COLUMN link;
