package audit

import (
	"encoding/json"
	"time"
)

// Entry is one action, written in the transaction that performs it. Detail is any value that encodes as a JSON object
// and holds no personal data; nil for none.
type Entry struct {
	Company string
	Actor   string // agent:<id>, client:<id>, user:<name>, apikey:<uuid>, cli, system
	Action  string // noun.verb, such as job.submit
	Target  string // such as job:<id>
	Detail  any
}

// DetailJSON returns the entry's detail as JSON; "{}" for none.
func (e Entry) DetailJSON() (string, error) {
	if e.Detail == nil {
		return "{}", nil
	}
	b, err := json.Marshal(e.Detail)
	return string(b), err
}

// Row is a written entry. Position (from 1), Previous and Hash are zero until it is sealed.
type Row struct {
	Company  string
	ID       string // ULID
	At       time.Time
	Actor    string
	Action   string
	Target   string
	Detail   string // JSON object
	Position int64
	Previous string // hash of the row at Position-1; 64 hex digits
	Hash     string // 64 hex digits
}

// NewEntry returns the entry of an actor's action on a target.
func NewEntry(company, actor, action, target string, detail any) Entry {
	return Entry{Company: company, Actor: actor, Action: action, Target: target, Detail: detail}
}
