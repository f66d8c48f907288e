package words_test

import (
	"testing"
	"testing/fstest"
	"time"

	"proofdesk/views/words"
)

func folder(files map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func TestNumbersAreWrittenAsTheLanguageDoes(t *testing.T) {
	en, es := words.English, words.Spanish
	for _, c := range []struct{ got, want string }{
		{en.Count(999), "999"},
		{en.Count(-1234567), "-1,234,567"},
		{es.Count(-1234567), "-1.234.567"},
		{en.Decimal(1234.56, 1), "1,234.6"},
		{es.Decimal(1234.56, 1), "1.234,6"},
		{en.Short(.5, 3), "0.5"},
		{en.Percent(.125, 1), "12.5%"},
		{es.Percent(.125, 1), "12,5\u00a0%"},
		{en.Share(1, 3), "33%"},
		{en.Share(1, 30), "3.3%"},
		{en.Share(999, 1000), "99.9%"},
		{en.Share(1, 1), "100%"},
		{en.Share(0, 0), "–"},
		{en.Score(.971), "0.97"},
		{es.Score(.971), "0,97"},
		{en.Score(1), "1.00"},
		{en.Score(1234), "1,234"},
		{en.Decimal(99, 0), "99"},
		{en.Decimal(99.5, 0), "100"},
		{en.Decimal(-3, 0), "-3"},
		{en.Count(100), "100"},
		{es.Count(7), "7"},
		{en.Size(999), "999 B"},
		{en.Size(1500), "1.5 kB"},
		{es.Size(2_345_678), "2,3 MB"},
		{en.Size(7_000_000_000), "7.0 GB"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestDurationsHaveTheirTwoLargestUnits(t *testing.T) {
	en := words.English
	for _, c := range []struct{ got, want string }{
		{en.Took(-1), "–"},
		{en.Took(time.Microsecond), "<1 ms"},
		{en.Took(340 * time.Millisecond), "340 ms"},
		{words.Spanish.Took(2400 * time.Millisecond), "2,4 s"},
		{en.Took(9960 * time.Millisecond), "10 s"},
		{en.Took(200 * time.Second), "3 min 20 s"},
		{en.Age(-time.Second), "0 s"},
		{en.Age(5 * time.Minute), "5 min"},
		{en.Age(125 * time.Minute), "2 h 5 min"},
		{en.Age(76 * time.Hour), "3 d 4 h"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestACalendarDateNeverShifts(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo", "UTC"} {
		at, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		time.Local = at
		for text, want := range map[string]string{
			"1990-01-01": "01 Jan 1990",
			"2018-11-04": "04 Nov 2018", // the day began at 01:00 in Sao Paulo
			"2012-02-29": "29 Feb 2012",
			"2013-02-29": "2013-02-29",  // no such day
			"1987-••-••": "•• ••• 1987", // masked
			"":           "",
		} {
			if got := words.English.Calendar(text); got != want {
				t.Errorf("%s: %q is %q, want %q", zone, text, got, want)
			}
		}
	}
}
