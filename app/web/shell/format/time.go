package format

import (
	"fmt"
	"strconv"
	"time"

	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// left writes a time that is still to come as mm:ss or hh:mm:ss, and from a day on in days and hours, with a minus once
// it is over. The countdown of the scripts writes it alike.
func left(l words.Language, d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	s := int(d.Seconds())
	if d >= 24*time.Hour {
		return sign + l.Age(d)
	}
	if s < 3600 {
		return fmt.Sprintf("%s%02d:%02d", sign, s/60, s%60)
	}
	return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
}

// Deadline counts down to a case's deadline, with the share of its time that is used up.
func Deadline(l words.Language, opened, at, now time.Time) ui.Countdown {
	rest, total := at.Sub(now), at.Sub(opened)
	c := ui.Countdown{Until: strconv.FormatInt(at.UnixMilli(), 10), Text: left(l, rest), Tone: ui.Pass, Share: "100"}
	switch {
	case rest < 0:
		c.Tone = ui.Fail
	case rest < 10*time.Minute || rest < total/4:
		c.Tone = ui.Warn
	}
	if rest >= 0 && total > 0 {
		c.Share = strconv.Itoa(int(100 * (total - rest) / total))
	}
	return c
}

// Countdown counts down to a time, without a bar.
func Countdown(l words.Language, at, now time.Time) *ui.Countdown {
	return &ui.Countdown{Until: strconv.FormatInt(at.UnixMilli(), 10), Text: left(l, at.Sub(now))}
}
