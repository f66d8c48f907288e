-- +goose Up
-- Words by which search finds a customer, without case and accents.
CREATE TABLE customer_terms (
	company TEXT NOT NULL,
	term TEXT NOT NULL,
	seq BIGINT NOT NULL,
	customer_id TEXT NOT NULL,
	PRIMARY KEY (company, term, seq)
);
CREATE INDEX customer_terms_customer ON customer_terms (company, customer_id);

-- Whether search finds a row by all its words. The program indexes older rows in the background, newest first.
ALTER TABLE jobs ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customers ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX jobs_unindexed ON jobs (seq) WHERE indexed = 0 AND decided_at > 0;
CREATE INDEX customers_unindexed ON customers (seq) WHERE indexed = 0;

-- Earlier versions of the program only removed the accents from words. The new spelling finds their words at once.
-- Numbers keep theirs.
INSERT INTO job_terms (company, term, seq, job_id)
WITH words AS (
	SELECT company, seq, job_id, term
	FROM job_terms
	WHERE term NOT LIKE '%0%' AND term NOT LIKE '%1%' AND term NOT LIKE '%2%' AND term NOT LIKE '%3%'
		AND term NOT LIKE '%4%' AND term NOT LIKE '%5%' AND term NOT LIKE '%6%' AND term NOT LIKE '%7%'
		AND term NOT LIKE '%8%' AND term NOT LIKE '%9%'
), plain AS (
	SELECT company, seq, job_id, term,
		replace(replace(replace(replace(replace(replace(replace(
		replace(replace(replace(replace(replace(replace(replace(term,
			'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ð', 'd'), 'đ', 'd'), 'ł', 'l'),
			'þ', 'th'), 'ħ', 'h'), 'ı', 'i'), 'ə', 'e'), 'ς', 'σ'), 'uxx', 'u'), 'nxx', 'n') AS letters
	FROM words
), spelt AS (
	SELECT company, seq, job_id, term,
		replace(replace(replace(replace(replace(replace(letters,
			'ae', 'a'), 'ae', 'a'), 'aa', 'a'), 'aa', 'a'), 'oe', 'o'), 'ue', 'u') AS spelling
	FROM plain
)
SELECT company, spelling, seq, job_id
FROM spelt
WHERE term <> spelling
ON CONFLICT (company, term, seq) DO NOTHING;

-- +goose Down
DROP INDEX customers_unindexed;
DROP INDEX jobs_unindexed;
ALTER TABLE customers DROP COLUMN indexed;
ALTER TABLE jobs DROP COLUMN indexed;
DROP TABLE customer_terms;
