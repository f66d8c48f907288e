package quality_test

import (
	"math"
	"testing"

	"proofdesk/app/quality"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

func TestKappaIsAsPublished(t *testing.T) {
	cases := []struct {
		source          string
		table           quality.Table
		agreed          float64
		kappa, standard float64
		places          float64
	}{
		// Cohen 1960, "A coefficient of agreement for nominal scales", table 1: proportions of 200 cases.
		{"Cohen 1960", quality.Table{{88, 14, 18}, {10, 40, 10}, {2, 6, 12}}, .70, .492, .051, 5e-4},
		// Fleiss, Levin and Paik, "Statistical Methods for Rates and Proportions", table 18.1 and section 18.1: 100
		// subjects.
		{"Fleiss, Levin and Paik", quality.Table{{75, 1, 4}, {5, 4, 1}, {0, 0, 10}}, .89, .6765, .0877, 5e-5},
		{"two outcomes, half by chance", quality.Table{{20, 5}, {10, 15}}, .70, .4, .127, 5e-4},
		{"no better than chance", quality.Table{{25, 25}, {25, 25}}, .5, 0, .1, 5e-4},
		{"always the opposite", quality.Table{{0, 10}, {10, 0}}, 0, -1, 0, 1e-9},
		{"always the same", quality.Table{{10, 0, 0}, {0, 10, 0}, {0, 0, 5}}, 1, 1, 0, 1e-9},
	}
	for _, c := range cases {
		share, kappa := c.table.Agreement(), c.table.Kappa()
		standard := max(kappa.High-kappa.Value, kappa.Value-kappa.Low) / 1.959963984540054
		if !share.Known || !near(share.Value, c.agreed, 1e-9) || !kappa.Known ||
			!near(kappa.Value, c.kappa, c.places) || !near(standard, c.standard, c.places) {
			t.Errorf("%s: agreement %.4f, kappa %.4f, standard error %.4f; want %.4f, %.4f, %.4f",
				c.source, share.Value, kappa.Value, standard, c.agreed, c.kappa, c.standard)
		}
	}
}

func TestAShareHasWilsonsInterval(t *testing.T) {
	// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3: 81 of 263, 15 of
	// 148, 0 of 20, 1 of 29.
	cases := []struct {
		agreed, not int64
		low, high   float64
	}{{81, 182, .2553, .3662}, {15, 133, .0624, .1605}, {0, 20, 0, .1611}, {1, 28, .0061, .1718}}
	for _, c := range cases {
		table := quality.Table{{c.agreed, c.not}}
		if got := table.Agreement(); !near(got.Low, c.low, 5e-5) || !near(got.High, c.high, 5e-5) {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.agreed, c.agreed+c.not, got.Low, got.High, c.low,
				c.high)
		}
	}
}

func TestAgreementIsUnknownWithoutPairsAndKappaWithOneOutcome(t *testing.T) {
	var none quality.Table
	if none.Agreement().Known || none.Kappa().Known {
		t.Error("an empty table has figures")
	}
	alone := quality.Table{{7}}
	if got := alone.Agreement(); !got.Known || got.Value != 1 {
		t.Errorf("seven alike: %+v", got)
	}
	if alone.Kappa().Known {
		t.Error("where all say the same there is no kappa")
	}
}
