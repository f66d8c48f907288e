package mrz_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/mrz"
)

func failed(t *testing.T, lines ...string) []mrz.Field {
	t.Helper()
	r, err := mrz.Parse(lines, today)
	if err != nil {
		t.Fatal(err)
	}
	return r.Failed()
}

func TestOnlyTheDigitOfAnEmptyOptionalFieldMayBeBlank(t *testing.T) {
	empty := right[:28] + strings.Repeat("<", 15)
	empty += string(mrz.Digit(empty[:10] + empty[13:20] + empty[21:]))
	if got := failed(t, passport(empty)...); len(got) != 0 {
		t.Errorf("a blank digit of an empty personal number fails: %v", got)
	}
	filled := right[:42] + "<" + right[43:]
	if got := failed(t, passport(filled)...); !slices.Contains(got, mrz.FieldPersonal) {
		t.Errorf("a blank digit of a filled personal number passes: only %v fail", got)
	}
	number := "<<<<<<<<<<" + right[10:]
	if got := failed(t, passport(number)...); !slices.Contains(got, mrz.FieldNumber) {
		t.Errorf("a blank digit of an empty document number passes: only %v fail", got)
	}
	birth := right[:13] + "<<<<<<<" + right[20:]
	if got := failed(t, passport(birth)...); !slices.Contains(got, mrz.FieldBirth) {
		t.Errorf("a blank digit of an unknown birth passes: only %v fail", got)
	}
}

func TestTheDigitOfALongNumberIsCompared(t *testing.T) {
	card := func(rest string) []string {
		return mrz.WithDigits([]string{
			"I<UTOD23145890<" + rest + strings.Repeat("<", 15-len(rest)), "3407127M9507122UTO<<<<<<<<<<<2",
			"STEVENSON<<PETER<JOHN<<<<<<<<<",
		})
	}
	if got := failed(t, card("7349")...); slices.Contains(got, mrz.FieldNumber) {
		t.Errorf("the right digit of a long number fails: %v", got)
	}
	if got := failed(t, card("7348")...); !slices.Contains(got, mrz.FieldNumber) {
		t.Errorf("a wrong digit of a long number passes: only %v fail", got)
	}
}

func TestLinesOfDifferentLengthsAreNoZone(t *testing.T) {
	for _, line2 := range []string{right[:43], right + "<"} {
		if _, err := mrz.Parse(passport(line2), today); !errors.Is(err, mrz.ErrLayout) {
			t.Errorf("a second line of %d characters: %v, want ErrLayout", len(line2), err)
		}
	}
}

func TestASexThatIsNoneIsMalformed(t *testing.T) {
	for printed, want := range map[string]string{"M": "M", "F": "F", "<": "X", "X": "X", "Z": "", "1": ""} {
		r, err := mrz.Parse(passport(right[:20]+printed+right[21:]), today)
		if err != nil {
			t.Fatal(err)
		}
		if r.Sex != want || slices.Contains(r.Malformed, mrz.FieldSex) != (want == "") {
			t.Errorf("sex %q: %q, malformed %v", printed, r.Sex, r.Malformed)
		}
	}
}

func TestADocumentIsGoodOnItsLastDay(t *testing.T) {
	for day, want := range map[time.Time]bool{
		time.Date(2026, 2, 28, 23, 59, 0, 0, time.UTC): false,
		time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC):    false,
		time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC):  false,
		time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC):    true,
	} {
		if got := (mrz.Date{Year: 2026, Month: 3, Day: 1}).Before(day); got != want {
			t.Errorf("1 March 2026 is before %s: %t", day, got)
		}
	}
}
