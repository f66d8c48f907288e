-- +goose Up
-- Cases that are older than the words of reasons are found by their summaries alone. Without words the program gives
-- them those of all their reasons.
UPDATE review_cases SET words = '' WHERE state <> 'DONE' AND words = lower(summary);
CREATE INDEX review_cases_without_words ON review_cases (opened_at) WHERE state <> 'DONE' AND words = '';

-- +goose Down
DROP INDEX review_cases_without_words;
