package concurrency_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
)

// TestManySetAHeaderBeforeTheKeyIsCached sends more requests at once than PostgreSQL's pool has connections, as happens
// after a restart.
func TestManySetAHeaderBeforeTheKeyIsCached(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			w := newWorld(t, open(t, name, now), now, 1)
			e := w.hook()
			cold := admintest.On(w.Store, now, master)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // only requests that hang take as long
			defer cancel()
			var done sync.WaitGroup
			start := make(chan struct{})
			errs := make([]error, 40)
			for i := range errs {
				done.Go(func() {
					<-start
					name := fmt.Sprintf("X-H%d", i%10)
					errs[i] = cold.Endpoints.SetEndpointHeader(ctx, "cli", w.slug, e.ID, name, "v", []string{name})
				})
			}
			close(start)
			done.Wait()
			for i, err := range errs {
				if err != nil {
					t.Errorf("request %d: %v", i, err)
				}
			}
			if got := w.endpoint(e.ID).HeaderNames; len(got) != 10 {
				t.Errorf("headers %v", got)
			}
		})
	}
}
