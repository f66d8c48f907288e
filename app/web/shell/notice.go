package shell

import (
	"sync"

	"github.com/gofiber/fiber/v2"

	"proofdesk/views/layout"
	"proofdesk/views/words"
)

// Notice is a sentence about the whole installation that is shown above every page, until it is cleared. It is safe for
// concurrent use.
type Notice struct {
	mu   sync.RWMutex
	text string
	args []any
}

// Set shows a sentence of the catalogue with its arguments.
func (n *Notice) Set(text string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text, n.args = text, args
}

// Clear shows nothing.
func (n *Notice) Clear() { n.Set("") }

// in returns the notice in a visitor's language; empty where there is none.
func (n *Notice) in(v Visitor) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	if n.text == "" {
		return ""
	}
	return v.T(n.text, n.args...)
}

// notice answers with the notice as it is now, for pages that show an earlier one.
func (w *Shell) notice(c *fiber.Ctx, v Visitor) error {
	return w.Render(c, layout.Notice(w.Notice.in(v)))
}

// English returns the notice in English; empty where there is none.
func (n *Notice) English() string { return n.in(Visitor{Language: words.English}) }
