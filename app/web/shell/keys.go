package shell

import (
	"encoding/json"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/session"
)

// keysOf returns the keys that the signed-in agent chose for actions.
func keysOf(c *fiber.Ctx) map[string]string {
	if current, ok := c.Locals(currentKey).(*session.Current); ok {
		return current.Agent.Preferences.Keys
	}
	return nil
}

// keysText writes chosen keys for the pages' script; empty where none is.
func keysText(keys map[string]string) string {
	if len(keys) == 0 {
		return ""
	}
	text, err := json.Marshal(keys)
	if err != nil { // strings always encode
		return ""
	}
	return string(text)
}

// keysPerBand is how many reasons of a band answer to a digit; as many again answer to the same digits with Shift.
const keysPerBand = 3

// ReasonKey returns the key of the nth reason of a band; empty where it has none.
func ReasonKey(band, n int) string {
	digit := strconv.Itoa(band*keysPerBand + n%keysPerBand + 1)
	switch {
	case n < keysPerBand:
		return digit
	case n < 2*keysPerBand:
		return "⇧" + digit
	}
	return ""
}
