package e2e_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// mostMemory is how much memory the pages of an applicant may hold that nobody shares, in megabytes.
const mostMemory = 200

func TestTheCamerasFramesAreNotKept(t *testing.T) {
	full(t, "the camera’s frames are read into one buffer, and none is kept")
	h := at(t)
	passport, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	bank := openBank(t, h, "idValidation()")
	bank.options = neverSharp
	bank.list(t, h)
	p, of := bank.looking(t, reel(t, perSecond, shaken(t, passport.Bytes, .8)...))
	p.becomes(t, "looking at frames", `asked.filter(one => one.told).length > 60`)
	if got := used(t, of).megabytes; got > mostMemory {
		t.Errorf("the page holds %.0f MB: %d is the most", got, mostMemory)
	}
}

var privateLines = regexp.MustCompile(`(?m)^Private_(?:Clean|Dirty): +(\d+) kB$`)

// use is what the pages of a browser need: memory that nobody shares, and time of the processor.
type use struct{ megabytes, seconds float64 }

func used(t testing.TB, by playwright.Browser) use {
	t.Helper()
	session, err := by.NewBrowserCDPSession()
	check(t, err)
	info, err := session.Send("SystemInfo.getProcessInfo", nil)
	check(t, err)
	var all use
	for _, each := range info.(map[string]any)["processInfo"].([]any) {
		one := each.(map[string]any)
		if one["type"] != "renderer" {
			continue
		}
		all.seconds += toNumber(one["cpuTime"])
		rollup, err := os.ReadFile(fmt.Sprintf("/proc/%.0f/smaps_rollup", toNumber(one["id"])))
		check(t, err)
		for _, line := range privateLines.FindAllSubmatch(rollup, -1) {
			kB, err := strconv.ParseFloat(string(line[1]), 64)
			check(t, err)
			all.megabytes += kB / 1024
		}
	}
	return all
}
