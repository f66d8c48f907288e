-- +goose Up
CREATE TABLE companies (
	slug TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	settings TEXT NOT NULL DEFAULT '{}',
	wrapped_key BYTEA NOT NULL,
	created_at BIGINT NOT NULL
);

-- One data key for each applicant, which is a job or a customer. Without it, what it encrypted can't be decrypted.
CREATE TABLE applicant_keys (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	master_id TEXT NOT NULL DEFAULT '',
	wrapped_key BYTEA,
	created_at BIGINT NOT NULL,
	destroyed_at BIGINT,
	PRIMARY KEY (company, id)
);

CREATE TABLE agents (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	email TEXT NOT NULL,
	display_name TEXT NOT NULL,
	role TEXT NOT NULL,
	password_hash TEXT NOT NULL,
	state TEXT NOT NULL DEFAULT 'ACTIVE',
	failed BIGINT NOT NULL DEFAULT 0,
	locked_until BIGINT NOT NULL DEFAULT 0,
	totp_secret BYTEA,
	totp_step BIGINT NOT NULL DEFAULT 0,
	recovery_hashes TEXT NOT NULL DEFAULT '[]',
	must_change BIGINT NOT NULL DEFAULT 0,
	preferences TEXT NOT NULL DEFAULT '{}',
	created_at BIGINT NOT NULL,
	last_seen_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);
CREATE UNIQUE INDEX agents_email ON agents (email);

