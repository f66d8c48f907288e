package intake

import (
	"context"
	"errors"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// Part is one document picture of an auto-fill request.
type Part struct {
	Kind  onboarding.CaptureKind
	Bytes []byte
}

// AutoFilled is what was read from the pictures. It is returned at once, without a job, and nothing of it is stored.
// Values holds the evidence for each field, Findings what is wrong or in doubt.
type AutoFilled struct {
	Fields     map[string]string      `json:"fields"`     // as in personalDetails; addresses as address.line1 …
	Sources    map[string]string      `json:"sources"`    // field → VIZ, MRZ or BARCODE
	Confidence map[string]float64     `json:"confidence"` // field → 0..1
	Values     map[string]FilledValue `json:"values"`
	Findings   []Finding              `json:"findings"`
	Captures   []AutoFilledCapture    `json:"captures"`
}

// FilledValue is one value with its evidence. Box is x, y, width and height in pixels of the picture as shown.
// CheckDigit is right, repaired (right once misread characters were put right) or wrong; empty where none is printed.
type FilledValue struct {
	Value      string                 `json:"value"`
	Source     string                 `json:"source"`
	Confidence float64                `json:"confidence"`
	Kind       onboarding.CaptureKind `json:"kind"` // the picture that it was read in
	Box        []int                  `json:"box,omitempty"`
	CheckDigit string                 `json:"checkDigit,omitempty"`
	Repairs    []string               `json:"repairs,omitempty"` // as line:column read>taken (element)
	Truncated  bool                   `json:"truncated,omitempty"`
}

// Finding is a check that did not pass. Kind is the picture that it is about; empty where it is about all of them.
type Finding struct {
	Check   string                 `json:"check"`
	Outcome string                 `json:"outcome"` // FAIL, WARN or INCONCLUSIVE
	Kind    onboarding.CaptureKind `json:"kind,omitempty"`
	Reasons []string               `json:"reasons"`
	Text    string                 `json:"text"`
}

// AutoFilledCapture is the result for one picture; its size is in pixels, as shown.
type AutoFilledCapture struct {
	Kind    onboarding.CaptureKind `json:"kind"`
	Fault   string                 `json:"fault,omitempty"`
	Width   int                    `json:"width,omitempty"`
	Height  int                    `json:"height,omitempty"`
	Prompts []string               `json:"prompts"`
}

// AutoFillKinds returns the captures that auto-fill reads.
func AutoFillKinds() []onboarding.CaptureKind {
	return []onboarding.CaptureKind{
		onboarding.IDFront, onboarding.IDBack, onboarding.Passport, onboarding.SecondaryFront,
		onboarding.SecondaryBack, onboarding.Document,
	}
}

// AutoFill reads the fields of documents for a caller.
func (in *Intake) AutoFill(ctx context.Context, c Caller, parts []Part) (AutoFilled, error) {
	if in.Extract == nil {
		return AutoFilled{}, fault.New(fault.Unavailable, "document reading is not available")
	}
	if len(parts) == 0 {
		return AutoFilled{}, fault.BadField("body", "required", "at least one document picture is needed")
	}
	var captures []engine.Capture
	for _, p := range parts {
		what, err := in.recognise(p.Kind, p.Bytes)
		if err != nil {
			return AutoFilled{}, named(err, string(p.Kind))
		}
		captures = append(captures, engine.Capture{
			ID:          string(p.Kind),
			Kind:        string(p.Kind),
			ContentType: what.Type,
			Bytes:       p.Bytes,
		})
	}
	report, err := in.Extract(inspection.For(ctx, c.Company, ""), captures)
	if err != nil {
		return AutoFilled{}, err
	}
	return filled(report), nil
}

// named adds the name of the part to a fault of the body.
func named(err error, part string) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	for i := range f.Fields {
		f.Fields[i].Name = part
	}
	return f
}

// trust orders sources from the least to the most trusted.
var trust = []engine.Source{engine.VIZ, engine.Barcode, engine.MRZ}

