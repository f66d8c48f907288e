package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/fault"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

type inspectCommand struct {
	Files    []string `arg:"" help:"Captures: kind=file, or a file whose name begins with its kind, as in passport.jpg or id_back-2.png. Pictures are JPEG or PNG, nfc is a JSON object of data groups."`
	Function string   `help:"Also decide as this function would be decided, such as ID_VALIDATION."`
	Today    string   `help:"The date to judge by, YYYY-MM-DD; today unless given."`
	Country  string   `name:"country-certs" env:"PROOFDESK_COUNTRY_CERTS" help:"File or folder of country signing certificates (PEM or DER) that a chip, nfc=file, is checked against."`
}

// inspected is what inspect prints.
type inspected struct {
	engine.Report
	Decision *policy.Decision `json:"decision,omitempty"`
}

// Run prints the engine's report. A file that can't be read is an error, returned after the report is printed.
func (c inspectCommand) Run(ctx context.Context, o *output) error {
	s, kinds, err := c.submission()
	if err != nil {
		return err
	}
	pool := &inspection.Pool{}
	defer pool.Close()
	report, err := pool.Inspect(ctx, inspection.Batch, s)
	if err != nil {
		return err
	}
	report.Templates = nil // templates are never printed
	result := inspected{Report: report}
	if c.Function != "" {
		f := onboarding.Function(strings.ToUpper(c.Function))
		if !f.Known() {
			return fault.BadField("function", "one_of", "there is no function %q", c.Function)
		}
		d := policy.Decide(policy.Default(), policy.Input{Function: f, Captures: kinds, Report: report})
		result.Decision = &d
	}
	if !o.json {
		_, err = fmt.Print(reportText(result))
	} else {
		err = o.result(result)
	}
	return errors.Join(err, unreadable(report.Captures))
}

// submission reads the files and returns them with the settings to judge them by.
func (c inspectCommand) submission() (engine.Submission, []onboarding.CaptureKind, error) {
	s := engine.Submission{
		Thresholds: engine.DefaultThresholds(),
		Today:      time.Now().UTC(),
		MinimumAge: policy.Default().MinimumAge,
	}
	if c.Today != "" {
		day, err := time.Parse(time.DateOnly, c.Today)
		if err != nil {
			return s, nil, fault.BadField("today", "format", "%q is not a date such as 2026-11-20", c.Today)
		}
		s.Today = day
	}
	var err error
	if s.Countries, err = boot.CountryCerts(c.Country); err != nil {
		return s, nil, err
	}
	var kinds []onboarding.CaptureKind
	for _, arg := range c.Files {
		capture, err := readCapture(arg)
		if err != nil {
			return s, nil, err
		}
		s.Captures, kinds = append(s.Captures, capture), append(kinds, onboarding.CaptureKind(capture.Kind))
	}
	return s, kinds, nil
}

// unreadable returns an error that names the files that can't be read.
func unreadable(captures []engine.CaptureReport) error {
	var all []error
	for _, c := range captures {
		if c.Fault != "" {
			all = append(all, fmt.Errorf("%s can't be read: %s", c.ID, engine.FaultWords(c)))
		}
	}
	return errors.Join(all...)
}

// readCapture reads kind=file, or guesses the kind from the file's name.
func readCapture(arg string) (engine.Capture, error) {
	kind, path, explicit := strings.Cut(arg, "=")
	if explicit {
		kind = strings.ToLower(kind)
	} else {
		path = arg
		kind = guessKind(strings.ToLower(filepath.Base(path)))
	}
	if !onboarding.CaptureKind(kind).Known() {
		return engine.Capture{}, fault.BadField("file", "one_of",
			"%q is not a kind of capture; write kind=file with one of %v", kind, onboarding.CaptureKinds())
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return engine.Capture{}, err
	}
	return engine.Capture{ID: filepath.Base(path), Kind: kind, ContentType: http.DetectContentType(b), Bytes: b}, nil
}

// guessKind returns the kind with which a file's name begins; a picture whose name begins with none counts as a
// document's front.
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
