package shell_test

import (
	"context"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/shell"
	"proofdesk/views/words"
)

// An empty badge says that all is well, which nobody knows here.
func TestTheBadgeSaysThatTroubleIsUnknownWhereItCannotBeRead(t *testing.T) {
	w := &shell.Shell{Store: storetest.SQLite(t, clock.System{})}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := shell.Visitor{Agent: store.Agent{Company: "acme", Role: access.Admin}, Language: words.English}
	badge, err := w.TroubleBadge(ctx, v)
	if err == nil || badge == nil || badge.Count != "?" || badge.Text == "" {
		t.Errorf("the badge is %+v, %v", badge, err)
	}
}
