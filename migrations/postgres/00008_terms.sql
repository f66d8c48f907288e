-- +goose Up
CREATE TABLE customer_terms ( -- folded words that search finds a customer by
	company TEXT NOT NULL, term TEXT NOT NULL, seq BIGINT NOT NULL, customer_id TEXT NOT NULL,
	PRIMARY KEY (company, term, seq)
);
CREATE INDEX customer_terms_customer ON customer_terms (company, customer_id);
-- whether all that is known of the row is among its terms; the program does so, newest first, with what was written before
ALTER TABLE jobs ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customers ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX jobs_unindexed ON jobs (seq) WHERE indexed = 0 AND decided_at > 0;
CREATE INDEX customers_unindexed ON customers (seq) WHERE indexed = 0;
-- words that were folded by accents alone are found at once by the new way of writing them
INSERT INTO job_terms (company, term, seq, job_id)
SELECT company, replace(replace(replace(replace(replace(replace(plain, 'ae', 'a'), 'ae', 'a'), 'aa', 'a'), 'aa', 'a'), 'oe', 'o'), 'ue', 'u'), seq, job_id
FROM (SELECT company, seq, job_id, term, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
	term, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ð', 'd'), 'đ', 'd'), 'ł', 'l'), 'þ', 'th'), 'ħ', 'h'), 'ı', 'i'), 'ə', 'e'), 'ς', 'σ'), 'uxx', 'u'), 'nxx', 'n') AS plain
	FROM job_terms WHERE term !~ '[0-9]') AS words
WHERE term <> replace(replace(replace(replace(replace(replace(plain, 'ae', 'a'), 'ae', 'a'), 'aa', 'a'), 'aa', 'a'), 'oe', 'o'), 'ue', 'u')
ON CONFLICT (company, term, seq) DO NOTHING;

-- +goose Down
DROP INDEX customers_unindexed;
DROP INDEX jobs_unindexed;
ALTER TABLE customers DROP COLUMN indexed;
ALTER TABLE jobs DROP COLUMN indexed;
DROP TABLE customer_terms;
