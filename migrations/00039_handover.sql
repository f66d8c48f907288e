-- +goose Up
ALTER TABLE capture_links ADD COLUMN settled_at BIGINT NOT NULL DEFAULT 0 CHECK (settled_at >= 0); -- after its end
ALTER TABLE capture_links ADD COLUMN desktop TEXT NOT NULL DEFAULT 'allowed' -- what a desktop is good for
	CHECK (desktop IN ('phone_preferred', 'phone_only', 'allowed'));
ALTER TABLE capture_links ADD COLUMN move_sha256 TEXT NOT NULL DEFAULT '' -- of what moves it to another browser
	CHECK (length(move_sha256) IN (0, 64));
ALTER TABLE capture_links ADD COLUMN move_until BIGINT NOT NULL DEFAULT 0 CHECK (move_until >= 0);
CREATE INDEX capture_links_unsettled ON capture_links (expires_at) WHERE settled_at = 0;

-- Hand-overs of capture links from a desktop to a phone. There is one for each link whose page a desktop shows; it
-- holds who is connected now. What the desktop and the phone know is stored as SHA-256.
CREATE TABLE capture_handovers (
	company TEXT NOT NULL,
	link_id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	desk_sha256 TEXT NOT NULL CHECK (length(desk_sha256) = 64),
	browser TEXT NOT NULL, -- the User-Agent header of the desktop
	started_at BIGINT NOT NULL CHECK (started_at > 0), -- when the desktop began
	ticket_sha256 TEXT NOT NULL CHECK (length(ticket_sha256) IN (0, 64)), -- of the QR code; empty once it is scanned
	ticket_before TEXT NOT NULL CHECK (length(ticket_before) IN (0, 64)), -- of the QR code before that
	ticket_until BIGINT NOT NULL CHECK (ticket_until >= 0),
	phone_sha256 TEXT NOT NULL CHECK (length(phone_sha256) IN (0, 64)), -- of the phone that scanned; empty for none
	code TEXT NOT NULL, -- that the desktop shows
	choices TEXT NOT NULL, -- that the phone shows, with blanks between them
	joined_at BIGINT NOT NULL CHECK (joined_at >= 0), -- when the phone scanned
	picked_at BIGINT NOT NULL CHECK (picked_at >= 0), -- when its applicant chose the right code
	seen_at BIGINT NOT NULL CHECK (seen_at >= 0), -- when the phone last called
	handed_at BIGINT NOT NULL CHECK (handed_at >= 0), -- when a phone began to capture; 0 while none has the link
	misses BIGINT NOT NULL CHECK (misses >= 0), -- how often a wrong code was chosen
	PRIMARY KEY (company, link_id),
	FOREIGN KEY (company, link_id) REFERENCES capture_links (company, id),
	CHECK ((joined_at = 0) = (phone_sha256 = ''))
);
CREATE INDEX capture_handovers_job ON capture_handovers (company, job_id);

-- +goose Down
DROP TABLE capture_handovers;
DROP INDEX capture_links_unsettled;
ALTER TABLE capture_links DROP COLUMN move_until;
ALTER TABLE capture_links DROP COLUMN move_sha256;
ALTER TABLE capture_links DROP COLUMN desktop;
ALTER TABLE capture_links DROP COLUMN settled_at;
