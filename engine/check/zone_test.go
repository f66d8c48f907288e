package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/mrz"
)

func TestAZoneIsOnlyMissedOnAPassport(t *testing.T) {
	read, faint := passportZone(t), passportZone(t)
	faint.Confidence = .49
	for name, c := range map[string]struct {
		side check.Side
		want want
	}{
		"read":             {check.Side{Kind: "passport", ZoneSought: true, Zone: read}, pass},
		"faint":            {check.Side{Kind: "id_back", ZoneSought: true, Zone: faint}, warn("mrz.unsure")},
		"missing":          {check.Side{Kind: "passport", ZoneSought: true}, fail("mrz.not_read")},
		"none on a card":   {check.Side{Kind: "id_front", ZoneSought: true}, want{}},
		"not looked for":   {check.Side{Kind: "passport"}, want{}},
		"at the threshold": {check.Side{Kind: "passport", ZoneSought: true, Zone: atHalf(read)}, pass},
	} {
		got := check.Zone(c.side, .5)
		if c.want == (want{}) {
			if len(got) != 0 {
				t.Errorf("%s: %+v", name, got)
			}
			continue
		}
		expect(t, name, only(t, name, got), c.want)
	}
}

func atHalf(z *mrz.Reading) *mrz.Reading {
	half := *z
	half.Confidence = .5
	return &half
}
