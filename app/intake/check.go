package intake

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

const (
	maxKey      = 128 // characters of an idempotency key
	maxAccuracy = 1e6 // metres
)

type findings []fault.Field

func (f *findings) add(name, rule, format string, args ...any) {
	*f = append(*f, fault.Field{Name: name, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// text checks a free text: its length in characters, and that it is printable.
func (f *findings) text(name, value string, limit int) {
	switch {
	case utf8.RuneCountInString(value) > limit:
		f.add(name, "max_length", "%s must have at most %d characters", name, limit)
	case strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }):
		f.add(name, "characters", "%s must hold printable characters only", name)
	case strings.TrimSpace(value) != value:
		f.add(name, "trimmed", "%s must not begin or end with a space", name)
	}
}

// check validates a request for a job and returns the SDK's version and line.
func (r JobRequest) check(c Caller, key string, now time.Time) (preset.Version, onboarding.Line, error) {
	version, line, f := r.findings(c, key, now)
	return version, line, fault.BadFields(f)
}

// findings returns what is wrong with a request for a job, and the SDK's version and line.
func (r JobRequest) findings(c Caller, key string, now time.Time) (preset.Version, onboarding.Line, findings) {
	var f findings
	switch {
	case r.Function == "":
		f.add("function", "required", "function is missing")
	case !r.Function.Known():
		f.add("function", "one_of", "there is no such function")
	case r.Function.NeedsUniqueNumber() && r.UniqueNumber == "":
		f.add("uniqueNumber", "required", "uniqueNumber is missing: %s needs it", r.Function)
	}
	f.uniqueNumber(r.UniqueNumber)
	version, line, fields := sdkOf(r.SDKVersion, r.Line)
	f = append(f, fields...)
	plan, ok := onboarding.PlanFor(r.Flavor, line)
	if !ok {
		f = append(f, badFlavor(r.Flavor, line)...)
	} else {
		f.performed(r.Function, r.Flavor, plan)
	}
	f.text("preset", r.Preset, maxText)
	f.text("sessionId", r.SessionID, maxText)
	f.location(r.Location)
	f.device(r.Device)
	f.submitted(r.Submitted, now)
	if r.Function == onboarding.AutoFill && r.Submitted != nil {
		f.named(r.Submitted)
	}
	if slices.ContainsFunc(r.Captures, func(k onboarding.CaptureKind) bool { return !k.Known() }) {
		f.add("captures", "one_of", "captures holds a kind that is not known")
	}
	f.sandbox(r.Sandbox, c)
	f.text("idempotency-key", key, maxKey)
	return version, line, f
}

// performed checks that a flavor has what a function requires.
func (f *findings) performed(function onboarding.Function, flavor onboarding.Flavor, plan []onboarding.Step) {
	if lacks := function.Lacks(plan); len(lacks) > 0 {
		f.add("function", "flavor", "the flavor %s can't perform %s: it has no %s", flavor, function, lacks[0])
	}
}

func (f *findings) uniqueNumber(number string) {
	before := len(*f)
	f.text("uniqueNumber", number, onboarding.MaxUniqueNumber)
	if len(*f) == before && number != "" && !onboarding.ValidUniqueNumber(number) {
		f.add("uniqueNumber", "format",
			"uniqueNumber must be letters and digits, with blanks and ._:/@+#- between them")
	}
}

// sandbox lets only sandbox clients choose an outcome, and only one that automated processing can reach.
func (f *findings) sandbox(s *Sandbox, c Caller) {
	switch {
	case s == nil:
	case !c.Sandbox:
		f.add("sandbox", "sandbox_only", "sandbox is for sandbox clients only")
	case !slices.Contains(onboarding.DecisionOutcomes(), s.Outcome):
		f.add("sandbox.outcome", "one_of",
			"sandbox.outcome must be APPROVED, REVIEW, DECLINED, ERROR or EXISTING_CUSTOMER")
	}
}

func (f *findings) location(p *SentLocation) {
	if p == nil {
		return
	}
	within := func(name string, value *float64, low, high float64) {
		switch {
		case value == nil:
			f.add("location."+name, "required", "location needs %s", name)
		case *value < low || *value > high:
			f.add("location."+name, "range", "location.%s must be from %g to %g", name, low, high)
		}
	}
	within("latitude", p.Latitude, -90, 90)
	within("longitude", p.Longitude, -180, 180)
	within("accuracy", &p.Accuracy, 0, maxAccuracy)
}

func (f *findings) device(d *onboarding.Device) {
	if d == nil {
		return
	}
	f.text("device.id", d.ID, maxText)
	f.text("device.manufacturer", d.Manufacturer, maxText)
	f.text("device.model", d.Model, maxText)
	f.text("device.os", d.OS, maxText)
	f.text("device.osVersion", d.OSVersion, maxText)
	f.text("device.appVersion", d.AppVersion, maxText)
}
