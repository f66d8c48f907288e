package web_test

import (
	"testing"

	"proofdesk/app/web"
)

func TestByteRanges(t *testing.T) {
	cases := []struct {
		header   string
		from, to int64
		partial  bool
	}{
		{"", 0, 99, false},
		{"bytes=0-", 0, 99, true},
		{"bytes=10-19", 10, 19, true},
		{"bytes=90-500", 90, 99, true},
		{"bytes=100-", 0, 99, false},
		{"bytes=-5", 0, 99, false},
		{"bytes=5-2", 5, 99, true},
		{"items=0-1", 0, 99, false},
		{"bytes=0-1,3-4", 0, 99, true},
		{"bytes=x-y", 0, 99, false},
	}
	for _, c := range cases {
		from, to, partial := web.ByteRange(c.header, 100)
		if from != c.from || to != c.to || partial != c.partial {
			t.Errorf("%q: %d-%d %v", c.header, from, to, partial)
		}
	}
}

func TestTurnedPicturesAreSetUpright(t *testing.T) {
	for turned, want := range map[int][2]string{
		0:   {"0 0 64 40", "rotate(0)"},
		90:  {"0 0 40 64", "translate(0 64) rotate(-90)"},
		180: {"0 0 64 40", "translate(64 40) rotate(180)"},
		270: {"0 0 40 64", "translate(40 0) rotate(90)"},
	} {
		if view, place := web.Upright(64, 40, turned); view != want[0] || place != want[1] {
			t.Errorf("%d: %s, %s", turned, view, place)
		}
	}
}
