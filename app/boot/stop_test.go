package boot_test

import (
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"testing"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
)

func TestAProgramThatIsStoppedAtAnyMomentEnds(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 10
	}
	c := boottest.Settings(t, t.TempDir())
	c.Listen, c.OpsListen = reserved(t), reserved(t) // where nobody else listens afterwards
	c.Public.Host = c.Listen
	for round := range rounds {
		p, err := boot.Start(t.Context(), c, slog.New(slog.DiscardHandler))
		must(t, err)
		<-time.After(time.Duration(rand.IntN(500*round/rounds+1)) * time.Millisecond)
		ended := make(chan error, 1)
		go func() { ended <- p.Stop() }()
		select {
		case err := <-ended:
			must(t, err)
		case <-time.After(2 * time.Minute):
			t.Fatalf("round %d: %v still run", round, p.Unfinished())
		}
		if left := p.Unfinished(); len(left) > 0 {
			t.Errorf("round %d: %v run after the end", round, left)
		}
		for _, address := range []string{p.Config.Public.Host, p.Config.OpsListen} {
			if open, err := net.Dial("tcp", address); err == nil {
				_ = open.Close()
				t.Errorf("round %d: %s is still open", round, address)
			}
		}
	}
}

func TestAProfileThatIsTakenKeepsNoStopWaiting(t *testing.T) {
	p, err := boot.Start(t.Context(), boottest.Settings(t, t.TempDir()), slog.New(slog.DiscardHandler))
	must(t, err)
	profile := func(seconds string) int {
		answer, err := http.Get("http://" + p.Config.OpsListen + "/debug/pprof/profile?seconds=" + seconds)
		if err != nil {
			t.Error(err)
			return 0
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	taken := make(chan struct{})
	go func() {
		defer close(taken)
		for profile("1000") == http.StatusInternalServerError { // the other one is being taken
		}
	}()
	for profile("1") == http.StatusOK {
	}
	must(t, p.Stop())
	<-taken
}
