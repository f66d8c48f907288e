package token

import (
	"errors"
	"time"

	"proofdesk/app/fault"
)

// OAuthError is a failure in the form of OAuth (RFC 6749, 5.2). Status is the HTTP status; Challenge reports whether
// WWW-Authenticate must be sent.
type OAuthError struct {
	Status      int           `json:"-"`
	Code        string        `json:"error"`
	Description string        `json:"error_description"`
	RetryAfter  time.Duration `json:"-"`
	Challenge   bool          `json:"-"`
	cause       error
}

// Error returns code, description and, for logs, the cause.
func (e *OAuthError) Error() string {
	if e.cause == nil {
		return e.Code + ": " + e.Description
	}
	return e.Code + ": " + e.Description + ": " + e.cause.Error()
}

// Unwrap returns the private cause.
func (e *OAuthError) Unwrap() error { return e.cause }

// The error codes.
const (
	codeInvalidRequest = "invalid_request"
	codeInvalidClient  = "invalid_client"
	codeInvalidGrant   = "invalid_grant"
	codeInvalidScope   = "invalid_scope"
	codeGrantType      = "unsupported_grant_type"
	codeSlowDown       = "slow_down"
	codeUnavailable    = "temporarily_unavailable"
	codeServerError    = "server_error"
)

func malformed(description string) *OAuthError {
	return &OAuthError{Status: 400, Code: codeInvalidRequest, Description: description}
}

// badClient returns the one answer for a client that is unknown or disabled, or whose secret is wrong.
func badClient(challenge bool) *OAuthError {
	return &OAuthError{
		Status:      401,
		Code:        codeInvalidClient,
		Description: "Invalid client or Invalid client credentials",
		Challenge:   challenge,
	}
}

// badGrant returns the one answer for a user who is unknown, disabled or locked, or whose password is wrong.
func (e *Service) badGrant() *OAuthError {
	status := 400
	if e.GrantFaultIs401 {
		status = 401
	}
	return &OAuthError{Status: status, Code: codeInvalidGrant, Description: "Invalid user credentials"}
}

func slowDown(wait time.Duration) *OAuthError {
	return &OAuthError{
		Status:      429,
		Code:        codeSlowDown,
		Description: "too many attempts: try again later",
		RetryAfter:  wait,
	}
}

// Unavailable returns a fault of the store or the hasher in the form of OAuth: 503 where trying again helps, otherwise
// 500.
func Unavailable(err error) *OAuthError {
	var known *OAuthError
	if errors.As(err, &known) {
		return known
	}
	var f *fault.Error
	if errors.As(err, &f) && (f.Code == fault.Unavailable || f.Code == fault.StorageFull) {
		return &OAuthError{
			Status:      503,
			Code:        codeUnavailable,
			Description: "the server is busy: try again",
			RetryAfter:  max(f.RetryAfter, time.Second),
			cause:       err,
		}
	}
	return &OAuthError{Status: 500, Code: codeServerError, Description: "something went wrong on our side", cause: err}
}
