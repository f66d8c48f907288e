package api

import (
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
)

const (
	// maxUploads limits how many captures are held in memory at once.
	maxUploads = 48
	// autoFillSlots is how many of them the pictures of one auto-fill request count as.
	autoFillSlots = (autoFillLimit + captureLimit - 1) / captureLimit
	// maxJobUploads is how many of them are for one job. The web SDK sends two at once.
	maxJobUploads = 8
	// maxLinkUploads is how many of them one capture link sends. The web SDK sends no more.
	maxLinkUploads = 2
	// linkPause is when a link that sends too many may try again: the SDK does so three times, and within that time the
	// server gives up an upload whose connection was lost.
	linkPause = 6 * time.Second
)

// slots limits the uploads that run at once, which limits the memory that they hold. The zero value is ready for use.
type slots struct {
	mu    sync.Mutex
	taken int
	held  map[string]int // by client or API key, by what it calls with, by job, and by link
}

// enter takes n slots for a client or an API key until leave is called; job is the id of the job that the upload is
// for, and link that of the capture link that calls: each may be empty. A client gets some only while it holds fewer
// than twice as many as are free: alone it gets two thirds of them, and however many clients there are, another one
// still gets some. Its capture links together, and its tokens together, get some only while they hold fewer than are
// free, which alone is half of all: so each leaves some to the other. One job gets a third of that.
func (s *slots) enter(n int, client, job, link string) (leave func(), err error) {
	door := client + " tokens"
	if link != "" {
		door = client + " links"
	}
	holders := []string{client, door}
	if job != "" {
		job = client + " job:" + job // which need not be the client's
		holders = append(holders, job)
	}
	if link != "" {
		link = "link:" + link
		holders = append(holders, link)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch free := maxUploads - s.taken; {
	case free < n:
		return nil, busy(fault.Unavailable, "too many uploads at once", time.Second)
	case link != "" && s.held[link] >= maxLinkUploads:
		return nil, busy(fault.Throttled, "too many uploads at once with this capture link", linkPause)
	case job != "" && s.held[job] >= maxJobUploads:
		return nil, busy(fault.Throttled, "too many uploads at once for this job", time.Second)
	case s.held[client] >= 2*free:
		return nil, busy(fault.Throttled, "too many uploads at once of this client", time.Second)
	case s.held[door] >= free && link != "":
		return nil, busy(fault.Throttled, "too many uploads at once with capture links of this client", linkPause)
	case s.held[door] >= free:
		return nil, busy(fault.Throttled, "too many uploads at once with tokens of this client", time.Second)
	}
	s.change(holders, n)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.change(holders, -n)
	}, nil
}

func (s *slots) change(holders []string, by int) {
	if s.held == nil {
		s.held = map[string]int{}
	}
	s.taken += by
	for _, who := range holders {
		if s.held[who] += by; s.held[who] == 0 {
			delete(s.held, who)
		}
	}
}

func busy(code fault.Code, message string, pause time.Duration) error {
	return &fault.Error{Code: code, Message: message, RetryAfter: pause}
}

// enterUpload takes n slots for an upload of who calls with a token, for the job that the path names, if any.
func (a *API) enterUpload(c *fiber.Ctx, n int) (leave func(), err error) {
	caller := callerOf(c)
	job, _ := ids.ParseUUID(c.Params("id")) // in whatever letters it is written
	return a.uploads.enter(n, "client:"+caller.ClientID, job, caller.Link)
}
