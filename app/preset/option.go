package preset

// Type is the type of an option's value.
type Type string

// The types, in the words of the SDK.
const (
	Boolean Type = "Boolean"
	Float   Type = "Float"
	Int     Type = "Int"
	Long    Type = "Long"
	Enum    Type = "enum"
)

// OptionGroup is the group of the customization that an option belongs to.
type OptionGroup string

// The groups whose options the server uses or sends to the SDK.
const (
	IDCapture     OptionGroup = "idCaptureCustomizationOptions"
	SelfieCapture OptionGroup = "selfieCaptureCustomizationOptions"
)

// Option is one setting of a group's captureOptions. Default is a bool, a float64 or a string by Type; Allowed lists
// the values of an enum. Earlier holds the default that SDKs before version Changed had.
type Option struct {
	Group   OptionGroup
	Name    string
	Type    Type
	Default any
	Allowed []string
	Changed string
	Earlier any
}

// options holds the SDK's tables of IDCaptureOptions and of the selfie's captureOptions, in their order.
var options = []Option{
	{Group: IDCapture, Name: "documentFrameWidthRatio", Type: Float, Default: 1.428},
	{Group: IDCapture, Name: "frontRealnessThreshold", Type: Float, Default: 0.8},
	{Group: IDCapture, Name: "backRealnessThreshold", Type: Float, Default: 0.8},
	{Group: IDCapture, Name: "frontDocumentConfidence", Type: Float, Default: 0.7},
	{Group: IDCapture, Name: "backDocumentConfidence", Type: Float, Default: 0.7},
	{Group: IDCapture, Name: "lowerWidthThresholdTolerance", Type: Float, Default: 0.2},
	{Group: IDCapture, Name: "upperWidthThresholdTolerance", Type: Float, Default: 0.05},
	{Group: IDCapture, Name: "focusThreshold", Type: Float, Default: 0.98},
	{Group: IDCapture, Name: "fingerDetectionThreshold", Type: Float, Default: 0.30},
	{Group: IDCapture, Name: "glareDetectionThreshold", Type: Float, Default: 0.20},
	{Group: IDCapture, Name: "minMrzConfidence", Type: Float, Default: 0.50},
	{Group: IDCapture, Name: "minBarcodeConfidence", Type: Float, Default: 0.50},
	{Group: IDCapture, Name: "documentBackComponentConfidence", Type: Float, Default: 0.70},
	{Group: IDCapture, Name: "allowOverrideWrongDocumentTypeAfterMs", Type: Long, Default: 8000.0},
	// The SDK's table names the default MANUAL but lists MANUAL_CAPTURE among the values: the listed value is sent.
	{
		Group:   IDCapture,
		Name:    "wrongDocumentTypeHandlingMode",
		Type:    Enum,
		Default: "MANUAL_CAPTURE",
		Allowed: []string{"MANUAL_CAPTURE", "AUTO_CAPTURE", "EXIT"},
	},
	{Group: IDCapture, Name: "wrongDocumentTypeWarningDelayInSec", Type: Int, Default: 5.0},
	{Group: IDCapture, Name: "separateIdCardCaptureSequence", Type: Boolean, Default: false},
	{Group: IDCapture, Name: "isIDCapturePreviewEnabled", Type: Boolean, Default: false},
	{Group: IDCapture, Name: "isIdInstructionAnimationEnabled", Type: Boolean, Default: true},
	{Group: IDCapture, Name: "idInstructionAnimationDuration", Type: Long, Default: 1.0},
	{Group: IDCapture, Name: "isBarcodeRecoveryEnabled", Type: Boolean, Default: true},
	{Group: IDCapture, Name: "missingBarcodeTimeInterval", Type: Int, Default: 5.0},
	{Group: IDCapture, Name: "barcodeRecoveryMoveCloserTimeInterval", Type: Int, Default: 10.0},
	{Group: IDCapture, Name: "barcodeRecoveryCaptureTimeInterval", Type: Int, Default: 5.0},

	{Group: SelfieCapture, Name: "minFaceWidth", Type: Float, Default: 0.6},
	{Group: SelfieCapture, Name: "eyeOpenProbability", Type: Float, Default: 0.4},
	{Group: SelfieCapture, Name: "minHeadEulerAngle", Type: Float, Default: -10.0},
	{Group: SelfieCapture, Name: "maxHeadEulerAngle", Type: Float, Default: 10.0},
	{Group: SelfieCapture, Name: "minRelativeNoseHeight", Type: Float, Default: 0.48},
	{Group: SelfieCapture, Name: "maxRelativeNoseHeight", Type: Float, Default: 0.67},
	{Group: SelfieCapture, Name: "labelsConfidenceThreshold", Type: Float, Default: 0.79},
	{Group: SelfieCapture, Name: "faceMaskProbabilityThreshold", Type: Float, Default: 0.98},
	{Group: SelfieCapture, Name: "liveFaceProbabilityThreshold", Type: Float, Default: 0.9},
	{
		Group:   SelfieCapture,
		Name:    "consecutiveFakeFaceLimit",
		Type:    Int,
		Default: 10.0,
		Changed: "10.1.18.2.01",
		Earlier: 15.0,
	},
	{Group: SelfieCapture, Name: "lightIntensityThreshold", Type: Float, Default: 0.05},
	{Group: SelfieCapture, Name: "capture4K", Type: Boolean, Default: false},
	{Group: SelfieCapture, Name: "uploadFaceData", Type: Boolean, Default: true},
	{Group: SelfieCapture, Name: "focusFaceThreshold", Type: Float, Default: 0.20},
	{Group: SelfieCapture, Name: "isSelfieCapturePreviewEnabled", Type: Boolean, Default: false},
}

// Options returns the options in the order of the SDK's documentation.
func Options() []Option { return append([]Option(nil), options...) }

// DefaultFor returns the default in an SDK version.
func (o Option) DefaultFor(v Version) any {
	if changed, ok := ParseVersion(o.Changed); ok && v.Before(changed) {
		return o.Earlier
	}
	return o.Default
}

// Customization holds the options in force as the SDK expects them: group → "captureOptions" → option → value.
type Customization map[OptionGroup]map[string]map[string]any

// Defaults returns the customization of an SDK version without any preset.
func Defaults(v Version) Customization {
	c := Customization{}
	for _, o := range options {
		if c[o.Group] == nil {
			c[o.Group] = map[string]map[string]any{"captureOptions": {}}
		}
		c[o.Group]["captureOptions"][o.Name] = o.DefaultFor(v)
	}
	return c
}

// Numbers returns the numeric options of a customization by name, for the engine's thresholds. No name is in two
// groups.
func (c Customization) Numbers() map[string]float64 {
	numbers := map[string]float64{}
	for _, group := range c {
		for name, value := range group["captureOptions"] {
			if n, ok := value.(float64); ok {
				numbers[name] = n
			}
		}
	}
	return numbers
}
