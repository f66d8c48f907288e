-- +goose Up
-- The closed checks of an agent's decisions, for the agent's own page.
CREATE INDEX quality_checks_first ON quality_checks (company, agent_id, closed_at) WHERE state = 'DONE';

-- +goose Down
DROP INDEX quality_checks_first;
