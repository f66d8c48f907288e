package web_test

import (
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func benchmarkPage(b *testing.B, path func(job string) string) {
	h := webtest.Open(b)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Crowd(20_000)
	agent := h.As(access.Agent)
	for b.Loop() {
		if agent.Get(path(id)); agent.Status != 200 {
			b.Fatal(agent.Status)
		}
	}
}

func BenchmarkReviewPage(b *testing.B) {
	benchmarkPage(b, func(job string) string { return "/jobs/" + job })
}

func BenchmarkQueuePage(b *testing.B) { benchmarkPage(b, func(string) string { return "/queue" }) }

func BenchmarkTakeTheNextJob(b *testing.B) {
	h := webtest.Open(b)
	h.Crowd(20_000)
	agent := h.As(access.Agent).Get("/queue")
	token := agent.Field("csrf")
	for b.Loop() {
		agent.Post("/queue/next", map[string][]string{"csrf": {token}})
		if agent.Status != 303 {
			b.Fatal(agent.Status)
		}
	}
}
