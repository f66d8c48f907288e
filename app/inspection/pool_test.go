package inspection_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/inspection"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

const (
	parentArgument = "engine-parent"
	signed         = `{"strokes":[[{"x":0,"y":60,"t":0},{"x":14,"y":90,"t":20},{"x":33,"y":52,"t":40},{"x":52,"y":88,"t":60},{"x":70,"y":61,"t":80}]]}`
)

func TestMain(m *testing.M) {
	inspection.ChildThat(misbehave)
	if len(os.Args) == 2 && os.Args[1] == parentArgument {
		parent()
	}
	os.Exit(m.Run())
}

var hoard [][]byte

// misbehave does what no capture may make the engine do.
func misbehave(what string) {
	what, file, _ := strings.Cut(what, " ")
	switch what {
	case "hang":
		if file != "" {
			_ = os.WriteFile(file, nil, 0o600) // says that it hangs
		}
		<-time.NewTimer(time.Hour).C
	case "spin":
		for n := 0; ; n++ {
			hoard = hoard[:0]
		}
	case "hoard":
		for {
			page := make([]byte, 16<<20)
			for i := range page {
				page[i] = 1
			}
			hoard = append(hoard, page)
		}
	case "panic":
		panic("a flaw")
	case "exit":
		os.Exit(0)
	case "overflow":
		misbehave(what)
	}
}

// parent starts a child, tells its id and waits to be killed.
func parent() {
	pool := &inspection.Pool{Size: 1}
	r, err := pool.Assess(context.Background(), engine.Capture{Kind: "signature", Bytes: []byte("do:pid")},
		engine.DefaultThresholds())
	fmt.Println(r.Fault, err)
	select {}
}

func newPool(t *testing.T, size int, timeout time.Duration) *inspection.Pool {
	p := &inspection.Pool{Size: size, Timeout: timeout}
	t.Cleanup(p.Close)
	return p
}

// ask has a child do something and returns the capture's fault.
func ask(t *testing.T, p *inspection.Pool, what string) string {
	t.Helper()
	r, err := p.Assess(t.Context(), engine.Capture{ID: "c", Kind: "signature", Bytes: []byte("do:" + what)},
		engine.DefaultThresholds())
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return r.Fault
}

func TestACaptureThatExceedsTheLimitsLosesOnlyItself(t *testing.T) {
	for deed, want := range map[string]string{
		"hang":     "timeout",
		"hoard":    "memory",
		"exit":     "engine_failure",
		"overflow": "memory or engine_failure",
		"panic":    "engine_failure",
	} {
		p := newPool(t, 1, 5*time.Minute)
		do := "do:" + deed
		if want == "timeout" {
			hanging := filepath.Join(t.TempDir(), "hanging")
			do += " " + hanging
			p.SetAfter(written(t, hanging))
		}
		s := engine.Submission{Thresholds: engine.DefaultThresholds(), Today: time.Now(), Captures: []engine.Capture{
			{ID: "sound", Kind: "signature", ContentType: "application/json", Bytes: []byte(signed)},
			{ID: "hostile", Kind: "document", ContentType: "image/png", Bytes: []byte(do)},
		}}
		report, err := p.Inspect(t.Context(), inspection.Batch, s)
		if err != nil {
			t.Errorf("%s: %v", deed, err)
			continue
		}
		faults := map[string]string{}
		for _, c := range report.Captures {
			faults[c.ID] = c.Fault
		}
		if len(faults) != 2 || faults["sound"] != "" || faults["hostile"] == "" ||
			!strings.Contains(want, faults["hostile"]) {
			t.Errorf("%s: faults %v, want %q for the hostile one alone", deed, faults, want)
		}
		judged, unreadable := false, false
		for _, c := range report.Checks {
			judged = judged || c.Code == engine.CodeSignature && c.Outcome != engine.NotRun
			unreadable = unreadable || c.Code == engine.CodeReadable && c.Outcome == engine.Fail
		}
		if !judged || !unreadable {
			t.Errorf("%s: the sound capture judged: %v, the hostile one named unreadable: %v", deed, judged, unreadable)
		}
	}
}

