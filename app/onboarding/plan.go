package onboarding

import "slices"

// Flavor is the build of the SDK that a host application contains.
type Flavor string

// Line is the generation of the SDK: the current one, or 9.x.
type Line string

// The lines.
const (
	CurrentLine Line = "current"
	EarlierLine Line = "9.x"
)

// Place is where a capability runs.
type Place string

// The places; NotApplicable where a flavor lacks the capability.
const (
	OnDevice      Place = "DEVICE"
	OnServer      Place = "SERVER"
	NotApplicable Place = "N/A"
)

// Capability is one row of the flavor tables.
type Capability string

// The capabilities.
const (
	DocumentDetect         Capability = "document_detect"
	RotateCrop             Capability = "rotate_crop"
	DocumentRealness       Capability = "document_realness"
	DocumentClassification Capability = "document_classification"
	CodeReading            Capability = "mrz_barcode_reading"
	FrontOCR               Capability = "front_ocr"
	FaceDetect             Capability = "face_detect"
	LivenessDetect         Capability = "liveness_detect"
	HatGlassesDetect       Capability = "hat_glasses_detect"
	VideoIDCapability      Capability = "video_id"
)

// Capabilities returns the rows in the order of the tables.
func Capabilities() []Capability {
	return []Capability{
		DocumentDetect, RotateCrop, DocumentRealness, DocumentClassification, CodeReading, FrontOCR, FaceDetect,
		LivenessDetect, HatGlassesDetect, VideoIDCapability,
	}
}

// Step is one row of a plan.
type Step struct {
	Capability Capability `json:"capability"`
	RunsOn     Place      `json:"runsOn"`
}

const d, s, n = OnDevice, OnServer, NotApplicable

// currentPlans and earlierPlans are the flavor tables, in the order of Capabilities.
var currentPlans = map[Flavor][10]Place{
	"VIDEO_ID": {d, d, d, d, d, d, d, d, d, d},
	"MEDIUM":   {d, s, d, s, d, s, d, d, s, n},
	"LITE":     {d, d, s, s, d, s, d, d, s, n},
	"LIVENESS": {n, n, n, n, n, n, d, d, s, n},
}

var earlierPlans = map[Flavor][10]Place{
	"FULL":     {d, d, d, d, d, s, d, d, d, n},
	"MEDIUM":   {d, s, s, s, d, s, d, d, s, n},
	"LITE":     {d, s, s, s, s, s, d, d, s, n},
	"VIDEO_ID": {d, d, d, d, d, s, d, d, d, d},
}

// Flavors returns the flavors of a line; each of the current line also exists without models.
func Flavors(line Line) []Flavor {
	if line == EarlierLine {
		return []Flavor{"FULL", "MEDIUM", "LITE", "VIDEO_ID"}
	}
	return []Flavor{
		"VIDEO_ID", "VIDEO_ID_WITHOUT_MODELS", "MEDIUM", "MEDIUM_WITHOUT_MODELS",
		"LITE", "LITE_WITHOUT_MODELS", "LIVENESS", "LIVENESS_WITHOUT_MODELS",
	}
}

const withoutModels = "_WITHOUT_MODELS"

// DownloadsModels reports whether an app of the flavor downloads its models at initialization. The web SDK, which has
// one engine for every flavor, does not.
func (f Flavor) DownloadsModels() bool {
	return len(f) > len(withoutModels) && f[len(f)-len(withoutModels):] == withoutModels
}

// PlanFor returns the step plan of a flavor in a line, and whether that flavor exists there.
func PlanFor(flavor Flavor, line Line) ([]Step, bool) {
	if !slices.Contains(Flavors(line), flavor) {
		return nil, false
	}
	table := currentPlans
	if line == EarlierLine {
		table = earlierPlans
	}
	if flavor.DownloadsModels() {
		flavor = flavor[:len(flavor)-len(withoutModels)]
	}
	row := table[flavor]
	steps := make([]Step, len(row))
	for i, capability := range Capabilities() {
		steps[i] = Step{Capability: capability, RunsOn: row[i]}
	}
	return steps, true
}
