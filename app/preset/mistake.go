package preset

import (
	"fmt"

	"proofdesk/app/fault"
)

// maxMistakes limits how many mistakes are listed of one text.
const maxMistakes = 100

// mistakes are the first mistakes of a text, and how many more it has.
type mistakes struct {
	listed []fault.Field
	more   int
}

// full reports whether no other mistake would be listed.
func (m *mistakes) full() bool { return len(m.listed) >= maxMistakes }

// report adds mistakes.
func (m *mistakes) report(found ...fault.Field) {
	fit := min(len(found), max(maxMistakes-len(m.listed), 0))
	m.listed = append(m.listed, found[:fit]...)
	m.more += len(found) - fit
}

// take adds those of another text.
func (m *mistakes) take(other mistakes) {
	m.report(other.listed...)
	m.more += other.more
}

// fields returns the mistakes. Where not all of them are listed, the last one is about the whole text and says how many
// more there are.
func (m *mistakes) fields(whole string) []fault.Field {
	switch m.more {
	case 0:
		return m.listed
	case 1:
		return append(m.listed, fault.Field{Name: whole, Rule: "max_items", Message: "there is 1 more mistake"})
	}
	message := fmt.Sprintf("there are %d more mistakes", m.more)
	return append(m.listed, fault.Field{Name: whole, Rule: "max_items", Message: message})
}
