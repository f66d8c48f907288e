package media_test

import (
	"testing"

	"proofdesk/app/web/media"
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
		from, to, partial := media.ByteRange(c.header, 100)
		if from != c.from || to != c.to || partial != c.partial {
			t.Errorf("%q: %d-%d %v", c.header, from, to, partial)
		}
	}
}
