package dashboard_test

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

var plotKeys = []string{
	"flow", "waiting", "agreement", "times", "automated", "reviewed", "latency", "breakers", "steps", "attempts",
	"scores", "reasons", "overrides", "arrivals", "presets",
}

// rollup counts something of acme in the hour of noon.
func rollup(h *webtest.Fixture, company, metric, label string, count int64, total float64) {
	h.T.Helper()
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		return tx.AddRollups(h.T.Context(), []store.Rollup{
			{
				Company: company,
				Metric:  metric,
				Hour:    store.HourOf(webtest.Noon),
				Label:   label,
				Count:   count,
				Total:   total,
			},
		})
	})
	if err != nil {
		h.T.Fatal(err)
	}
}

func TestTheDashboardIsForThoseWhoMaySeeFigures(t *testing.T) {
	h := webtest.Open(t)
	for _, role := range access.Roles() {
		want := http.StatusOK
		if role == access.Agent {
			want = http.StatusForbidden
		}
		b := h.As(role)
		for _, path := range []string{
			"/dashboard", "/dashboard/agents", "/dashboard/engine", "/dashboard/flow.csv", "/dashboard/agents.csv",
			"/dashboard/engine.csv",
		} {
			if b.Get(path); b.Status != want {
				t.Errorf("%s %s: %d, want %d", role, path, b.Status, want)
			}
		}
		b.Get("/queue")
		if shown := strings.Contains(b.Body, `href="/dashboard"`); shown != (role != access.Agent) {
			t.Errorf("%s: the link to the dashboard is shown: %v", role, shown)
		}
	}
}

func TestTheFirstLineOfTheDashboardNamesTheHostThatIsOnHold(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	h.Change(func(tx *store.Tx) error {
		return storetest.Emit(t.Context(), tx, webhook.Event{
			Company:    "acme",
			ID:         ids.ULID(tx.Now),
			JobID:      ids.UUID(),
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte("{}"),
		}, tx.Now)
	})
	b := h.As(access.Admin)
	if b.Get("/dashboard"); strings.Contains(b.Body, "Show the host") {
		t.Errorf("a host is named before any is on hold")
	}
	b.Get("/webhooks").Post("/webhooks/hosts/hooks.example/pause", url.Values{"reason": {"upkeep"}})
	b.Get("/dashboard").Want(http.StatusOK, "1 delivery to hooks.example is held.", "Show the host")
}

func TestAPeriodIsNotBrokenBetweenItsNumberAndItsUnit(t *testing.T) {
	b := webtest.Open(t).As(access.Admin)
	b.Get("/dashboard?range=48h").Want(http.StatusOK, "Engine, one job, 48\u00a0h", "Median review, 48\u00a0h")
	b.Get("/dashboard?range=7d").Want(http.StatusOK, "Engine, one job, 7\u00a0d")
}

func TestAnEmptyDashboardSaysWhatToDo(t *testing.T) {
	b := webtest.Open(t).As(access.Admin)
	for _, span := range []string{"24h", "48h", "7d", "30d"} {
		b.Get("/dashboard?range=" + span)
		if b.Status != http.StatusOK || !strings.Contains(b.Body, "send a first job") ||
			!strings.Contains(b.Body, `href="/sandbox"`) || !strings.Contains(b.Body, "times in UTC") {
			t.Errorf("%s: %d\n%s", span, b.Status, b.Body)
		}
		if found := webtest.UnsafeMarkup.FindString(b.Body); found != "" {
			t.Errorf("%s: the page holds %q", span, found)
		}
	}
}

func TestApprovalsOverRedAreCountedByFindingAndReason(t *testing.T) {
	h := webtest.Open(t)
	rollup(h, "acme", "override", "face.mismatch\x1fsame_person", 5, 0)
	rollup(h, "acme", "override", "face.mismatch\x1fother", 2, 0)
	rollup(h, "globex", "override", "data.expired\x1fother", 3, 0)
	b := h.As(access.Senior)
	b.Get("/dashboard/overrides.csv").Want(http.StatusOK,
		"Faces differ,face.mismatch,The pictures show the same person,5\n",
		`Faces differ,face.mismatch,"Other, see the note",2`)
	b.Lacks("data.expired")
	b.Get("/dashboard").Want(http.StatusOK, "Approved over red findings", ">The pictures show the same person</")
}

func TestEveryPlotHasItsTableAsAFile(t *testing.T) {
	h := webtest.Open(t)
	rollup(h, "acme", "submitted", "", 1284, 0)
	rollup(h, "globex", "submitted", "", 77, 0)
	b := h.As(access.Auditor)
	b.Get("/dashboard")
	for _, key := range plotKeys {
		link := "/dashboard/" + key + ".csv?range=48h"
		if !strings.Contains(b.Body, `id="`+key+`"`) || !strings.Contains(b.Body, link) {
			t.Errorf("%s is not on the page", key)
		}
		file := h.As(access.Auditor).Get(link)
		rows, err := csv.NewReader(strings.NewReader(file.Body)).ReadAll()
		if err != nil || len(rows) == 0 || file.Answer.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("%s: %v %v", key, rows, err)
		}
	}
	b.Get("/dashboard/flow.csv?range=24h")
	rows, err := csv.NewReader(strings.NewReader(b.Body)).ReadAll()
	if err != nil || len(rows) != 25 || strings.Join(rows[24], ",") != "2026-11-20T12:00:00Z,1284,0,0" {
		t.Errorf("%v %v", rows, err)
	}
}

