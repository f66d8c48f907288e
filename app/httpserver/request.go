package httpserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

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

// Send streams size bytes of r as the answer and closes it.
func Send(c *fiber.Ctx, r io.ReadCloser, size int64) {
	c.Context().Response.SetBodyStream(&download{r}, int(size))
}

// download runs after the handler has returned, where a panic would end the process.
type download struct{ r io.ReadCloser }

// Read implements io.Reader.
func (d *download) Read(p []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			n, err = 0, fmt.Errorf("panic in a download: %v", v)
		}
	}()
	return d.r.Read(p)
}

// Close implements io.Closer.
func (d *download) Close() error { return d.r.Close() }

// Stream answers with what write writes, piece by piece, after the handler has returned. Where write fails or panics,
// the connection ends without the answer's end, so that nobody takes a part for the whole.
func Stream(c *fiber.Ctx, write func(out *bufio.Writer) error) {
	log, _ := c.Locals(logKey).(*slog.Logger)
	id := RequestID(c)
	pieces, in := io.Pipe()
	c.Context().Response.SetBodyStream(pieces, -1)
	go func() {
		err := written(in, write)
		if err != nil && !errors.Is(err, io.ErrClosedPipe) && log != nil { // closed by who reads no more
			log.Error("a stream was broken off", "request_id", id, "error", err)
		}
		_ = in.CloseWithError(err)
	}()
}

// written reports whether all has been written and taken.
func written(in io.Writer, write func(out *bufio.Writer) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic in a stream: %v", v)
		}
	}()
	out := bufio.NewWriter(in)
	if err := write(out); err != nil {
		return err
	}
	return out.Flush()
}
