-- +goose Up
-- The queue is read by what is at stake: 0 for fraud, 1 for data, 2 for quality, 3 for what nobody has proven. Cases of
-- older versions get it from the reasons that the trail has of their decision.
ALTER TABLE review_cases ADD COLUMN stakes BIGINT NOT NULL DEFAULT 3 CHECK (stakes >= 0);
UPDATE review_cases SET stakes = COALESCE((
	SELECT MIN(CASE
		WHEN a.detail LIKE '%"face.match%' OR a.detail LIKE '%"face.mismatch"%' OR a.detail LIKE '%"face.unsure"%'
			OR a.detail LIKE '%"customer.same_face"%' OR a.detail LIKE '%"customer.duplicate"%'
			OR a.detail LIKE '%"customer.face"%' OR a.detail LIKE '%"customer.unique_number_known"%'
			OR a.detail LIKE '%"customer.document_known"%' OR a.detail LIKE '%"document.realness"%'
			OR a.detail LIKE '%"document.realness_unsure"%' OR a.detail LIKE '%"document.photocopy"%'
			OR a.detail LIKE '%"document.screen"%' OR a.detail LIKE '%"liveness.face"%'
			OR a.detail LIKE '%"chip.hash_mismatch"%' OR a.detail LIKE '%"chip.group_unnamed"%'
			OR a.detail LIKE '%"chip.bad_signature"%' OR a.detail LIKE '%"chip.portrait_mismatch"%'
			OR a.detail LIKE '%"chip.portrait_unsure"%' OR a.detail LIKE '%"video.%"%' THEN 0
		WHEN a.detail LIKE '%"data.%' OR a.detail LIKE '%"mrz.%' OR a.detail LIKE '%"barcode.%'
			OR a.detail LIKE '%"document.kind%' OR a.detail LIKE '%"document.wrong%'
			OR a.detail LIKE '%"document.read%' OR a.detail LIKE '%"document.no_code"%'
			OR a.detail LIKE '%"document.fields_missing"%' THEN 1
		WHEN a.detail LIKE '%"quality.%' OR a.detail LIKE '%"face.%' OR a.detail LIKE '%"document.%'
			OR a.detail LIKE '%"voice.%' OR a.detail LIKE '%"signature.%' OR a.detail LIKE '%"fingerprint.%'
			OR a.detail LIKE '%"capture.%' THEN 2
		ELSE 3
	END)
	FROM audit a
	WHERE a.company = review_cases.company AND a.target = 'job:' || review_cases.job_id AND a.action = 'job.decide'
), 3)
WHERE state <> 'DONE';

CREATE INDEX review_cases_stakes ON review_cases (company, state, stakes, opened_at, seq) WHERE state <> 'DONE';
DROP INDEX review_cases_score;
ALTER TABLE review_cases DROP COLUMN score;

-- +goose Down
ALTER TABLE review_cases ADD COLUMN score DOUBLE PRECISION NOT NULL DEFAULT 0 CHECK (score >= 0);
CREATE INDEX review_cases_score ON review_cases (company, state, score, seq) WHERE state <> 'DONE';
DROP INDEX review_cases_stakes;
ALTER TABLE review_cases DROP COLUMN stakes;
