-- +goose Up
-- When a host got new deliveries, for the times in which a closed breaker let nothing through as there was nothing.
CREATE INDEX deliveries_host ON deliveries (company, host, created_at);

-- +goose Down
DROP INDEX deliveries_host;
