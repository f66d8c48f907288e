package store

import (
	"context"
	"time"
)

// Availability is what agents set about themselves: whether they take work.
type Availability string

// The availabilities.
const (
	Available Availability = "AVAILABLE"
	OnBreak   Availability = "BREAK"
	Away      Availability = "AWAY"
)

// Attendance is one agent's availability as a team lead sees it.
type Attendance struct {
	AgentID string
	State   Availability
	Since   time.Time // when it became so; the zero time where that is unknown
	SeenAt  time.Time // the last use of a live session; the zero time where there is none
}

const (
	availabilitySet = `
		UPDATE agents
		SET availability = ?, available_at = ?
		WHERE company = ? AND id = ? AND availability <> ?`
	attendanceList = `
		SELECT a.id, a.availability, a.available_at, COALESCE(MAX(s.seen_at), 0)
		FROM agents a
		LEFT JOIN sessions s ON s.company = a.company AND s.agent_id = a.id AND s.expires_at > ? AND s.seen_at > ?
		WHERE a.company = ?
		GROUP BY a.id, a.availability, a.available_at
		ORDER BY a.id`
)

// SetAvailability sets an agent's availability. Setting the same again changes nothing.
func (tx *Tx) SetAvailability(ctx context.Context, company, id string, state Availability) error {
	return tx.change(ctx, availabilitySet, state, millis(tx.Now), company, id, state)
}

// Attendances lists a company's agents by id. An agent without a session that was used since idleFrom is away, whatever
// they have set.
func (q queries) Attendances(ctx context.Context, company string, now, idleFrom time.Time) ([]Attendance, error) {
	scan := func(s scanner) (a Attendance, err error) {
		err = s(&a.AgentID, &a.State, instant{&a.Since}, instant{&a.SeenAt})
		if err == nil && a.SeenAt.IsZero() && a.State != Away {
			a.State, a.Since = Away, time.Time{}
		}
		return a, err
	}
	return list(ctx, q, scan, attendanceList, millis(now), millis(idleFrom), company)
}
