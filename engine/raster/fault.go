package raster

// FaultCode is what is wrong with the bytes of a picture.
type FaultCode string

// The faults of a picture. The words are stable: they stand in reports and on the wire.
const (
	Empty         FaultCode = "empty"           // no bytes at all
	Truncated     FaultCode = "truncated"       // the file ends before its picture does
	TooLarge      FaultCode = "too_large"       // more bytes, or a longer side, than allowed
	TooManyPixels FaultCode = "too_many_pixels" // width × height beyond the limit
	TooManyScans  FaultCode = "too_many_scans"  // a progressive JPEG with more scans than allowed
	Unsupported   FaultCode = "unsupported"     // another format, or a variant that is not decoded
	Corrupt       FaultCode = "corrupt"         // contradicts its own format
)

// Fault is the error of Probe and Decode. Detail is one plain sentence that is safe to show: it holds
// figures and format names only, never bytes of the file.
type Fault struct {
	Code   FaultCode
	Detail string
}

// Error returns code and detail.
func (f *Fault) Error() string { return "picture " + string(f.Code) + ": " + f.Detail }
