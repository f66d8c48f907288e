package httpserver

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
)

// RequestID returns the request's ULID, which is also in its answer's X-Request-Id and its log line.
func RequestID(c *fiber.Ctx) string { return requestID(c.Context()) }

func requestID(ctx *fasthttp.RequestCtx) string {
	id, _ := ctx.UserValue(idKey).(string)
	return id
}

// Lifetime returns the context that ends when the server begins to shut down; streams end with it.
func Lifetime(c *fiber.Ctx) context.Context {
	if life, ok := c.Locals(lifeKey).(context.Context); ok {
		return life
	}
	return context.Background()
}

// Note adds an attribute to the request's log line: ids only, no personal data.
func Note(c *fiber.Ctx, name, value string) {
	notes, _ := c.Locals(notesKey).([]slog.Attr)
	c.Locals(notesKey, append(notes, slog.String(name, value)))
}

// WriteDeadline returns a function that allows d for the next chunk of a streamed answer. It stays usable after the
// handler has returned, in the stream's writer, and reports whether the connection is still open.
func WriteDeadline(c *fiber.Ctx) func(d time.Duration) bool {
	conn := c.Context().Conn()
	return func(d time.Duration) bool { return conn.SetWriteDeadline(time.Now().Add(d)) == nil }
}

// Send streams size bytes of r as the answer and closes it. Each chunk has the time limit of a whole answer.
func Send(c *fiber.Ctx, r io.ReadCloser, size int64) {
	c.Context().Response.SetBodyStream(&download{r: r, extend: WriteDeadline(c)}, int(size))
}

// pieceTimeout is how long a client may take to receive one chunk of a download.
const pieceTimeout = 30 * time.Second

// download runs after the handler has returned, where a panic would end the process.
type download struct {
	r      io.ReadCloser
	extend func(time.Duration) bool
}

// Read implements io.Reader.
func (d *download) Read(p []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			n, err = 0, fmt.Errorf("panic in a download: %v", v)
		}
	}()
	d.extend(pieceTimeout)
	return d.r.Read(p)
}

// Close implements io.Closer.
func (d *download) Close() error { return d.r.Close() }
