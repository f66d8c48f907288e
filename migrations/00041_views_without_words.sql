-- +goose Up
-- The words of a search may name a person who is erased, and a view is not erased with one: it keeps filters only.
UPDATE saved_views SET query = (
	WITH RECURSIVE
	places (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM places WHERE n <= length(saved_views.query)),
	bounds (first) AS (SELECT min(n) FROM places WHERE substr('&' || saved_views.query, n, 3) = '&q='),
	ends (last) AS (SELECT coalesce(min(n), length(saved_views.query) + 2) FROM places, bounds
		WHERE n > first AND substr('&' || saved_views.query, n, 1) = '&')
	SELECT ltrim(substr('&' || saved_views.query, 1, first - 1) || substr('&' || saved_views.query, last), '&')
	FROM bounds, ends)
WHERE page = 'jobs' AND '&' || query LIKE '%&q=%';

-- +goose Down
-- The words are gone.
SELECT 1;