-- The key is the SHA-256 of the id in the cookie.
CREATE TABLE sessions (
	id_hash TEXT PRIMARY KEY,
	company TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	data BYTEA NOT NULL,
	address TEXT NOT NULL,
	user_agent TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	seen_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_agent ON sessions (company, agent_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- OAuth clients, which are the credentials of a company's SDK.
CREATE TABLE clients (
	id TEXT PRIMARY KEY,
	company TEXT NOT NULL,
	name TEXT NOT NULL,
	secret_hash TEXT NOT NULL,
	state TEXT NOT NULL DEFAULT 'ACTIVE',
	sandbox BIGINT NOT NULL DEFAULT 0,
	device_assurance TEXT NOT NULL DEFAULT '{}',
	created_at BIGINT NOT NULL,
	last_used_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX clients_company ON clients (company, id);

CREATE TABLE integration_users (
	company TEXT NOT NULL,
	username TEXT NOT NULL,
	password_hash TEXT NOT NULL,
	state TEXT NOT NULL DEFAULT 'ACTIVE',
	failed BIGINT NOT NULL DEFAULT 0,
	locked_until BIGINT NOT NULL DEFAULT 0,
	created_at BIGINT NOT NULL,
	last_used_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, username)
);

CREATE TABLE signing_keys (
	kid TEXT PRIMARY KEY,
	algorithm TEXT NOT NULL,
	sealed_key BYTEA NOT NULL,
	created_at BIGINT NOT NULL,
	retired_at BIGINT,
	expires_at BIGINT
);

CREATE TABLE revoked_tokens (
	jti TEXT PRIMARY KEY,
	expires_at BIGINT NOT NULL
);

CREATE TABLE api_keys (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	state TEXT NOT NULL DEFAULT 'ACTIVE',
	created_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL DEFAULT 0,
	last_used_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);

-- A key has at most two secrets that are not revoked.
CREATE TABLE api_key_secrets (
	company TEXT NOT NULL,
	key_id TEXT NOT NULL,
	id TEXT NOT NULL,
	mac BYTEA NOT NULL,
	hint TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	revoked_at BIGINT,
	PRIMARY KEY (company, key_id, id)
);

-- Failed attempts in fixed windows, by scope: an account or an address.
CREATE TABLE throttles (
	scope TEXT NOT NULL,
	started_at BIGINT NOT NULL,
	attempts BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	PRIMARY KEY (scope)
);
CREATE INDEX throttles_expiry ON throttles (expires_at);

CREATE TABLE idempotency_keys (
	company TEXT NOT NULL,
	client_id TEXT NOT NULL,
	key TEXT NOT NULL,
	request_sha256 TEXT NOT NULL,
	job_id TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	PRIMARY KEY (company, client_id, key)
);
CREATE INDEX idempotency_age ON idempotency_keys (created_at);

CREATE TABLE jobs (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	seq BIGINT NOT NULL,
	function TEXT NOT NULL,
	flavor TEXT NOT NULL,
	line TEXT NOT NULL,
	sdk_version TEXT NOT NULL,
	status TEXT NOT NULL,
	unique_number TEXT NOT NULL DEFAULT '',
	client_id TEXT NOT NULL DEFAULT '',
	sandbox TEXT NOT NULL DEFAULT '',
	preset TEXT NOT NULL DEFAULT '',
	created_at BIGINT NOT NULL,
	submitted_at BIGINT NOT NULL DEFAULT 0,
	decided_at BIGINT NOT NULL DEFAULT 0,
	reviewed_at BIGINT NOT NULL DEFAULT 0,
	full_name TEXT NOT NULL DEFAULT '',
	document_number TEXT NOT NULL DEFAULT '',
	document_type TEXT NOT NULL DEFAULT '',
	issuing_country TEXT NOT NULL DEFAULT '',
	version BIGINT NOT NULL DEFAULT 1,
	held_until BIGINT NOT NULL DEFAULT 0,
	enrol_at BIGINT NOT NULL DEFAULT 0,
	due_at BIGINT NOT NULL DEFAULT 0,
	lease TEXT NOT NULL DEFAULT '',
	attempts BIGINT NOT NULL DEFAULT 0,
	folded BIGINT NOT NULL DEFAULT 0, -- what the rollups count: 0 nothing, 1 the submission, 2 the decision too
	PRIMARY KEY (company, id)
);
CREATE INDEX jobs_unfolded ON jobs (submitted_at) WHERE folded = 0 AND submitted_at > 0;
CREATE INDEX jobs_undecided ON jobs (decided_at) WHERE folded = 1 AND decided_at > 0;
CREATE UNIQUE INDEX jobs_id ON jobs (id);
CREATE INDEX jobs_list ON jobs (company, seq);
CREATE INDEX jobs_status ON jobs (company, status, seq);
CREATE INDEX jobs_number ON jobs (company, unique_number, seq);
CREATE INDEX jobs_sandbox ON jobs (company, seq) WHERE sandbox <> '';
CREATE INDEX jobs_due ON jobs (due_at, seq) WHERE status IN ('QUEUED', 'PROCESSING');
CREATE INDEX jobs_enrol ON jobs (enrol_at) WHERE enrol_at > 0;

-- Documents of a job, compressed with zstd: request, report, decision, payload, payload_before.
CREATE TABLE job_docs (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	body BYTEA NOT NULL,
	updated_at BIGINT NOT NULL,
	PRIMARY KEY (company, job_id, kind)
);

-- Words by which search finds a job, without case and accents.
CREATE TABLE job_terms (
	company TEXT NOT NULL,
	term TEXT NOT NULL,
	seq BIGINT NOT NULL,
	job_id TEXT NOT NULL,
	PRIMARY KEY (company, term, seq)
);
CREATE INDEX job_terms_job ON job_terms (company, job_id);

CREATE TABLE captures (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	content_type TEXT NOT NULL,
	size BIGINT NOT NULL,
	sha256 TEXT NOT NULL,
	width BIGINT NOT NULL DEFAULT 0,
	height BIGINT NOT NULL DEFAULT 0,
	captured_at BIGINT NOT NULL DEFAULT 0,
	created_at BIGINT NOT NULL,
	object TEXT NOT NULL,
	wrapped_key BYTEA NOT NULL,
	quality BYTEA,
	replaced_at BIGINT,
	PRIMARY KEY (company, id)
);
CREATE INDEX captures_job ON captures (company, job_id, kind);
CREATE INDEX captures_object ON captures (object);

CREATE TABLE customers (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	seq BIGINT NOT NULL,
	unique_number TEXT NOT NULL,
	full_name TEXT NOT NULL DEFAULT '',
	date_of_birth TEXT NOT NULL DEFAULT '',
	document_number TEXT NOT NULL DEFAULT '',
	issuing_country TEXT NOT NULL DEFAULT '',
	job_id TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL,
	PRIMARY KEY (company, id)
);
CREATE UNIQUE INDEX customers_number ON customers (company, unique_number);
CREATE INDEX customers_document ON customers (company, document_number, issuing_country);
CREATE INDEX customers_list ON customers (company, seq);

-- Biometric templates, encrypted with the applicant's key.
CREATE TABLE templates (
	company TEXT NOT NULL,
	customer_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	model_sha256 TEXT NOT NULL,
	sealed BYTEA NOT NULL,
	created_at BIGINT NOT NULL,
	PRIMARY KEY (company, customer_id, kind, model_sha256)
);

CREATE INDEX templates_kind ON templates (company, kind, model_sha256, customer_id);

CREATE TABLE review_cases (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	seq BIGINT NOT NULL,
	state TEXT NOT NULL, -- OPEN, ESCALATED, PROPOSED, DONE
	function TEXT NOT NULL,
	summary TEXT NOT NULL DEFAULT '',
	score DOUBLE PRECISION NOT NULL DEFAULT 0,
	deadline_at BIGINT NOT NULL,
	opened_at BIGINT NOT NULL,
	holder TEXT NOT NULL DEFAULT '',
	claim TEXT NOT NULL DEFAULT '',
	lease_until BIGINT NOT NULL DEFAULT 0,
	claimed_at BIGINT NOT NULL DEFAULT 0,
	proposer TEXT NOT NULL DEFAULT '',
	evidence_digest TEXT NOT NULL DEFAULT '',
	version BIGINT NOT NULL DEFAULT 1,
	closed_at BIGINT NOT NULL DEFAULT 0,
	closed_from TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (company, job_id)
);
CREATE INDEX review_cases_queue ON review_cases (company, state, deadline_at, seq, opened_at);
CREATE INDEX review_cases_holder ON review_cases (company, holder, lease_until);

CREATE TABLE review_skips (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	until BIGINT NOT NULL,
	PRIMARY KEY (company, agent_id, job_id)
);

-- The time until which a job's masked values are shown to an agent.
CREATE TABLE reveals (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	until BIGINT NOT NULL,
	PRIMARY KEY (company, agent_id, job_id)
);
CREATE INDEX reveals_job ON reveals (company, job_id);

CREATE TABLE reviews (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	kind TEXT NOT NULL, -- DECISION, PROPOSAL, ESCALATION, BLIND
	outcome TEXT NOT NULL,
	reasons TEXT NOT NULL DEFAULT '[]',
	comment TEXT NOT NULL DEFAULT '',
	note TEXT NOT NULL DEFAULT '',
	started_at BIGINT NOT NULL,
	completed_at BIGINT NOT NULL,
	undone_at BIGINT,
	event_id TEXT NOT NULL DEFAULT '',
	folded BIGINT NOT NULL DEFAULT 0, -- 1 once the rollups count it, when it can no longer be undone
	PRIMARY KEY (company, id)
);
CREATE INDEX reviews_unfolded ON reviews (completed_at) WHERE folded = 0 AND kind = 'DECISION' AND undone_at IS NULL;
CREATE INDEX reviews_job ON reviews (company, job_id, completed_at);
CREATE INDEX reviews_agent ON reviews (company, agent_id, completed_at);

CREATE TABLE drafts (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	body TEXT NOT NULL,
	updated_at BIGINT NOT NULL,
	PRIMARY KEY (company, job_id, agent_id)
);

CREATE TABLE corrections (
	company TEXT NOT NULL,
	job_id TEXT NOT NULL,
	id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	source TEXT NOT NULL,
	field TEXT NOT NULL,
	before_value TEXT NOT NULL,
	after_value TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	PRIMARY KEY (company, job_id, id)
);

CREATE TABLE events (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	type TEXT NOT NULL,
	occurred_at BIGINT NOT NULL,
	body BYTEA NOT NULL, -- the bytes that are sent
	test BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, id)
);
CREATE UNIQUE INDEX events_id ON events (id);
CREATE INDEX events_job ON events (company, job_id, occurred_at);

CREATE TABLE endpoints (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	url TEXT NOT NULL,
	host TEXT NOT NULL,
	events TEXT NOT NULL,
	sealed_headers BYTEA,
	header_names TEXT NOT NULL DEFAULT '[]',
	state TEXT NOT NULL DEFAULT 'ACTIVE',
	pause_reason TEXT NOT NULL DEFAULT '',
	description TEXT NOT NULL DEFAULT '',
	version BIGINT NOT NULL DEFAULT 1,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL,
	PRIMARY KEY (company, id)
);

CREATE TABLE endpoint_keys (
	company TEXT NOT NULL,
	endpoint_id TEXT NOT NULL,
	kid TEXT NOT NULL,
	sealed_secret BYTEA NOT NULL,
	state TEXT NOT NULL, -- PENDING, ACTIVE, RETIRED
	created_at BIGINT NOT NULL,
	retired_at BIGINT,
	PRIMARY KEY (company, endpoint_id, kid)
);

CREATE TABLE deliveries (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	seq BIGINT NOT NULL,
	event_id TEXT NOT NULL,
	endpoint_id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	type TEXT NOT NULL,
	host TEXT NOT NULL,
	state TEXT NOT NULL, -- pending, paused, delivered, failed
	attempts BIGINT NOT NULL DEFAULT 0,
	max_attempts BIGINT NOT NULL DEFAULT 10,
	due_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	lease TEXT NOT NULL DEFAULT '',
	last_class TEXT NOT NULL DEFAULT '',
	last_status BIGINT NOT NULL DEFAULT 0,
	last_error TEXT NOT NULL DEFAULT '',
	created_at BIGINT NOT NULL,
	finished_at BIGINT NOT NULL DEFAULT 0,
	folded TEXT NOT NULL DEFAULT '', -- the final state under which the rollups count it
	PRIMARY KEY (company, id)
);
CREATE INDEX deliveries_unfolded ON deliveries (finished_at) WHERE state IN ('delivered', 'failed') AND folded <> state;
CREATE UNIQUE INDEX deliveries_id ON deliveries (id);
CREATE INDEX deliveries_lane ON deliveries (host, due_at, id) WHERE state = 'pending';
CREATE INDEX deliveries_expiry ON deliveries (expires_at, id) WHERE state = 'pending';
CREATE INDEX deliveries_list ON deliveries (company, seq);
CREATE INDEX deliveries_state ON deliveries (company, state, seq);
CREATE INDEX deliveries_job ON deliveries (company, job_id, seq);
CREATE INDEX deliveries_endpoint ON deliveries (company, endpoint_id, state, seq);
CREATE INDEX deliveries_event ON deliveries (company, event_id);

CREATE TABLE attempts (
	company TEXT NOT NULL,
	delivery_id TEXT NOT NULL,
	n BIGINT NOT NULL,
	started_at BIGINT NOT NULL,
	latency_ms BIGINT NOT NULL,
	class TEXT NOT NULL,
	status BIGINT NOT NULL DEFAULT 0,
	error TEXT NOT NULL DEFAULT '',
	request_headers TEXT NOT NULL DEFAULT '',
	response_headers TEXT NOT NULL DEFAULT '',
	response_excerpt BYTEA,
	address TEXT NOT NULL DEFAULT '',
	kid TEXT NOT NULL DEFAULT '',
	folded BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (company, delivery_id, n)
);
CREATE INDEX attempts_unfolded ON attempts (started_at) WHERE folded = 0;

CREATE TABLE breakers (
	host TEXT PRIMARY KEY,
	state TEXT NOT NULL, -- closed, open, half-open
	body TEXT NOT NULL,
	version BIGINT NOT NULL DEFAULT 1,
	updated_at BIGINT NOT NULL
);

CREATE TABLE breaker_history (
	host TEXT NOT NULL,
	at BIGINT NOT NULL,
	id TEXT NOT NULL,
	from_state TEXT NOT NULL,
	to_state TEXT NOT NULL,
	reason TEXT NOT NULL,
	PRIMARY KEY (host, at, id)
);

-- Entries are written together with the change that they record. Their positions and hashes are set later, by id.
CREATE TABLE audit (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	at BIGINT NOT NULL,
	actor TEXT NOT NULL,
	action TEXT NOT NULL,
	target TEXT NOT NULL,
	detail TEXT NOT NULL DEFAULT '{}',
	position BIGINT,
	previous TEXT NOT NULL DEFAULT '',
	hash TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (company, id)
);
CREATE UNIQUE INDEX audit_chain ON audit (company, position);
CREATE INDEX audit_unsealed ON audit (company, id) WHERE position IS NULL;
CREATE INDEX audit_target ON audit (company, target, id);
CREATE INDEX audit_actor ON audit (company, actor, id);
CREATE INDEX audit_action ON audit (company, action, id);

-- Counters by company, Unix hour and label. A metric that ends in |d counts a whole day.
CREATE TABLE rollups (
	company TEXT NOT NULL,
	metric TEXT NOT NULL,
	hour BIGINT NOT NULL,
	label TEXT NOT NULL,
	count BIGINT NOT NULL,
	total DOUBLE PRECISION NOT NULL DEFAULT 0,
	PRIMARY KEY (company, metric, hour, label)
);

-- Work that one node does for all nodes, and the node that holds its lease.
CREATE TABLE singletons (
	name TEXT PRIMARY KEY,
	body TEXT NOT NULL,
	holder TEXT NOT NULL DEFAULT '',
	lease_until BIGINT NOT NULL DEFAULT 0
);
-- +goose Down
