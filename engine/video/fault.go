package video

// Fault is why a film can't be looked at, as a stable code.
type Fault string

// The faults.
const (
	Unsupported Fault = "format"       // no WebM, or its pictures are not VP8
	Damaged     Fault = "damaged"      // it breaks the rules of its format, or ends too early
	TooLarge    Fault = "too_large"    // more bytes, elements or pixels than are taken
	NoKeyFrame  Fault = "no_key_frame" // no picture in it is whole
)

// Error returns the code.
func (f Fault) Error() string { return "video: " + string(f) }
