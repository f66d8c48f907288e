package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/views/ui"
)

// age writes how long ago something was, in its two largest units.
func age(d time.Duration) string {
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

// deadline counts down to a case's deadline, with the share of its time that is used up.
func deadline(opened, at, now time.Time) ui.Countdown {
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

// countdown counts down to a time, without a bar.
func countdown(at, now time.Time) *ui.Countdown {
	return &ui.Countdown{Until: strconv.FormatInt(at.UnixMilli(), 10), Text: left(at.Sub(now))}
}

// score writes 0 to 1 with two digits and no leading zero.
func score(v float64) string {
	if v >= 10 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	text := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimPrefix(text, "0")
}

// asWords writes a code as people read it: PASSPORT_CARD as "passport card".
func asWords(code string) string {
	return strings.ToLower(strings.NewReplacer("_", " ", ".", " ").Replace(code))
}

func sentence(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

var functionNames = map[onboarding.Function]string{
	onboarding.LiveFaceCheck:        "live face check",
	onboarding.IDValidation:         "ID validation",
	onboarding.IDValidationFace:     "ID validation with face",
	onboarding.Enrollment:           "enrolment",
	onboarding.BiometricEnrollment:  "biometric enrolment",
	onboarding.CustomerVerification: "customer verification",
	onboarding.AutoFill:             "auto fill",
	onboarding.VideoID:              "video ID",
	onboarding.DocumentCapture:      "document capture",
	onboarding.VoiceCapture:         "voice capture",
	onboarding.SignatureCapture:     "signature capture",
	onboarding.FingerprintCapture:   "fingerprint capture",
}

func functionName(f onboarding.Function) string {
	if name, ok := functionNames[f]; ok {
		return name
	}
	return asWords(string(f))
}

// shortID shows both ends of an identifier.
func shortID(id string) string {
	if len(id) < 12 {
		return id
	}
	return id[:4] + "…" + id[len(id)-4:]
}

func clockTime(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("15:04:05")
}

// tally reports what the visitor did today.
func (v visitor) tally(t review.Tally) string {
	if t.Done == 0 {
		return v.T("nothing done yet today")
	}
	return v.T("today %d done · median %s", t.Done, age(t.Median))
}

// statusTone colours a job's status.
func statusTone(s onboarding.Status) ui.Tone {
	switch {
	case s.Is(onboarding.Approved), s.Is(onboarding.ExistingCustomer):
		return ui.Pass
	case s.Is(onboarding.Review), s.Is(onboarding.Suspicious):
		return ui.Warn
	case s.Is(onboarding.Declined), s.Is(onboarding.Errored):
		return ui.Fail
	}
	return ui.Plain
}
