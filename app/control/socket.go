package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"proofdesk/app/fault"
)

// Socket returns the path of a data folder's socket.
func Socket(dataDir string) string { return filepath.Join(dataDir, "control.sock") }

// answer is what is sent over the socket: a result, or a fault.
type answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Code   fault.Code      `json:"code,omitempty"`
	Fault  string          `json:"fault,omitempty"`
	Fields []fault.Field   `json:"fields,omitempty"`
}

// Serve serves commands on the socket until ctx ends, and returns once those that run then are answered, however long
// they take. Only the owner of the process may open it.
func (c *Commands) Serve(ctx context.Context, path string, log *slog.Logger) error {
	_ = os.Remove(path) // left by a process that was killed: the lock on the data folder shows that none runs
	address, leave, err := reachable(path)
	if err != nil {
		return fmt.Errorf("control socket: %w", err)
	}
	defer leave()
	ln, err := net.Listen("unix", address)
	if err != nil {
		return fmt.Errorf("control socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return errors.Join(err, ln.Close())
	}
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c.handle(w, r, log) }),
	}
	answered := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(answered)
		_ = server.Shutdown(context.WithoutCancel(ctx)) // the listener is closed whatever it says
	})
	if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return err
	}
	<-answered
	return nil
}

// longestAddress is the length limit of a socket's path (unix(7), sun_path).
const longestAddress = 107

// reachable returns a path under which a socket can be opened even where its own path is too long. The caller calls
// leave once it no longer needs the path.
func reachable(path string) (address string, leave func(), err error) {
	if len(path) <= longestAddress {
		return path, func() {}, nil
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(path)), func() { _ = dir.Close() }, nil
}

const maxRequest = 1 << 20

func (c *Commands) handle(w http.ResponseWriter, r *http.Request, log *slog.Logger) {
	var request Request
	var a answer
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&request)
	if err == nil {
		var result any
		if result, err = c.Do(r.Context(), request); err == nil {
			a.Result, err = json.Marshal(result)
		}
	}
	if err != nil {
		log.Info("command failed", "command", request.Command, "error", err)
		a = faultAnswer(err)
	}
	_ = json.NewEncoder(w).Encode(a) // fails only where the caller has left
}

func faultAnswer(err error) answer {
	var f *fault.Error
	if !errors.As(err, &f) {
		f = fault.New(fault.Internal, "the command failed; see the server's log")
	}
	return answer{Code: f.Code, Fault: f.Message, Fields: f.Fields}
}

// Ask sends a command to a running server and returns its result.
func Ask(ctx context.Context, path string, request Request) (json.RawMessage, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	client := http.Client{
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			address, leave, err := reachable(path)
			if err != nil {
				return nil, err
			}
			defer leave()
			return (&net.Dialer{}).DialContext(ctx, "unix", address)
		}},
	}
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://proofdesk/", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	response, err := client.Do(post)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable,
			"another process holds the data folder and does not answer at %s", path)
	}
	defer func() { _ = response.Body.Close() }()
	var a answer
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "the server's answer can't be read")
	}
	if a.Code != "" {
		return nil, &fault.Error{Code: a.Code, Message: a.Fault, Fields: a.Fields}
	}
	return a.Result, nil
}
