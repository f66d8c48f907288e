package e2e_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

// seated is somebody who signs in, as the program for Firefox reads it.
type seated struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

func TestTheMainFlowsWorkInFirefox(t *testing.T) {
	h := at(t)
	passport := h.passport(t)
	h.supply(t, 4)
	h.redrafted(t, "firefox", preset.Values{retryGround: "#FFE4E1"})
	agent, password := h.hire(t, access.Agent)
	admin, other := h.hire(t, access.Admin)
	steps := inFirefox(t, "firefox.mjs", firefoxSteps, map[string]any{
		"base":     h.base,
		"agent":    seated{agent.Email, password},
		"admin":    seated{admin.Email, other},
		"passport": passport,
		"preset":   "firefox",
	})
	if approved, again := steps[approves], steps[undoes]; approved == "" || approved != again {
		t.Errorf("%q was approved, and undo brought %q back", approved, again)
	}
	if got := h.record(t, steps[declines]).Status; !got.Is(onboarding.Declined) {
		t.Errorf("the declined job is %s", got)
	}
}

// inFirefox runs a program with what it asks for. It returns what each step printed, and fails the test unless all of
// them were done.
func inFirefox(t *testing.T, program string, wanted []string, asked map[string]any) map[string]string {
	t.Helper()
	asked["patience"] = patience.Milliseconds()
	input, err := json.Marshal(asked)
	check(t, err)
	var out, complaints bytes.Buffer
	run := exec.CommandContext(t.Context(), "node", program)
	run.Stdin, run.Stdout, run.Stderr = bytes.NewReader(input), &out, &complaints
	failed := run.Run()
	steps := map[string]string{} // name to what it printed after it
	for line := range strings.Lines(out.String()) {
		t.Log(strings.TrimSpace(line))
		for _, name := range wanted {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "ok "+name); ok {
				steps[name] = strings.TrimSpace(rest)
			}
		}
	}
	for _, name := range wanted {
		if _, ok := steps[name]; !ok {
			t.Errorf("it did not come to: %s", name)
		}
	}
	if failed != nil {
		t.Fatalf("%v\n%s", failed, complaints.String())
	}
	return steps
}

// The steps of the program that print the job that they are about.
const (
	approves = "A and Enter approve and bring the next job"
	undoes   = "U takes the decision back"
	declines = "D with a reason and Enter decline"
)

var firefoxSteps = []string{
	"sign in", "queue", "N takes a job", approves, undoes, declines, "a draft survives a reload",
	"pictures are drawn", "search finds a job", "an administration form is sent",
	"the screens that a preset changes are drawn",
}
