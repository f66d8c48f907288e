// Package fault holds the program's one error type: a code that transports map to a status, a message that is always
// safe to show, the fields at fault, and a private cause that is only logged.
package fault

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Code is the kind of an error. Each transport owns one table from code to status.
type Code string

// The codes.
const (
	Invalid          Code = "invalid"           // the caller's input breaks a rule
	Unauthenticated  Code = "unauthenticated"   // the caller is not known
	Forbidden        Code = "forbidden"         // the caller may not do this
	NotFound         Code = "not_found"         // it does not exist, or belongs to another company
	Conflict         Code = "conflict"          // the state has changed meanwhile
	Outdated         Code = "outdated"          // it is no longer what the caller saw, by the tag that was sent
	TooLarge         Code = "too_large"         // more bytes than the limit
	UnsupportedMedia Code = "unsupported_media" // a content type or encoding that is not accepted
	Throttled        Code = "throttled"         // too many requests; see RetryAfter
	Unavailable      Code = "unavailable"       // try again later; see RetryAfter
	StorageFull      Code = "storage_full"      // no space left to store what was sent
	Internal         Code = "internal"          // a bug or an outage of ours; the message holds no detail
)

// Field is one input at fault: its name as the caller spelled or should have spelled it, the rule that it breaks, and a
// sentence for people.
type Field struct {
	Name    string `json:"field"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Error is a failure with a safe public side and a private cause.
type Error struct {
	Code       Code
	Message    string
	Fields     []Field
	RetryAfter time.Duration
	cause      error
}

// Error returns the message and, for logs, the cause.
func (e *Error) Error() string {
	if e.cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.cause.Error()
}

// Unwrap returns the private cause.
func (e *Error) Unwrap() error { return e.cause }

// New returns an error with a formatted safe message.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Wrap returns an error that keeps a private cause.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), cause: cause}
}

// BadField returns an Invalid error about one field.
func BadField(name, rule, format string, args ...any) *Error {
	message := fmt.Sprintf(format, args...)
	return &Error{Code: Invalid, Message: message, Fields: []Field{{Name: name, Rule: rule, Message: message}}}
}

// BadFields returns an Invalid error about several fields; nil where there are none.
func BadFields(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Message: fields[0].Message, Fields: fields}
}

// JoinFields joins several errors about fields into one Invalid error. It returns the first error that is not about a
// field as it is, and nil where all are nil.
func JoinFields(all ...error) error {
	var fields []Field
	for _, err := range all {
		var e *Error
		switch {
		case err == nil:
		case errors.As(err, &e) && len(e.Fields) > 0:
			fields = append(fields, e.Fields...)
		default:
			return err
		}
	}
	return BadFields(fields)
}

// FieldsOf lists the fields that err names; none where it is not about fields. The list is the caller's own.
func FieldsOf(err error) []Field {
	var e *Error
	if !errors.As(err, &e) {
		return nil
	}
	return slices.Clone(e.Fields)
}

// CodeOf returns the code of err, Internal where it has none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}

// Is reports whether err carries the code.
func Is(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}

// Size returns a limit in bytes as people read it, such as 2 MB. A limit between two units is told as the lower one, so
// that what keeps to the sentence is never refused.
func Size(bytes int64) string {
	switch {
	case bytes >= 1_000_000_000:
		return strconv.FormatInt(bytes/1_000_000_000, 10) + " GB"
	case bytes >= 1_000_000:
		return strconv.FormatInt(bytes/1_000_000, 10) + " MB"
	case bytes >= 1000:
		return strconv.FormatInt(bytes/1000, 10) + " kB"
	}
	return strconv.FormatInt(bytes, 10) + " bytes"
}
