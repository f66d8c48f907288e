-- +goose Up
-- An assignment to 0 per cent of the applicants is kept for later. Neither database changes a CHECK of a column in
-- place, so another column takes its name.
ALTER TABLE preset_assignments ADD COLUMN share BIGINT NOT NULL DEFAULT 100 CHECK (share BETWEEN 0 AND 100);
UPDATE preset_assignments SET share = percent;
ALTER TABLE preset_assignments DROP COLUMN percent;
ALTER TABLE preset_assignments RENAME COLUMN share TO percent;

-- +goose Down
-- What is kept for later has no place there, and nobody gets it.
DELETE FROM preset_holds WHERE EXISTS (SELECT 1 FROM preset_assignments a WHERE a.company = preset_holds.company
	AND a.preset = preset_holds.preset AND a.client_id = preset_holds.client_id
	AND a.function = preset_holds.function AND a.percent = 0);
DELETE FROM preset_assignments WHERE percent = 0;
ALTER TABLE preset_assignments ADD COLUMN share BIGINT NOT NULL DEFAULT 100 CHECK (share BETWEEN 1 AND 100);
UPDATE preset_assignments SET share = percent;
ALTER TABLE preset_assignments DROP COLUMN percent;
ALTER TABLE preset_assignments RENAME COLUMN share TO percent;
