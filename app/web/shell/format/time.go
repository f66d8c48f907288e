package format

import (
	"fmt"
	"strconv"
	"time"

	"proofdesk/views/ui"
)

// Seconds writes a short time in seconds, or in milliseconds below a tenth of one.
func Seconds(d time.Duration) string {
	if d < 100*time.Millisecond {
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}

// Age writes how long ago something was, in its two largest units.
func Age(d time.Duration) string {
	d = max(0, d)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d d %d h", int(d.Hours())/24, int(d.Hours())%24)
}

// left writes a time that is still to come as mm:ss or hh:mm:ss, with a minus once it is over.
func left(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	s := int(d.Seconds())
	if s < 3600 {
		return fmt.Sprintf("%s%02d:%02d", sign, s/60, s%60)
	}
	return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
}

// Deadline counts down to a case's deadline, with the share of its time that is used up.
func Deadline(opened, at, now time.Time) ui.Countdown {
	rest, total := at.Sub(now), at.Sub(opened)
	c := ui.Countdown{Until: strconv.FormatInt(at.UnixMilli(), 10), Text: left(rest), Tone: ui.Pass, Share: "100"}
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
func Countdown(at, now time.Time) *ui.Countdown {
	return &ui.Countdown{Until: strconv.FormatInt(at.UnixMilli(), 10), Text: left(at.Sub(now))}
}
