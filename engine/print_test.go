//go:build !js

package engine_test

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
	"proofdesk/engine/text"
)

func TestWhyPrintedTextWasNotReadIsSaid(t *testing.T) {
	s := specimen.ApplicantWith(specimen.Licence, 3, specimen.Good, recheckDay)
	c, _ := s.Capture("id_front")
	for reason, err := range map[string]error{
		"document.print_late":   fmt.Errorf("tesseract: %w", engine.TimeoutError{Limit: 8 * time.Second}),
		"document.print_failed": errors.New("exit status 1"),
	} {
		report := engine.Inspect(t.Context(), engine.Submission{
			Thresholds: engine.DefaultThresholds(),
			Today:      recheckDay,
			Captures:   []engine.Capture{{ID: "front", Kind: "id_front", Bytes: c.Bytes}},
			Recognise:  func([]*image.Gray, string) ([][]text.Word, error) { return nil, err },
		})
		check := checkOf(report, engine.CodePrint)
		if check.Outcome != engine.NotRun || len(check.Reasons) != 1 || check.Reasons[0] != reason {
			t.Errorf("%v: %s %v", err, check.Outcome, check.Reasons)
		}
		if reason == "document.print_late" && !strings.Contains(check.Detail, "8s") {
			t.Errorf("the limit is not told: %s", check.Detail)
		}
	}
}

func TestASecondLookThatFailsLeavesTheFirst(t *testing.T) {
	s := specimen.ApplicantWith(specimen.Licence, 3, specimen.Good, recheckDay)
	c, _ := s.Capture("id_front")
	looks := 0
	report := engine.Inspect(t.Context(), engine.Submission{
		Thresholds: engine.DefaultThresholds(),
		Today:      recheckDay,
		Captures:   []engine.Capture{{ID: "front", Kind: "id_front", Bytes: c.Bytes}},
		Recognise: func(lines []*image.Gray, _ string) ([][]text.Word, error) {
			if looks++; looks > 1 {
				return nil, engine.TimeoutError{Limit: time.Second}
			}
			words := make([][]text.Word, len(lines))
			for i := range words {
				words[i] = []text.Word{{Text: "SEX F", Box: lines[i].Rect, Confidence: .6}}
			}
			return words, nil
		},
	})
	if check := checkOf(report, engine.CodePrint); looks != 2 || check.Outcome != engine.Pass {
		t.Errorf("%d looks: %s %v", looks, check.Outcome, check.Reasons)
	}
}
