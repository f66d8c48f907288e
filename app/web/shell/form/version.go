package form

import (
	"encoding/json"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
)

// Version returns the text of the hidden field "version" of a form that was filled with a value: the number of the
// version where what is edited has one of its own, otherwise the edited values themselves.
func Version(of any) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err) // only of a value that no form has: a channel, a function
	}
	return string(text)
}

// ReadVersion reads the field "version" of the posted form into a value of the type that Version was called with. A
// field that is missing, or is not what Version writes, is a fault.
func ReadVersion(c *fiber.Ctx, into any) error {
	text := Value(c, "version")
	if err := json.Unmarshal([]byte(text), into); err != nil || Version(into) != text {
		return fault.BadField("version", "format", "this form is not valid: reload the page")
	}
	return nil
}
