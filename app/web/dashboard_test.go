package web_test

import (
	"encoding/csv"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/store"
)

var (
	plotKeys = []string{
		"flow", "waiting", "agreement", "times", "automated", "reviewed", "latency", "breakers", "steps", "attempts",
		"scores", "reasons", "arrivals",
	}
	unsafeMarkup = regexp.MustCompile(`(?i)\sstyle=|<script>|\son[a-z]+=|NaN|Inf\b`)
)

// rollup counts something of acme in the hour of noon.
func (h *house) rollup(company, metric, label string, count int64, total float64) {
	h.t.Helper()
	err := h.store.Write(h.t.Context(), func(tx *store.Tx) error {
		return tx.AddRollups(h.t.Context(), []store.Rollup{
			{Company: company, Metric: metric, Hour: store.HourOf(noon), Label: label, Count: count, Total: total},
		})
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func TestTheDashboardIsForThoseWhoMaySeeFigures(t *testing.T) {
	h := open(t)
	for _, role := range access.Roles() {
		want := http.StatusOK
		if role == access.Agent {
			want = http.StatusForbidden
		}
		b := h.as(role)
		for _, path := range []string{
			"/dashboard", "/dashboard/agents", "/dashboard/engine", "/dashboard/flow.csv", "/dashboard/agents.csv",
			"/dashboard/engine.csv",
		} {
			if b.get(path); b.status != want {
				t.Errorf("%s %s: %d, want %d", role, path, b.status, want)
			}
		}
		b.get("/queue")
		if shown := strings.Contains(b.body, `href="/dashboard"`); shown != (role != access.Agent) {
			t.Errorf("%s: the link to the dashboard is shown: %v", role, shown)
		}
	}
}

func TestAnEmptyDashboardSaysWhatToDo(t *testing.T) {
	b := open(t).as(access.Admin)
	for _, span := range []string{"24h", "48h", "7d", "30d"} {
		b.get("/dashboard?range=" + span)
		if b.status != http.StatusOK || !strings.Contains(b.body, "send a first job") ||
			!strings.Contains(b.body, `href="/sandbox"`) || !strings.Contains(b.body, "times in UTC") {
			t.Errorf("%s: %d\n%s", span, b.status, b.body)
		}
		if found := unsafeMarkup.FindString(b.body); found != "" {
			t.Errorf("%s: the page holds %q", span, found)
		}
	}
}

func TestEveryPlotHasItsTableAsAFile(t *testing.T) {
	h := open(t)
	h.rollup("acme", "submitted", "", 1284, 0)
	h.rollup("globex", "submitted", "", 77, 0)
	b := h.as(access.Auditor)
	b.get("/dashboard")
	for _, key := range plotKeys {
		link := "/dashboard/" + key + ".csv?range=48h"
		if !strings.Contains(b.body, `id="`+key+`"`) || !strings.Contains(b.body, link) {
			t.Errorf("%s is not on the page", key)
		}
		file := h.as(access.Auditor).get(link)
		rows, err := csv.NewReader(strings.NewReader(file.body)).ReadAll()
		if err != nil || len(rows) == 0 || file.answer.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("%s: %v %v", key, rows, err)
		}
	}
	b.get("/dashboard/flow.csv?range=24h")
	rows, err := csv.NewReader(strings.NewReader(b.body)).ReadAll()
	if err != nil || len(rows) != 25 || strings.Join(rows[24], ",") != "2026-11-20 12:00,1284,0,0" {
		t.Errorf("%v %v", rows, err)
	}
}

func TestThePlotsOfABusyDayHoldTheirValues(t *testing.T) {
	h := open(t)
	const mark = "\x1f"
	h.rollup("acme", "submitted", "", 1284, 0)
	h.rollup("acme", "automated", "APPROVED", 900, 0)
	h.rollup("acme", "reviewed", "Declined", 100, 0)
	h.rollup("acme", "matrix", "decline"+mark+"Declined", 100, 0)
	h.rollup("acme", "handle", "062", 100, 0) // about 48 s
	h.rollup("acme", "latency", "024", 1000, 64_000)
	h.rollup("acme", "attempt", "01"+mark+"success", 997, 0)
	h.rollup("acme", "attempt", "02"+mark+"server_error", 3, 0)
	h.rollup("acme", "step", "face", 900, 180_000)
	h.rollup("acme", "score", "quality.glare"+mark+"12", 40, 0)
	h.rollup("acme", "reason", "quality.glare", 40, 0)
	h.rollup("acme", "agent", "ghost"+mark+"Declined", 100, 0)
	h.rollup("acme", "check", "quality.glare"+mark+"NOT_RUN", 40, 0)
	h.rollup("acme", "check", "quality.glare"+mark+"PASS", 60, 0)
	b := h.as(access.Senior)
	b.get("/dashboard?range=24h")
	for _, want := range []string{
		"1,000", "90 % by the engine", "15 s: given up", "inflow: 1,284", "server error: 3", "face: 200 ms",
		"something failed, Declined: 100 (100 %)", ".30 to .33: 40", "Fri 12:00: 1,284", `data-zoom="{`,
	} {
		if !strings.Contains(b.body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if found := unsafeMarkup.FindString(b.body); found != "" {
		t.Errorf("the page holds %q", found)
	}
	if b.get("/dashboard/agents"); !strings.Contains(b.body, "ghost") || !strings.Contains(b.body, "100 %") {
		t.Errorf("agents:\n%s", b.body)
	}
	if b.get("/dashboard/engine"); !strings.Contains(b.body, "40 %") || !strings.Contains(b.body, "Glare") {
		t.Errorf("engine:\n%s", b.body)
	}
}

func TestAnUnknownRangeOrPlotIsRefused(t *testing.T) {
	b := open(t).as(access.Senior)
	if b.get("/dashboard?range=1y"); b.status != http.StatusBadRequest || !strings.Contains(b.body, "24h") {
		t.Errorf("range: %d\n%s", b.status, b.body)
	}
	if b.get("/dashboard/nothing.csv"); b.status != http.StatusNotFound {
		t.Errorf("plot: %d", b.status)
	}
}
