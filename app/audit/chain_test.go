package audit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"proofdesk/app/audit"
)

func chainOf(n int) []audit.Row {
	previous := audit.Genesis("acme")
	var rows []audit.Row
	for i := 1; i <= n; i++ {
		r := audit.Seal(audit.Row{
			Company: "acme",
			ID:      fmt.Sprintf("%026d", i),
			At:      time.UnixMilli(int64(i)),
			Actor:   "system",
			Action:  "job.decide",
			Target:  fmt.Sprintf("job:%d", i),
			Detail:  "{}",
		}, int64(i), previous)
		previous = r.Hash
		rows = append(rows, r)
	}
	return rows
}

func TestChainNamesTheFirstBadRow(t *testing.T) {
	tests := []struct {
		name   string
		tamper func([]audit.Row) []audit.Row
		bad    string
		reason string
	}{
		{"untouched", func(r []audit.Row) []audit.Row { return r }, "", ""},
		{"changed actor", func(r []audit.Row) []audit.Row { r[2].Actor = "agent:x"; return r }, "3", "was changed"},
		{"changed detail", func(r []audit.Row) []audit.Row { r[2].Detail = `{"x":1}`; return r }, "3", "was changed"},
		{"changed action", func(r []audit.Row) []audit.Row { r[2].Action = "job.undo"; return r }, "3", "was changed"},
		{"changed target", func(r []audit.Row) []audit.Row { r[2].Target = "job:9"; return r }, "3", "was changed"},
		{"changed time", func(r []audit.Row) []audit.Row { r[2].At = time.UnixMilli(9); return r }, "3", "was changed"},
		{"text moved between fields", func(r []audit.Row) []audit.Row {
			r[2].Action, r[2].Target = "job.decidejob:", strings.TrimPrefix(r[2].Target, "job:")
			return r
		}, "3", "was changed"},
		{
			"removed row", func(r []audit.Row) []audit.Row { return append(r[:1], r[2:]...) }, "3",
			"position 2 is missing",
		},
		{"resealed row", func(r []audit.Row) []audit.Row {
			r[1].Actor = "agent:x"
			r[1] = audit.Seal(r[1], 2, r[0].Hash)
			return r
		}, "3", "does not follow"},
		{
			"other company's chain",
			func(r []audit.Row) []audit.Row { r[0] = audit.Seal(r[0], 1, audit.Genesis("zeta")); return r }, "1",
			"does not follow",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			chain := audit.NewChain("acme")
			for _, r := range tt.tamper(chainOf(5)) {
				if !chain.Add(r) {
					break
				}
			}
			v := chain.Verdict()
			if strings.TrimLeft(v.BadID, "0") != tt.bad || !strings.Contains(v.Reason, tt.reason) ||
				v.OK() != (tt.bad == "") {
				t.Fatalf("verdict %+v", v)
			}
		})
	}
}

func TestDetailIsAnObjectOrEmpty(t *testing.T) {
	for want, detail := range map[string]any{"{}": nil, `{"role":"admin"}`: map[string]string{"role": "admin"}} {
		if got, err := (audit.Entry{Detail: detail}).DetailJSON(); err != nil || got != want {
			t.Errorf("DetailJSON(%v) = %q, %v", detail, got, err)
		}
	}
}
