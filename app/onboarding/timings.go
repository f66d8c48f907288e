package onboarding

// Timings is what a device measured while captures were taken. Nothing of it says who took them.
type Timings struct {
	Engine   *EngineTiming   `json:"engine,omitempty"`
	Captures []CaptureTiming `json:"captures,omitempty"`
}

// EngineTiming is how long the device's engine took until it could look at a picture.
type EngineTiming struct {
	Milliseconds int64 `json:"milliseconds"`
	Downloaded   bool  `json:"downloaded"` // or it came from the browser's cache
}

// CaptureTiming is how long a capture took, from the camera's first picture until one was taken.
type CaptureTiming struct {
	Capture         CaptureKind `json:"capture"`
	Automatic       bool        `json:"automatic"` // or the applicant pressed the shutter
	Milliseconds    int64       `json:"milliseconds"`
	FramesPerSecond *float64    `json:"framesPerSecond,omitempty"` // of the engine; nil where too few were looked at
}
