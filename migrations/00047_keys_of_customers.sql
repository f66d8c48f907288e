-- +goose Up
-- No template and no word of a customer outlives them, as no row of a job outlives that. Rows that older versions left
-- behind after an erasure go first.
DELETE FROM templates
WHERE NOT EXISTS (SELECT 1 FROM customers c WHERE c.company = templates.company AND c.id = templates.customer_id);
DELETE FROM customer_terms
WHERE NOT EXISTS (SELECT 1 FROM customers c
	WHERE c.company = customer_terms.company AND c.id = customer_terms.customer_id);

-- Each job that is removed takes the keys that clients made it under along.
CREATE INDEX idempotency_job ON idempotency_keys (company, job_id);

-- engine: postgres
ALTER TABLE templates ADD CONSTRAINT templates_customer
	FOREIGN KEY (company, customer_id) REFERENCES customers (company, id);
ALTER TABLE customer_terms ADD CONSTRAINT customer_terms_customer_key
	FOREIGN KEY (company, customer_id) REFERENCES customers (company, id);
-- engine: sqlite
-- As in the migration of the keys of jobs, only the definitions change.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = substr(sql, 1, length(sql) - 1) || ', FOREIGN KEY (company, customer_id) REFERENCES customers (company, id))'
WHERE type = 'table' AND name IN ('templates', 'customer_terms');
PRAGMA writable_schema = RESET;
-- engine: any

-- +goose Down
DROP INDEX idempotency_job;
-- engine: postgres
ALTER TABLE customer_terms DROP CONSTRAINT customer_terms_customer_key;
ALTER TABLE templates DROP CONSTRAINT templates_customer;
-- engine: sqlite
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, ', FOREIGN KEY (company, customer_id) REFERENCES customers (company, id))', ')')
WHERE type = 'table' AND name IN ('templates', 'customer_terms');
PRAGMA writable_schema = RESET;
-- engine: any
