package webhooks

import (
	"context"
	"strconv"

	"proofdesk/views/words"
)

// dayHeight is the height of a bar for the busiest hour, and leastHeight that of anything that is not nothing.
const (
	dayHeight   = 30
	leastHeight = 2
	hourWidth   = 10
)

// bar is one hour of a drawn day: a part for what was delivered, and one above it for what failed.
type bar struct {
	x, good, goodTop, bad, badTop string
	title                         string
	unmeasured                    bool
}

// name is what stands for the bars where they can't be seen.
func (d Day) name(ctx context.Context) string {
	name := words.T(ctx, "Deliveries by the hour that they were created in") + ": " + d.Text
	if d.Since != "" {
		name += ". " + d.Since
	}
	return name
}

// bars places the hours of a day; the busiest is as high as the drawing.
func (d Day) bars() []bar {
	most := int64(1)
	for _, h := range d.Hours {
		most = max(most, h.Delivered+h.Failed)
	}
	height := func(n int64) int64 {
		if n <= 0 {
			return 0
		}
		return max(leastHeight, n*dayHeight/most)
	}
	var all []bar
	for i, h := range d.Hours {
		if h.Unmeasured {
			all = append(all, bar{x: strconv.Itoa(i * hourWidth), title: h.Title, unmeasured: true})
			continue
		}
		bad := height(h.Failed)
		good := min(height(h.Delivered), dayHeight-bad)
		all = append(all, bar{
			x:       strconv.Itoa(i * hourWidth),
			good:    strconv.FormatInt(good, 10),
			goodTop: strconv.FormatInt(dayHeight-good+1, 10),
			bad:     strconv.FormatInt(bad, 10),
			badTop:  strconv.FormatInt(dayHeight-good-bad+1, 10),
			title:   h.Title,
		})
	}
	return all
}

// pausePath is where the form goes by which a row is paused: to its endpoint while that is active, else to its host.
func (r EndpointRow) pausePath() string {
	if r.Pause {
		return r.Path + "/pause"
	}
	return r.Host.Path + "/pause"
}
