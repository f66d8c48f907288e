package voice

// Fault is why a file could not be inspected. It is an error and a stable code; compare with errors.Is.
type Fault string

// The faults. Empty is a file of no bytes or no samples, Truncated one that ends before its headers say, Unsupported a
// format, rate or layout that this package does not read, Corrupt one that contradicts itself, TooLong one of more
// than MaxDuration.
const (
	Empty       Fault = "empty"
	Truncated   Fault = "truncated"
	Unsupported Fault = "unsupported"
	Corrupt     Fault = "corrupt"
	TooLong     Fault = "too_long"
)

// Error returns the code.
func (f Fault) Error() string { return string(f) }
