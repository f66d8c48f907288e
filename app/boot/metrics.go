package boot

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"proofdesk/app/webhook"
)

// Metrics holds the program's counters for Prometheus. No label carries personal data.
type Metrics struct {
	registry  *prometheus.Registry
	decisions *prometheus.HistogramVec
	attempts  *prometheus.HistogramVec
}

func newMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		decisions: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "proofdesk_decision_seconds",
			Help:    "Time from a job's claim to its decision.",
			Buckets: prometheus.ExponentialBuckets(.05, 2, 10),
		}, []string{"outcome"}),
		attempts: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "proofdesk_webhook_attempt_seconds",
			Help:    "Time of one webhook request.",
			Buckets: prometheus.ExponentialBuckets(.005, 2, 13),
		}, []string{"class"}),
	}
	m.registry.MustRegister(m.decisions, m.attempts, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *Metrics) decision(outcome string, took time.Duration) {
	m.decisions.WithLabelValues(outcome).Observe(took.Seconds())
}

func (m *Metrics) attempt(_ string, a webhook.Attempt) {
	m.attempts.WithLabelValues(string(a.Class)).Observe(a.Latency.Seconds())
}
