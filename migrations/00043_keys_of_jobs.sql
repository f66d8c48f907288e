-- +goose Up
-- No row of a job outlives it. Where a writer forgets to hold the job, the database now refuses the row, and a removal
-- that forgets a table fails. Rows that older versions left behind after a removal go first; the files of captures
-- among them are listed for deletion.
INSERT INTO removed_objects (company, object, removed_at)
SELECT c.company, c.object, c.created_at
FROM captures c
WHERE c.object <> '' AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = c.company AND j.id = c.job_id)
ON CONFLICT (company, object) DO NOTHING;

DELETE FROM job_docs
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = job_docs.company AND j.id = job_docs.job_id);
DELETE FROM job_terms
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = job_terms.company AND j.id = job_terms.job_id);
DELETE FROM captures
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = captures.company AND j.id = captures.job_id);
DELETE FROM review_cases
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = review_cases.company AND j.id = review_cases.job_id);
DELETE FROM review_skips
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = review_skips.company AND j.id = review_skips.job_id);
DELETE FROM reveals
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = reveals.company AND j.id = reveals.job_id);
DELETE FROM reviews
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = reviews.company AND j.id = reviews.job_id);
DELETE FROM drafts WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = drafts.company AND j.id = drafts.job_id);
DELETE FROM corrections
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = corrections.company AND j.id = corrections.job_id);
DELETE FROM quality_checks
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = quality_checks.company AND j.id = quality_checks.job_id);
DELETE FROM events WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = events.company AND j.id = events.job_id);
DELETE FROM deliveries
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = deliveries.company AND j.id = deliveries.job_id);
DELETE FROM attempts WHERE NOT EXISTS (SELECT 1 FROM deliveries d
	WHERE d.company = attempts.company AND d.id = attempts.delivery_id);

-- The key finds its rows by an index, which the other tables have.
CREATE INDEX review_skips_job ON review_skips (company, job_id);

-- engine: postgres
ALTER TABLE job_docs ADD CONSTRAINT job_docs_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE job_terms ADD CONSTRAINT job_terms_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE captures ADD CONSTRAINT captures_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE review_cases ADD CONSTRAINT review_cases_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE review_skips ADD CONSTRAINT review_skips_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE reveals ADD CONSTRAINT reveals_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE reviews ADD CONSTRAINT reviews_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE drafts ADD CONSTRAINT drafts_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE corrections ADD CONSTRAINT corrections_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE quality_checks ADD CONSTRAINT quality_checks_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE events ADD CONSTRAINT events_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_job
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id);
ALTER TABLE attempts ADD CONSTRAINT attempts_delivery FOREIGN KEY (company, delivery_id)
	REFERENCES deliveries (company, id);
-- engine: sqlite
-- SQLite has no ADD CONSTRAINT. A key changes nothing in the rows of a table, so its definition is changed alone, as
-- section 7 of https://sqlite.org/lang_altertable.html describes; RESET reads the definitions again. The index above
-- is what tells other connections that the schema has changed.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = substr(sql, 1, length(sql) - 1) || ', FOREIGN KEY (company, job_id) REFERENCES jobs (company, id))'
WHERE type = 'table' AND name IN ('job_docs', 'job_terms', 'captures', 'review_cases', 'review_skips', 'reveals',
	'reviews', 'drafts', 'corrections', 'quality_checks', 'events', 'deliveries');
UPDATE sqlite_schema
SET sql = substr(sql, 1, length(sql) - 1) || ', FOREIGN KEY (company, delivery_id) REFERENCES deliveries (company, id))'
WHERE type = 'table' AND name = 'attempts';
PRAGMA writable_schema = RESET;
-- engine: any

-- +goose Down
DROP INDEX review_skips_job;
-- engine: postgres
ALTER TABLE attempts DROP CONSTRAINT attempts_delivery;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_job;
ALTER TABLE events DROP CONSTRAINT events_job;
ALTER TABLE quality_checks DROP CONSTRAINT quality_checks_job;
ALTER TABLE corrections DROP CONSTRAINT corrections_job;
ALTER TABLE drafts DROP CONSTRAINT drafts_job;
ALTER TABLE reviews DROP CONSTRAINT reviews_job;
ALTER TABLE reveals DROP CONSTRAINT reveals_job;
ALTER TABLE review_skips DROP CONSTRAINT review_skips_job;
ALTER TABLE review_cases DROP CONSTRAINT review_cases_job;
ALTER TABLE captures DROP CONSTRAINT captures_job;
ALTER TABLE job_terms DROP CONSTRAINT job_terms_job;
ALTER TABLE job_docs DROP CONSTRAINT job_docs_job;
-- engine: sqlite
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, ', FOREIGN KEY (company, delivery_id) REFERENCES deliveries (company, id))', ')')
WHERE type = 'table' AND name = 'attempts';
UPDATE sqlite_schema
SET sql = replace(sql, ', FOREIGN KEY (company, job_id) REFERENCES jobs (company, id))', ')')
WHERE type = 'table' AND name IN ('job_docs', 'job_terms', 'captures', 'review_cases', 'review_skips', 'reveals',
	'reviews', 'drafts', 'corrections', 'quality_checks', 'events', 'deliveries');
PRAGMA writable_schema = RESET;
-- engine: any
