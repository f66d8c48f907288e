-- +goose Up
-- What the queue's filter by words searches: the reasons in lower case, in every language, as agents read them.
ALTER TABLE review_cases ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE review_cases SET words = lower(summary) WHERE state <> 'DONE';

-- +goose Down
ALTER TABLE review_cases DROP COLUMN words;
