package web

import (
	"errors"

	"proofdesk/app/fault"
)

// message returns what of an error may be shown.
func message(err error) string {
	var f *fault.Error
	if errors.As(err, &f) && f.Code != fault.Internal {
		return f.Message
	}
	return "something went wrong on our side"
}
