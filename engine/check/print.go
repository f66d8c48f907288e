package check

import (
	"strings"
	"time"

	"proofdesk/engine/finding"
)

// textRecogniser is the provider of printed text.
const textRecogniser = "tesseract"

// Print reports whether the printed text of a side was read. The readings are those of the side's print; one that is
// cut by the picture's edge is Truncated.
//
// Code document.print. Score: the mean confidence of the readings, 0..1; no threshold. Inconclusive where nothing was
// read or the picture's edge cuts a value. Assurance: heuristic.
func Print(capture string, readings []finding.Reading) finding.Check {
	c := printCheck(capture)
	sum, cut := 0.0, []string{}
	for _, r := range readings {
		if r.Truncated {
			cut = append(cut, r.Field)
		}
		c.ShowReading(r)
		sum += r.Confidence
	}
	if len(readings) > 0 {
		score := finding.Rounded(sum / float64(len(readings)))
		c.Score = &score
	}
	switch {
	case len(readings) == 0:
		c.Conclude(finding.Inconclusive, "document.print_unread", "No printed field was read")
	case len(cut) > 0:
		c.Conclude(finding.Inconclusive, "document.print_cut",
			"The picture's edge cuts printed values: "+strings.Join(cut, ", "))
	default:
		c.Outcome = finding.Pass
	}
	return c
}

// PrintTimedOut returns the check for a recogniser of printed text that was stopped at its time limit.
func PrintTimedOut(capture string, limit time.Duration) finding.Check {
	c := printCheck(capture)
	c.Conclude(finding.NotRun, "document.print_late",
		"The recogniser of printed text was ended at its limit of "+limit.String())
	return c
}

// PrintFailed returns the check for a recogniser of printed text that failed.
func PrintFailed(capture string) finding.Check {
	c := printCheck(capture)
	c.Conclude(finding.NotRun, "document.print_failed", "The recogniser of printed text failed")
	return c
}

// PrintAbsent returns the check for the device's build, which has no recogniser of printed text.
func PrintAbsent(capture string) finding.Check {
	c := printCheck(capture)
	c.Provider = finding.NoProvider
	c.Conclude(finding.NotRun, "", "Printed text is read on the server")
	return c
}

func printCheck(capture string) finding.Check {
	c := finding.NewCheck(finding.CodePrint, finding.GroupDocument, capture)
	c.Provider = textRecogniser
	return c
}
