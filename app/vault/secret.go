package vault

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a text that must not be printed: a password, a client secret. Only Reveal returns it.
type Secret string

// Reveal returns the text itself. Every call deserves a look in a review.
func (s Secret) Reveal() string { return string(s) }

// String returns a placeholder.
func (Secret) String() string { return redacted }

// Format prints a placeholder for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns slog a placeholder.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalJSON returns a placeholder.
func (Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }
