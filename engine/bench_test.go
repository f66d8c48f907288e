package engine_test

import (
	"context"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

var today = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// photograph is a 12-megapixel photograph of one side of a document.
func photograph(kind specimen.Kind, side string) engine.Submission {
	s := specimen.ApplicantWith(kind, 5, specimen.Good, today)
	s.Megapixels = 12
	c, _ := s.Capture(side)
	return engine.Submission{
		Thresholds: engine.DefaultThresholds(),
		Today:      today,
		MinimumAge: 18,
		Captures:   []engine.Capture{{ID: side, Kind: side, ContentType: c.ContentType, Bytes: c.Bytes}},
	}
}

func benchmark(b *testing.B, kind specimen.Kind, side string) {
	s := photograph(kind, side)
	engine.Inspect(context.Background(), s) // loads models
	b.ReportAllocs()
	for b.Loop() {
		engine.Inspect(context.Background(), s)
	}
}

func BenchmarkInspectPassport12Megapixels(b *testing.B) {
	benchmark(b, specimen.Passport, "passport")
}

func BenchmarkInspectCardFront12Megapixels(b *testing.B) {
	benchmark(b, specimen.CardTD1, "id_front")
}

func BenchmarkInspectLicenceBack12Megapixels(b *testing.B) {
	benchmark(b, specimen.Licence, "id_back")
}
