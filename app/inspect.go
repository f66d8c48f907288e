package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

type inspectCommand struct {
	Files    []string `arg:"" help:"Captures: kind=file, or a file whose name begins with its kind, as in passport.jpg or id_back-2.png."`
	Function string   `help:"Also decide as this function would be decided, such as ID_VALIDATION."`
	Today    string   `help:"The date to judge by, YYYY-MM-DD; today unless given."`
}

// inspected is what inspect prints.
type inspected struct {
	engine.Report
	Decision *policy.Decision `json:"decision,omitempty"`
}

// Run prints the engine's report.
func (c inspectCommand) Run(ctx context.Context, o *output) error {
	s := engine.Submission{Thresholds: engine.DefaultThresholds(), Today: time.Now().UTC(), MinimumAge: policy.Default().MinimumAge}
	if c.Today != "" {
		day, err := time.Parse(time.DateOnly, c.Today)
		if err != nil {
			return fault.BadField("today", "date", "%q is not a date such as 2026-11-20", c.Today)
		}
		s.Today = day
	}
	var kinds []onboarding.CaptureKind
	for _, arg := range c.Files {
		capture, err := readCapture(arg)
		if err != nil {
			return err
		}
		s.Captures, kinds = append(s.Captures, capture), append(kinds, onboarding.CaptureKind(capture.Kind))
	}
	pool := &inspection.Pool{}
	defer pool.Close()
	report, err := pool.Inspect(ctx, s)
	if err != nil {
		return err
	}
	report.Templates = nil // they never leave the engine's side
	result := inspected{Report: report}
	if c.Function != "" {
		f := onboarding.Function(strings.ToUpper(c.Function))
		if !f.Known() {
			return fault.BadField("function", "known", "there is no function %q", c.Function)
		}
		d := policy.Decide(policy.Default(), policy.Input{Function: f, Captures: kinds, Report: report})
		result.Decision = &d
	}
	if o.json {
		return o.result(result)
	}
	printReport(result)
	return nil
}

// readCapture reads kind=file, or guesses the kind by the file's name.
func readCapture(arg string) (engine.Capture, error) {
	kind, path, explicit := strings.Cut(arg, "=")
	if explicit {
		kind = strings.ToLower(kind)
	} else {
		path = arg
		kind = guessKind(strings.ToLower(filepath.Base(path)))
	}
	if !onboarding.CaptureKind(kind).Known() {
		return engine.Capture{}, fault.BadField("file", "kind", "%q is not a kind of capture; write kind=file with one of %v", kind, onboarding.CaptureKinds())
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return engine.Capture{}, err
	}
	return engine.Capture{ID: filepath.Base(path), Kind: kind, ContentType: http.DetectContentType(b), Bytes: b}, nil
}

// guessKind finds the kind that a file's name begins with; a picture of no named kind is taken as a document's front.
func guessKind(name string) string {
	kinds := onboarding.CaptureKinds()
	slices.SortFunc(kinds, func(a, b onboarding.CaptureKind) int { return len(b) - len(a) })
	for _, k := range kinds {
		if strings.HasPrefix(name, string(k)) {
			return string(k)
		}
	}
	if strings.Contains(name, "pass") {
		return string(onboarding.Passport)
	}
	return string(onboarding.IDFront)
}

func printReport(r inspected) {
	for _, c := range r.Checks {
		score := ""
		if c.Score != nil {
			score = fmt.Sprintf("%.3g", *c.Score)
		}
		fmt.Printf("%-12s %-24s %-8s assurance %d  %s\n", c.Outcome, c.Code, score, c.Assurance, c.Detail)
	}
	for _, v := range r.Readings {
		fmt.Printf("%-12s %-24s %s\n", v.Source, v.Field, v.Value)
	}
	if r.Decision != nil {
		fmt.Printf("\n%s (%.2f)\n", r.Decision.Outcome, r.Decision.Score)
		for _, reason := range r.Decision.Reasons {
			fmt.Printf("  %s: %s\n", reason.Code, reason.Text)
		}
	}
}
