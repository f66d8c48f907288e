package preference

import (
	"sync"
	"time"
	_ "time/tzdata" // zones by name, also on machines without them
)

// longestZone is more than the length of any name of a time zone.
const longestZone = 64

// zones keeps the time zones that were asked for, by name. There are some six hundred, so it stays small.
var zones sync.Map

// Zone returns the time zone with an IANA name, and whether there is one. The name Local is none: it would be the
// server's.
func Zone(name string) (*time.Location, bool) {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location), true
	}
	if name == "" || name == "Local" || len(name) > longestZone {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, false
	}
	zones.Store(name, zone)
	return zone, true
}
