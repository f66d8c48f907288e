-- +goose Up

-- A film that came for another job before is a replay: each upload of one is looked for by its content.
CREATE INDEX captures_films ON captures (company, sha256) WHERE kind = 'video';
