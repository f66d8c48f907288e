package engine

import (
	"fmt"
	"reflect"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

// Capture is one captured file as it came in.
type Capture struct {
	ID string // URN on the server, file name on the command line
	// id_front, id_back, passport, secondary_front, secondary_back, selfie, document, voice, signature, fingerprints,
	// video, nfc
	Kind        string
	ContentType string // as sniffed
	Bytes       []byte
	Challenge   Challenge // what the applicant was asked to do, in a video
}

// Thresholds are the job's effective customization as far as the engine needs it, under the names of the SDK; see
// DefaultThresholds.
type Thresholds struct {
	RealID            bool    `json:"enableRealIDDetection"`
	FrontRealness     float64 `json:"frontRealnessThreshold"`
	BackRealness      float64 `json:"backRealnessThreshold"`
	FrontConfidence   float64 `json:"frontDocumentConfidence"`
	BackConfidence    float64 `json:"backDocumentConfidence"`
	LowerWidth        float64 `json:"lowerWidthThresholdTolerance"`
	UpperWidth        float64 `json:"upperWidthThresholdTolerance"`
	Focus             float64 `json:"focusThreshold"`
	Finger            float64 `json:"fingerDetectionThreshold"`
	Glare             float64 `json:"glareDetectionThreshold"`
	MRZ               float64 `json:"minMrzConfidence"`
	Barcode           float64 `json:"minBarcodeConfidence"`
	BackComponent     float64 `json:"documentBackComponentConfidence"`
	BarcodeRecovery   bool    `json:"isBarcodeRecoveryEnabled"`
	LiveFace          float64 `json:"liveFaceProbabilityThreshold"`
	FaceFocus         float64 `json:"focusFaceThreshold"`
	LightIntensity    float64 `json:"lightIntensityThreshold"`
	EyeOpen           float64 `json:"eyeOpenProbability"`
	MinHeadEulerAngle float64 `json:"minHeadEulerAngle"` // degrees, as the next one
	MaxHeadEulerAngle float64 `json:"maxHeadEulerAngle"`
	MinNoseHeight     float64 `json:"minRelativeNoseHeight"`
	MaxNoseHeight     float64 `json:"maxRelativeNoseHeight"`
	MinFaceWidth      float64 `json:"minFaceWidth"`
	Accessory         float64 `json:"labelsConfidenceThreshold"`
	Mask              float64 `json:"faceMaskProbabilityThreshold"`
}

// DefaultThresholds are the defaults of the SDK's customization options.
func DefaultThresholds() Thresholds {
	return Thresholds{
		RealID:            true,
		FrontRealness:     .8,
		BackRealness:      .8,
		FrontConfidence:   .7,
		BackConfidence:    .7,
		LowerWidth:        check.LowerWidth,
		UpperWidth:        check.UpperWidth,
		Focus:             .98,
		Finger:            .30,
		Glare:             .20,
		MRZ:               .50,
		Barcode:           .50,
		BackComponent:     .70,
		BarcodeRecovery:   true,
		LiveFace:          .9,
		FaceFocus:         .20,
		LightIntensity:    .05,
		EyeOpen:           .4,
		MinHeadEulerAngle: -10,
		MaxHeadEulerAngle: 10,
		MinNoseHeight:     .48,
		MaxNoseHeight:     .67,
		MinFaceWidth:      .6,
		Accessory:         .79,
		Mask:              check.Mask,
	}
}

// ThresholdsOf returns the thresholds that options set, by the SDK's names, with the defaults for those that they lack.
// Other names are ignored; a value is a float64 or a bool. The device build has no encoding/json, which is large.
func ThresholdsOf(options map[string]any) (Thresholds, error) {
	t := DefaultThresholds()
	fields := reflect.ValueOf(&t).Elem()
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Tag.Get("json")
		value, ok := options[name]
		if !ok {
			continue
		}
		v := reflect.ValueOf(value)
		if !v.IsValid() || v.Type() != fields.Field(i).Type() {
			return t, fmt.Errorf("%s is of the wrong type", name)
		}
		fields.Field(i).Set(v)
	}
	return t, nil
}

// realness returns the least score with which a capture of this kind passes as an original.
func (t Thresholds) realness(kind string) float64 {
	if check.IsBack(kind) {
		return t.BackRealness
	}
	return t.FrontRealness
}

// confidence returns the confidence from which the outline on a capture of this kind counts.
func (t Thresholds) confidence(kind string) float64 {
	if check.IsBack(kind) {
		return t.BackConfidence
	}
	return t.FrontConfidence
}

// face returns the limits of a face's quality.
func (t Thresholds) face() face.Limits {
	return face.Limits{
		Focus:    t.FaceFocus,
		Light:    t.LightIntensity,
		MinAngle: t.MinHeadEulerAngle,
		MaxAngle: t.MaxHeadEulerAngle,
	}
}

// Floor returns the least score with which a device's result of a check passes; 0 where no option sets one. Kind is the
// capture that the result is about, if any.
func (t Thresholds) Floor(code, kind string) float64 {
	switch code {
	case CodeLiveness:
		return t.LiveFace
	case CodeRealness:
		return t.realness(kind)
	case CodeDocument:
		return t.confidence(kind)
	}
	return 0
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
