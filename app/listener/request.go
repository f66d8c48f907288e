package listener

import (
	"context"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
)

// RequestID gives the request's ULID, which is also in its answer's X-Request-Id and its log line.
func RequestID(c *fiber.Ctx) string { return requestID(c.Context()) }

func requestID(ctx *fasthttp.RequestCtx) string {
	id, _ := ctx.UserValue(idKey).(string)
	return id
}

// Lifetime gives the context that ends when the server begins to shut down; streams end with it.
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

// WriteDeadline gives a function that allows d for the next piece of a streamed answer. It stays usable after the handler
// has returned, in the stream's writer, and tells whether the connection is still there.
func WriteDeadline(c *fiber.Ctx) func(d time.Duration) bool {
	conn := c.Context().Conn()
	return func(d time.Duration) bool { return conn.SetWriteDeadline(time.Now().Add(d)) == nil }
}
