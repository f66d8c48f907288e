package queue

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/httpserver"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/layout"
)

// The times of a live stream: how often it looks, how long it may be silent, and when it ends so that the browser asks
// anew, with the session as it then is.
const (
	liveLook = 2 * time.Second
	liveBeat = 15 * time.Second
	liveEnd  = 2 * time.Minute
)

// queueNow is what may change on a queue page that stands open: the counts of all views and the headings that tell
// them, and who holds which row.
type queueNow struct {
	Counts   map[string]int    `json:"counts"`
	Headings map[string]string `json:"headings"` // of the views
	Overdue  string            `json:"overdue"`  // said beside the heading of the open jobs; empty for none
	Rows     map[string]string `json:"rows"`     // job → who
	// Closed is why the visitor can't take a job at present; empty where they can, or may not at all.
	Closed string `json:"closed,omitempty"`
	// Viewers names who else looks at each job that the agent looks at; nil where nobody asked.
	Viewers map[string][]string `json:"viewers,omitempty"`
	// Trouble is the badge about deliveries; nil for who may not see them.
	Trouble *layout.Trouble `json:"trouble,omitempty"`
}

// stateOfQueue reports what a page of the queue shows now.
func (w *Handler) stateOfQueue(
	ctx context.Context, v shell.Visitor, f store.QueueFilter, after store.QueueCursor,
) (queueNow, error) {
	q, err := w.Desk.Queue(ctx, v.Reviewer(), f, after)
	if err != nil {
		return queueNow{}, err
	}
	now := queueNow{
		Counts:   map[string]int{},
		Headings: map[string]string{},
		Rows:     map[string]string{},
		Closed:   w.closed(v),
	}
	for _, one := range q.Counts {
		now.Counts[string(one.View)] = one.Cases
		now.Headings[string(one.View)] = heading(v, one)
		if one.View == store.ViewOverdue {
			now.Overdue = overdue(v, one.Cases)
		}
	}
	for _, row := range q.Rows {
		now.Rows[row.JobID] = holder(v, row, q.Now)
	}
	return now, nil
}

// closed returns why the visitor can't take a job at present, as a sentence; empty where they can, or may not at all.
func (w *Handler) closed(v shell.Visitor) string {
	why := w.Desk.WhyClosed()
	if why == "" || !v.Reviewer().Decides {
		return ""
	}
	return v.Sentence(why)
}

// queueState answers a page's question whether anything has changed, as JSON.
func (w *Handler) queueState(c *fiber.Ctx, v shell.Visitor) error {
	ask, err := readQueue(form.Query(c))
	if err != nil {
		return err
	}
	veiled, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	if veiled {
		ask.Why = ""
	}
	after, err := ask.cursor()
	if err != nil {
		return err
	}
	state, err := w.stateOfQueue(c.UserContext(), v, ask.QueueFilter, after)
	if err != nil {
		return err
	}
	return c.JSON(state)
}

// live streams the state of the open queue as server-sent events: at once, whenever it changes, and a beat in silence.
func (w *Handler) live(c *fiber.Ctx, v shell.Visitor) error {
	c.Set(fiber.HeaderContentType, "text/event-stream")
	c.Set("X-Accel-Buffering", "no")
	life := httpserver.Lifetime(c)
	httpserver.Stream(c, func(out *bufio.Writer) error {
		ctx, cancel := context.WithTimeout(life, liveEnd)
		defer cancel()
		s := stream{out: out, state: func() ([]byte, error) {
			now, err := w.stateOfQueue(ctx, v, store.QueueFilter{View: store.ViewOpen}, store.QueueCursor{})
			if err != nil {
				return nil, err
			}
			if now.Viewers, err = w.Desk.Viewers(ctx, v.Reviewer()); err != nil {
				return nil, err
			}
			if now.Trouble, err = w.TroubleBadge(ctx, v); err != nil { // the badge then says that it is unknown
				w.Log.Error("read delivery trouble failed", "error", err)
			}
			return json.Marshal(now)
		}}
		return s.run(ctx)
	})
	return nil
}

// stream is one live stream.
type stream struct {
	out   *bufio.Writer
	state func() ([]byte, error)
	last  []byte
	quiet time.Duration
}

// run sends until the context ends; it fails where the state can't be read or the browser is gone.
func (s *stream) run(ctx context.Context) error {
	ticks := time.NewTicker(liveLook)
	defer ticks.Stop()
	for {
		if err := s.step(); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
		}
	}
}

// step sends what has changed, or a beat after a silence.
func (s *stream) step() error {
	now, err := s.state()
	switch {
	case err != nil:
		return err
	case !bytes.Equal(now, s.last):
		s.last, s.quiet = now, 0
		return s.send("queue", now)
	}
	if s.quiet += liveLook; s.quiet < liveBeat-liveLook {
		return nil
	}
	s.quiet = 0
	return s.send("beat", []byte("{}"))
}

func (s *stream) send(event string, data []byte) error {
	_, _ = fmt.Fprintf(s.out, "event: %s\ndata: %s\n\n", event, data) // a failure shows when it is flushed
	return s.out.Flush()
}