// written returns a channel on which a time arrives each time that a file was written; the file is removed.
func written(t *testing.T, file string) <-chan time.Time {
	c := make(chan time.Time, 1)
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				if os.Remove(file) == nil {
					c <- now
				}
			case <-t.Context().Done():
				return
			}
		}
	}()
	return c
}

func TestTimeIsLimitedForAChildThatIsBusy(t *testing.T) {
	p := newPool(t, 1, 300*time.Millisecond)
	before := time.Now()
	if fault := ask(t, p, "spin"); fault != "timeout" {
		t.Errorf("a busy child ends with %q", fault)
	}
	if took := time.Since(before); took > 2*time.Minute {
		t.Errorf("it took %s", took)
	}
}

func TestChildrenAreUsedAgainUntilOneIsSpoilt(t *testing.T) {
	p := newPool(t, 1, 5*time.Minute)
	first := ask(t, p, "pid")
	if again := ask(t, p, "pid"); again != first {
		t.Errorf("child %s was followed by %s for no reason", first, again)
	}
	if fault := ask(t, p, "panic"); fault != "engine_failure" {
		t.Errorf("a panic is told as %q", fault)
	}
	if after := ask(t, p, "pid"); after != first {
		t.Errorf("a panic that was caught cost child %s", first)
	}
	if fault := ask(t, p, "hoard"); fault != "memory" {
		t.Errorf("a child that takes too much memory is told as %q", fault)
	}
	if next := ask(t, p, "pid"); next == first {
		t.Error("the spoilt child was used again")
	}
}

func TestAChildHasNothingOfItsParentsEnvironment(t *testing.T) {
	t.Setenv("PROOFDESK_DATABASE_URL", "postgres://secret")
	got := ask(t, newPool(t, 1, 5*time.Minute), "environment")
	for _, setting := range strings.Fields(got) {
		if name, _, _ := strings.Cut(setting, "="); name != "GOGC" && name != "GOTRACEBACK" && name != "PATH" {
			t.Errorf("a child sees %s", name)
		}
	}
}

func TestACallerWhoLeavesIsAnsweredAndTheEngineContinues(t *testing.T) {
	p := newPool(t, 1, 5*time.Minute)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	capture := engine.Capture{Kind: "signature", Bytes: []byte("do:hang")}
	if _, err := p.Assess(ctx, capture, engine.DefaultThresholds()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("got %v, want Unavailable", err)
	}
	if _, err := strconv.Atoi(ask(t, p, "pid")); err != nil {
		t.Error(err)
	}
}

func TestNoHostileFileEndsAChild(t *testing.T) {
	p := newPool(t, 1, 5*time.Minute)
	first := ask(t, p, "pid")
	for _, name := range specimen.HostileNames() {
		for _, kind := range []string{"document", "voice", "video", "signature"} {
			c := engine.Capture{ID: name, Kind: kind, Bytes: specimen.Hostile(name)}
			if _, err := p.Assess(t.Context(), c, engine.DefaultThresholds()); err != nil {
				t.Errorf("%s as %s: %v", name, kind, err)
			}
		}
	}
	if last := ask(t, p, "pid"); last != first {
		t.Errorf("child %s was lost to a hostile file", first)
	}
}

// alive reports whether a process runs; one that has ended and that nobody has asked for does not.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}

func awaitEnd(t *testing.T, pid string) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	limit := time.NewTimer(2 * time.Minute)
	defer limit.Stop()
	for alive(pid) {
		select {
		case <-tick.C:
		case <-limit.C:
			t.Fatalf("process %s still runs", pid)
		}
	}
}

func TestChildrenEndWithTheirParent(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, parentArgument)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	pid, wrong, _ := strings.Cut(strings.TrimSpace(line), " ")
	if err != nil || wrong != "<nil>" || !alive(pid) {
		t.Fatalf("the parent says %q (%v)", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	awaitEnd(t, pid)
}

func TestAnIdleChildIsEnded(t *testing.T) {
	p := &inspection.Pool{Size: 1, Idle: 50 * time.Millisecond}
	t.Cleanup(p.Close)
	awaitEnd(t, ask(t, p, "pid"))
}

func TestAClosedPoolLeavesNoChild(t *testing.T) {
	p := &inspection.Pool{Size: 1}
	pid := ask(t, p, "pid")
	p.Close()
	awaitEnd(t, pid)
}
