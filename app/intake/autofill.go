package intake

import (
	"context"
	"errors"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// Part is one document picture of an auto fill.
type Part struct {
	Kind  onboarding.CaptureKind
	Bytes []byte
}

// AutoFilled is what was read, at once and without a job; nothing of it is kept.
type AutoFilled struct {
	Fields     map[string]string   `json:"fields"`     // as in personalDetails; addresses as address.line1 …
	Sources    map[string]string   `json:"sources"`    // field → VIZ, MRZ, BARCODE or CHIP
	Confidence map[string]float64  `json:"confidence"` // field → 0..1
	Captures   []AutoFilledCapture `json:"captures"`
}

// AutoFilledCapture is what was found about one picture.
type AutoFilledCapture struct {
	Kind    onboarding.CaptureKind `json:"kind"`
	Fault   string                 `json:"fault,omitempty"`
	Prompts []string               `json:"prompts"`
}

// AutoFillKinds are the captures that auto fill reads.
func AutoFillKinds() []onboarding.CaptureKind {
	return []onboarding.CaptureKind{onboarding.IDFront, onboarding.IDBack, onboarding.Passport, onboarding.SecondaryFront, onboarding.SecondaryBack, onboarding.Document}
}

// AutoFill reads the fields of documents.
func (in *Intake) AutoFill(ctx context.Context, parts []Part) (AutoFilled, error) {
	if in.Extract == nil {
		return AutoFilled{}, fault.New(fault.Unavailable, "no reader of documents is running")
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
		captures = append(captures, engine.Capture{ID: string(p.Kind), Kind: string(p.Kind), ContentType: what.Type, Bytes: p.Bytes})
	}
	report, err := in.Extract(ctx, captures)
	if err != nil {
		return AutoFilled{}, err
	}
	return filled(report), nil
}

// named says which part a fault of the body is about.
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

// trust orders sources from the least to the most.
var trust = []engine.Source{engine.VIZ, engine.Barcode, engine.MRZ, engine.Chip}

// filled takes the most trusted reading of each field.
func filled(r engine.Report) AutoFilled {
	best := map[string]engine.Reading{}
	for _, reading := range r.Readings {
		if at, ok := best[reading.Field]; slices.Contains(trust, reading.Source) && (!ok || better(reading, at)) {
			best[reading.Field] = reading
		}
	}
	out := AutoFilled{Fields: map[string]string{}, Sources: map[string]string{}, Confidence: map[string]float64{}, Captures: []AutoFilledCapture{}}
	for field, reading := range best {
		out.Fields[field], out.Sources[field], out.Confidence[field] = reading.Value, string(reading.Source), reading.Confidence
	}
	for _, c := range r.Captures {
		one := AutoFilledCapture{Kind: onboarding.CaptureKind(c.Kind), Fault: c.Fault, Prompts: c.Prompts}
		if one.Prompts == nil {
			one.Prompts = []string{}
		}
		out.Captures = append(out.Captures, one)
	}
	return out
}

// better prefers a reading that its check digit does not contradict, then the source, then the confidence.
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
