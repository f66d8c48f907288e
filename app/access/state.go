package access

import "proofdesk/app/fault"

// The states of users, clients, integration users and API keys. A disabled one is refused at once everywhere.
const (
	StateActive   = "ACTIVE"
	StateDisabled = "DISABLED"
)

// CheckState refuses every text that is not one of the two states.
func CheckState(state string) error {
	if state != StateActive && state != StateDisabled {
		return fault.BadField("state", "one_of", "choose whether to enable or to disable it")
	}
	return nil
}
