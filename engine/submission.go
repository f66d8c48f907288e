package engine

import "time"

// Capture is one captured file as it came in.
type Capture struct {
	ID string // URN on the server, file name on the command line
	// id_front, id_back, passport, secondary_front, secondary_back, selfie, document, voice, signature, fingerprints,
	// video, nfc
	Kind        string
	ContentType string // as sniffed
	Bytes       []byte
}

// Thresholds are the job's effective customization as far as the engine needs it; see DefaultThresholds.
type Thresholds struct {
	FrontRealness     float64 `json:"frontRealnessThreshold"`
	BackRealness      float64 `json:"backRealnessThreshold"`
	FrontConfidence   float64 `json:"frontDocumentConfidence"`
	BackConfidence    float64 `json:"backDocumentConfidence"`
	Focus             float64 `json:"focusThreshold"`
	Finger            float64 `json:"fingerDetectionThreshold"`
	Glare             float64 `json:"glareDetectionThreshold"`
	MRZ               float64 `json:"minMrzConfidence"`
	Barcode           float64 `json:"minBarcodeConfidence"`
	LiveFace          float64 `json:"liveFaceProbabilityThreshold"`
	FaceFocus         float64 `json:"focusFaceThreshold"`
	LightIntensity    float64 `json:"lightIntensityThreshold"`
	EyeOpen           float64 `json:"eyeOpenProbability"`
	MinHeadEulerAngle float64 `json:"minHeadEulerAngle"`
	MaxHeadEulerAngle float64 `json:"maxHeadEulerAngle"`
	MinFaceWidth      float64 `json:"minFaceWidth"`
}

// DefaultThresholds are the defaults of the SDK's customization options.
func DefaultThresholds() Thresholds {
	return Thresholds{
		FrontRealness:     .8,
		BackRealness:      .8,
		FrontConfidence:   .7,
		BackConfidence:    .7,
		Focus:             .98,
		Finger:            .30,
		Glare:             .20,
		MRZ:               .50,
		Barcode:           .50,
		LiveFace:          .9,
		FaceFocus:         .20,
		LightIntensity:    .05,
		EyeOpen:           .4,
		MinHeadEulerAngle: -10,
		MaxHeadEulerAngle: 10,
		MinFaceWidth:      .6,
	}
}

// Submission is everything the engine may look at for one job. Today stands in for a clock; Submitted holds the
// values that the host application gave, by field name as in Reading.
type Submission struct {
	Captures   []Capture
	Submitted  map[string]string
	Thresholds Thresholds
	Today      time.Time
	MinimumAge int
	Countries  [][]byte             // country certificates that the operator trusts, DER
	Watch      func() time.Duration `json:"-"` // time since some start, to tell how long each step took; may be nil
	Recognise  Recogniser           `json:"-"` // of printed text; nil where none is installed
}