// filled takes the most trusted reading of each field.
func filled(r engine.Report) AutoFilled {
	best := map[string]engine.Reading{}
	for _, reading := range r.Readings {
		if at, ok := best[reading.Field]; slices.Contains(trust, reading.Source) && (!ok || better(reading, at)) {
			best[reading.Field] = reading
		}
	}
	out := AutoFilled{
		Fields:     map[string]string{},
		Sources:    map[string]string{},
		Confidence: map[string]float64{},
		Values:     map[string]FilledValue{},
		Findings:   findingsOf(r.Checks),
		Captures:   []AutoFilledCapture{},
	}
	for field, reading := range best {
		v := valueOf(r, reading)
		out.Fields[field], out.Sources[field], out.Confidence[field], out.Values[field] = v.Value, v.Source,
			v.Confidence, v
	}
	for _, c := range r.Captures {
		one := AutoFilledCapture{
			Kind:    onboarding.CaptureKind(c.Kind),
			Fault:   c.Fault,
			Width:   c.Width,
			Height:  c.Height,
			Prompts: c.Prompts,
		}
		if one.Prompts == nil {
			one.Prompts = []string{}
		}
		out.Captures = append(out.Captures, one)
	}
	return out
}

// The results of a value's check digit, and the highest confidence that a value then gets.
const (
	digitRight    = "right"
	digitRepaired = "repaired"
	digitWrong    = "wrong"

	repairedConfidence     = .8
	contradictedConfidence = .4
)

func valueOf(r engine.Report, reading engine.Reading) FilledValue {
	v := FilledValue{
		Value:      reading.Value,
		Source:     string(reading.Source),
		Confidence: reading.Confidence,
		Kind:       onboarding.CaptureKind(reading.Capture),
		Repairs:    reading.Repairs,
		Truncated:  reading.Truncated,
		CheckDigit: digitOf(r, reading),
	}
	if b := reading.Box; b != nil {
		v.Box = []int{b.X, b.Y, b.W, b.H}
	}
	switch v.CheckDigit {
	case digitRepaired:
		v.Confidence = min(v.Confidence, repairedConfidence)
	case digitWrong:
		v.Confidence = min(v.Confidence, contradictedConfidence)
	}
	return v
}

// digits maps a field to the element of the MRZ whose check digit covers it.
var digits = map[string]string{
	"documentNumber": "number",
	"dateOfBirth":    "birth",
	"expiryDate":     "expiry",
	"personalNumber": "personal",
}

func digitOf(r engine.Report, reading engine.Reading) string {
	switch {
	case reading.CheckDigit == nil:
		return ""
	case *reading.CheckDigit:
		return digitRight
	}
	for _, c := range r.Captures {
		for _, d := range c.CheckDigits {
			if c.ID == reading.Capture && d.Field == digits[reading.Field] && d.After {
				return digitRepaired
			}
		}
	}
	return digitWrong
}

// findingsOf lists the checks that speak against the pictures or the values read, and the checks of the document that
// could not be judged.
func findingsOf(checks []engine.Check) []Finding {
	all := []Finding{}
	for _, c := range checks {
		unknown := c.Outcome == engine.Inconclusive && (c.Code == engine.CodeKind || c.Code == engine.CodeRead)
		if c.Outcome != engine.Fail && c.Outcome != engine.Warn && !unknown {
			continue
		}
		reasons := c.Reasons
		if reasons == nil {
			reasons = []string{}
		}
		all = append(all, Finding{
			Check:   c.Code,
			Outcome: string(c.Outcome),
			Kind:    onboarding.CaptureKind(c.Capture),
			Reasons: reasons,
			Text:    c.Detail,
		})
	}
	return all
}

// better reports whether a is to be preferred to b: first the one that its check digit does not contradict, then by
// source, then by confidence.
func better(a, b engine.Reading) bool {
	if wrong(a) != wrong(b) {
		return wrong(b)
	}
	if a.Source != b.Source {
		return slices.Index(trust, a.Source) > slices.Index(trust, b.Source)
	}
	return a.Confidence > b.Confidence
}

func wrong(r engine.Reading) bool { return r.CheckDigit != nil && !*r.CheckDigit }
