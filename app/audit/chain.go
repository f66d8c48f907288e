package audit

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
)

// Genesis returns the Previous of a company's first row.
func Genesis(company string) string {
	sum := sha256.Sum256([]byte("proofdesk audit " + company))
	return hex.EncodeToString(sum[:])
}

// Sum returns the hash of a row at its position after previous: SHA-256 over each field with its length before it, so
// that no two rows have the same encoding.
func Sum(r Row, position int64, previous string) string {
	h := sha256.New()
	var number [8]byte
	text := func(s string) {
		binary.BigEndian.PutUint64(number[:], uint64(len(s)))
		_, _ = h.Write(number[:])
		_, _ = io.WriteString(h, s)
	}
	integer := func(n int64) {
		binary.BigEndian.PutUint64(number[:], uint64(n))
		_, _ = h.Write(number[:])
	}
	integer(position)
	text(previous)
	text(r.Company)
	text(r.ID)
	integer(r.At.UnixMilli())
	text(r.Actor)
	text(r.Action)
	text(r.Target)
	text(r.Detail)
	return hex.EncodeToString(h.Sum(nil))
}

// Seal sets the row's place in the chain.
func Seal(r Row, position int64, previous string) Row {
	r.Position, r.Previous, r.Hash = position, previous, Sum(r, position, previous)
	return r
}

// Verification is the result of verifying a chain. Head and Position identify the end of the chain: kept elsewhere,
// they also reveal whether rows were removed from its end.
type Verification struct {
	Company  string `json:"company"`
	Rows     int64  `json:"rows"`
	Position int64  `json:"position"`
	Head     string `json:"head"`
	BadID    string `json:"bad_id,omitempty"` // the first row that does not match
	Reason   string `json:"reason,omitempty"`
}

// OK reports whether every row matches the chain.
func (v Verification) OK() bool { return v.Reason == "" }

// Chain checks rows in order of position.
type Chain struct {
	verdict Verification
}

// NewChain returns a check of a company's rows that begins with the first.
func NewChain(company string) *Chain {
	return &Chain{verdict: Verification{Company: company, Head: Genesis(company)}}
}

// Add checks the next row and reports whether to continue; the first row that does not match ends the check.
func (c *Chain) Add(r Row) bool {
	v := &c.verdict
	switch want := v.Position + 1; {
	case r.Position != want:
		v.Reason = fmt.Sprintf("position %d is missing: the next row is at position %d", want, r.Position)
	case r.Previous != v.Head:
		v.Reason = fmt.Sprintf("the row at position %d does not follow the one before it", r.Position)
	case r.Hash != Sum(r, r.Position, r.Previous):
		v.Reason = fmt.Sprintf("the row at position %d was changed after it was sealed", r.Position)
	}
	if v.Reason != "" {
		v.BadID = r.ID
		return false
	}
	v.Rows++
	v.Position, v.Head = r.Position, r.Hash
	return true
}

// Verdict returns the result so far.
func (c *Chain) Verdict() Verification { return c.verdict }
