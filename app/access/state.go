package access

import "proofdesk/app/fault"

// The states of users, clients, integration users and API keys. What is disabled is refused at once everywhere.
const (
	StateActive   = "ACTIVE"
	StateDisabled = "DISABLED"
)

// CheckState refuses a state that is neither of the two.
func CheckState(state string) error {
	if state != StateActive && state != StateDisabled {
		return fault.BadField("state", "one_of", "the state has to be %s or %s", StateActive, StateDisabled)
	}
	return nil
}
