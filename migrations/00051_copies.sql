-- +goose Up

-- Each capture is looked for by its content: one that came for another applicant is a copy.
DROP INDEX captures_films;
CREATE INDEX captures_content ON captures (company, sha256);

-- The key frames by which a film is known again whatever was changed about its file, by what they hold: up to 16 of
-- each film.
CREATE TABLE film_frames (
	company TEXT NOT NULL,
	sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
	job_id TEXT NOT NULL,
	PRIMARY KEY (company, sha256, job_id),
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id)
);
CREATE INDEX film_frames_job ON film_frames (company, job_id);
