package boot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/webhook"
)

// victimArgument makes the test binary the program that is killed.
const victimArgument = "crash-victim"

// The files that the program inherits: listeners that the test holds open, so that nobody else gets their ports while
// no program runs.
const (
	publicFile = 3 + iota // of the program itself
	deskFile              // of its desk
)

// victim runs the whole program if the test binary was started for that, and then does not return. Beside it listens a
// desk at which the test's agents decide through the same use case as the console does.
func victim() {
	if len(os.Args) != 2 || os.Args[1] != victimArgument {
		return
	}
	if err := serveVictim(); err != nil {
		fmt.Fprintln(os.Stderr, "victim:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// inherited returns a listener that the parent opened.
func inherited(file uintptr) (net.Listener, error) {
	f := os.NewFile(file, "listener")
	defer func() { _ = f.Close() }() // the listener has a copy, which the engine's processes do not inherit
	return net.FileListener(f)
}

func serveVictim() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	c, err := config.Load()
	if err != nil {
		return err
	}
	if c.Listener, err = inherited(publicFile); err != nil {
		return err
	}
	ln, err := inherited(deskFile)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel}))
	p, err := boot.Start(ctx, c, log)
	if err != nil {
		return err
	}
	desk := *p.Desk
	desk.Lease = 2 * time.Second // of an agent whose claim a kill cut off
	mux := http.NewServeMux()
	mux.HandleFunc("POST /decide", func(w http.ResponseWriter, r *http.Request) { answerDesk(w)(decideNext(&desk, r)) })
	mux.HandleFunc("POST /undo", func(w http.ResponseWriter, r *http.Request) {
		answerDesk(w)(struct{}{}, desk.Undo(r.Context(), agentOf(r), r.FormValue("job"), ""))
	})
	mux.HandleFunc("GET /waiting",
		func(w http.ResponseWriter, r *http.Request) { answerDesk(w)(waiting(r.Context(), p)) })
	server := &http.Server{Handler: mux}
	go func() { _ = server.Serve(ln) }() // ends with the process
	if _, err := fmt.Println("ready"); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return p.Stop()
	case err := <-p.Failed():
		return err
	}
}

func agentOf(r *http.Request) review.Agent {
	id := r.FormValue("agent")
	return review.Agent{Company: boottest.Company, ID: id, Name: id, Decides: true}
}

// answerDesk answers faults with their status: 404 where nothing waits, 409 where it is too late.
func answerDesk(w http.ResponseWriter) func(any, error) {
	return func(value any, err error) {
		switch {
		case fault.Is(err, fault.NotFound):
			http.Error(w, err.Error(), http.StatusNotFound)
		case fault.Is(err, fault.Conflict):
			http.Error(w, err.Error(), http.StatusConflict)
		case err != nil:
			http.Error(w, fmt.Sprintf("%v", err), http.StatusInternalServerError)
		default:
			_ = json.NewEncoder(w).Encode(value) // the test may have killed this process
		}
	}
}

// verdict is what an agent was told.
type verdict struct{ Job, Outcome, Event string }

func decideNext(desk *review.Desk, r *http.Request) (verdict, error) {
	ctx, agent := r.Context(), agentOf(r)
	c, err := desk.Next(ctx, agent, "")
	if err != nil {
		return verdict{}, err
	}
	reasons, err := desk.Reasons(ctx, agent.Company)
	if err != nil {
		return verdict{}, err
	}
	dossier, err := desk.Inspect(ctx, agent, c.JobID)
	if err != nil {
		return verdict{}, err
	}
	overrides := map[string]string{}
	for _, red := range dossier.Red() {
		overrides[red.Key()] = red.Overrides()[0]
	}
	done, err := desk.Decide(ctx, agent, review.DecisionRequest{
		JobID:     c.JobID,
		Claim:     c.Claim,
		Version:   c.Version,
		Digest:    c.EvidenceDigest,
		Outcome:   onboarding.Status(r.FormValue("outcome")),
		Reasons:   []string{reasons[0].Code},
		Overrides: overrides,
		Comment:   "seen",
		StartedAt: c.ClaimedAt,
	})
	return verdict{Job: c.JobID, Outcome: string(done.Outcome), Event: done.EventID}, err
}

// waiting counts what is under way: jobs that are submitted and not decided, deliveries that are not delivered.
func waiting(ctx context.Context, p *boot.Program) (map[string]string, error) {
	const bound = 1000
	n := 0
	for _, status := range []onboarding.Status{onboarding.Queued, onboarding.Processing} {
		jobs, err := p.Store.JobsByStatus(ctx, boottest.Company, status, 0, bound)
		if err != nil {
			return nil, err
		}
		n += len(jobs)
	}
	deliveries, err := p.Store.CountDeliveries(ctx, boottest.Company, webhook.Pending, bound)
	return map[string]string{"jobs": strconv.Itoa(n), "deliveries": strconv.Itoa(deliveries)}, err
}
