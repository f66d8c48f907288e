package boot

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// serveOps serves health, metrics and profiles on a listener of its own, which is not public.
func (p *Program) serveOps() error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", p.readyz)
	mux.Handle("GET /metrics", promhttp.HandlerFor(p.Metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	ln, err := net.Listen("tcp", p.Config.OpsListen)
	if err != nil {
		return fmt.Errorf("PROOFDESK_OPS_LISTEN: %w", err)
	}
	p.Config.OpsListen = ln.Addr().String()
	life, end := context.WithCancel(context.Background())
	p.ops = &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return life },
	}
	p.ops.RegisterOnShutdown(end) // a profile that is being taken ends then, with what it has
	p.parts.begin("operations port", func() {
		if err := p.ops.Serve(ln); err != http.ErrServerClosed {
			p.fail(err)
		}
	})
	return nil
}

func (p *Program) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := p.Ready(ctx); err != nil {
		http.Error(w, "the database is not reachable", http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}
