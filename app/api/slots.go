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
	held  map[string]int // by client or API key, by what it calls with, by job, by link, and by network
}

// uploader is who sends an upload. What it does not have is empty.
type uploader struct {
	client  string // or API key
	job     string // id of the job that the upload is for
	link    string // id of the capture link that calls
	network string // that the call comes from, where anybody may have the tokens of the client
}

// enter takes n slots for an uploader until leave is called. A client gets some only while it holds fewer than twice as
// many as are free: alone it gets two thirds of them, and however many clients there are, another one still gets some.
// Its capture links together, and its tokens together, get some only while they hold fewer than are free, which alone
// is half of all: so each leaves some to the other. One job gets a third of that. One network gets a quarter of what
// its client can have.
func (s *slots) enter(n int, u uploader) (leave func(), err error) {
	door, pause := u.client+" tokens", time.Second
	if u.link != "" {
		door, pause = u.client+" links", linkPause
		u.link = "link:" + u.link
	}
	if u.job != "" {
		u.job = u.client + " job:" + u.job // which need not be the client's
	}
	if u.network != "" {
		u.network = u.client + " network:" + u.network
	}
	holders := []string{u.client, door, u.job, u.link, u.network}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch free := maxUploads - s.taken; {
	case free < n:
		return nil, busy(fault.Unavailable, "too many uploads at once", time.Second)
	case s.held[u.link] >= maxLinkUploads:
		return nil, busy(fault.Throttled, "too many uploads at once with this capture link", linkPause)
	case s.held[u.job] >= maxJobUploads:
		return nil, busy(fault.Throttled, "too many uploads at once for this job", time.Second)
	case 6*s.held[u.network] >= s.held[u.client]+free: // of which two thirds are for the client
		return nil, busy(fault.Throttled, "too many uploads at once from this network", pause)
	case s.held[u.client] >= 2*free:
		return nil, busy(fault.Throttled, "too many uploads at once of this client", time.Second)
	case s.held[door] >= free && u.link != "":
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

// change counts slots for all holders that have a name.
func (s *slots) change(holders []string, by int) {
	if s.held == nil {
		s.held = map[string]int{}
	}
	s.taken += by
	for _, who := range holders {
		if who == "" {
			continue
		}
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
	u := uploader{client: "client:" + caller.ClientID, link: caller.Link}
	u.job, _ = ids.ParseUUID(c.Params("id")) // in whatever letters it is written
	switch public, err := a.Intake.IsPublic(c.UserContext(), caller); {
	case err != nil:
		return nil, err
	case public:
		u.network = a.network(c)
	}
	return a.uploads.enter(n, u)
}
