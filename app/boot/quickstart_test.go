package boot_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
)

// commandsOf returns what a section of a page prints for a shell, in the order in which it stands there.
func commandsOf(t *testing.T, page, anchor string) []string {
	t.Helper()
	answer, err := http.Get(page)
	must(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	_, section, found := strings.Cut(string(text), "{#"+anchor+"}\n")
	if !found {
		t.Fatalf("%s has no section %s", page, anchor)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var all []string
	for _, m := range regexp.MustCompile("(?s)\n```\n(.*?)\n```\n").FindAllStringSubmatch(section, -1) {
		all = append(all, m[1])
	}
	return all
}

func TestTheFirstDecisionTakesThreeCommandsFromAnEmptyFolder(t *testing.T) {
	w := boottest.New(t)
	app := sandboxed(t, w)
	commands := commandsOf(t, w.Config.Public.String()+"/docs.md", "shell")
	if len(commands) != 3 {
		t.Fatalf("the page prints %d commands", len(commands))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	dir := t.TempDir()
	sh := exec.CommandContext(ctx, "sh", "-e")
	sh.Stdin = strings.NewReader(strings.Join(commands, "\n"))
	sh.Dir, sh.WaitDelay = dir, time.Second
	of := app.Credentials
	sh.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "CLIENT_ID=" + of.ClientID, "CLIENT_SECRET=" + of.ClientSecret,
		"INTEGRATION_USER=" + of.Username, "INTEGRATION_PASSWORD=" + of.Password, "KEY_ID=" + of.KeyID,
		"KEY_SECRET=" + of.KeySecret,
	}
	var wrong strings.Builder
	sh.Stderr = &wrong
	began := time.Now()
	out, err := sh.Output()
	if err != nil || wrong.Len() > 0 {
		t.Fatalf("%v\n%s\n%s", err, out, wrong.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var p onboarding.Payload
	must(t, json.Unmarshal([]byte(lines[len(lines)-1]), &p))
	if p.ApplicationDetails.Status != "APPROVED" {
		t.Errorf("the last line is no decision: %s", out)
	}
	t.Logf("three commands took %s from an empty folder to a decision", time.Since(began).Round(time.Millisecond))
}