func TestThePlotsOfABusyDayHoldTheirValues(t *testing.T) {
	h := webtest.Open(t)
	const mark = "\x1f"
	rollup(h, "acme", "submitted", "", 1284, 0)
	rollup(h, "acme", "automated", "APPROVED", 900, 0)
	rollup(h, "acme", "reviewed", "Declined", 100, 0)
	rollup(h, "acme", "matrix", "decline"+mark+"Declined", 100, 0)
	rollup(h, "acme", "handle", "062", 100, 0) // about 48 s
	rollup(h, "acme", "latency", "024", 1000, 64_000)
	rollup(h, "acme", "attempt", "01"+mark+"success", 997, 0)
	rollup(h, "acme", "attempt", "02"+mark+"server_error", 3, 0)
	rollup(h, "acme", "step", "face", 900, 180_000)
	rollup(h, "acme", "score", "quality.glare"+mark+"12", 40, 0)
	rollup(h, "acme", "reason", "quality.glare", 40, 0)
	rollup(h, "acme", "agent", "ghost"+mark+"Declined", 100, 0)
	rollup(h, "acme", "check", "quality.glare"+mark+"NOT_RUN", 40, 0)
	rollup(h, "acme", "check", "quality.glare"+mark+"PASS", 60, 0)
	b := h.As(access.Senior)
	b.Get("/dashboard?range=24h")
	for _, want := range []string{
		"1,000", "90% by the engine", "15 s: timeout", "inflow: 1,284", "server error: 3", "face: 200 ms",
		"failures, Declined: 100 (100%)", "0.30 to 0.33: 40", "Fri 12:00: 1,284", `data-zoom="{`,
	} {
		if !strings.Contains(b.Body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if found := webtest.UnsafeMarkup.FindString(b.Body); found != "" {
		t.Errorf("the page holds %q", found)
	}
	if b.Get("/dashboard/agents"); !strings.Contains(b.Body, "ghost") || !strings.Contains(b.Body, "100.0") {
		t.Errorf("agents:\n%s", b.Body)
	}
	if b.Get("/dashboard/engine"); !strings.Contains(b.Body, "40.0") || !strings.Contains(b.Body, "Glare") {
		t.Errorf("engine:\n%s", b.Body)
	}
}

func TestAnUnknownRangeOrPlotIsRefused(t *testing.T) {
	b := webtest.Open(t).As(access.Senior)
	b.Get("/dashboard?range=1y")
	if b.Status != http.StatusBadRequest || !strings.Contains(b.Body, "24 hours, 48 hours") {
		t.Errorf("range: %d\n%s", b.Status, b.Body)
	}
	if b.Get("/dashboard/nothing.csv"); b.Status != http.StatusNotFound {
		t.Errorf("plot: %d", b.Status)
	}
}

func TestThePageOfTheEngineReportsWhatDevicesMeasured(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/dashboard/engine").Want(http.StatusOK, "No device measured anything in this period.")
	const mark = "\x1f"
	rollup(h, "acme", "sdk.ready", "cached"+mark+"040", 10, 0)    // about a second
	rollup(h, "acme", "sdk.ready", "downloaded"+mark+"048", 4, 0) // about four
	rollup(h, "acme", "sdk.taken", "selfie"+mark+"yes", 3, 0)
	rollup(h, "acme", "sdk.taken", "selfie"+mark+"no", 1, 0)
	rollup(h, "acme", "sdk.taking", "selfie"+mark+"044", 3, 0) // about two
	rollup(h, "acme", "sdk.frame", "selfie"+mark+"024", 4, 0)  // 64 to 76 ms
	rollup(h, "other", "sdk.taken", "passport"+mark+"yes", 7, 0)
	b.Get("/dashboard/engine").Want(http.StatusOK, "On applicants&#39; devices", "engine ready, downloaded")
	if strings.Contains(b.Body, "No device measured anything") {
		t.Error("the page shows figures and says that there are none")
	}
	b.Get("/dashboard/devices.csv")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(b.Body, "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%q %v", b.Body, err)
	}
	for i, want := range []string{"10 – 1.1 1.2 – –", "4 – 4.5 4.8 – –", "4 75.0 2.2 2.4 14.3 13.4"} {
		if got := strings.Join(rows[i+1][1:], " "); got != want {
			t.Errorf("%s: %s, want %s", rows[i+1][0], got, want)
		}
	}
}
