package webhooks

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
	views "proofdesk/views/webhooks"
)

// doneHooks are the messages of a page of webhooks about what was done, by the word in its URL.
var doneHooks = map[string]string{
	"saved":    "Saved. Waiting deliveries are sent to this address.",
	"header":   "Saved. The header is sent from the next attempt on.",
	"removed":  "The endpoint was deleted.",
	"promoted": "The key signs from the next attempt on; the previous key is retired.",
	"dropped":  "The key was discarded.",
	"paused":   "Paused. New events wait here until you resume.",
	"resumed":  "Resumed. Waiting deliveries are being sent.",
	"again":    "The delivery is due again, with the same event.",
	"closed":   "Resumed. Waiting deliveries are being sent.",
	"held":     "Paused. Nothing is sent to this host until you resume it.",
	"settled":  "Marked as settled. It no longer counts as trouble.",
	"begun":    "Redelivery has started and continues in the background.",
	"stopped":  "Stopped. Deliveries that are already due again will still be sent.",
}

// hooksPage is a page of webhooks without its content.
func (w *Handler) hooksPage(c *fiber.Ctx, v shell.Visitor, heading, current string) views.Page {
	return views.Page{
		Frame:   w.Frame(c, v, heading, "webhooks"),
		Current: current,
		Heading: heading,
		Done:    v.T(doneHooks[c.Query("done")]),
		Zone:    v.ZoneName(),
	}
}

// countBound is up to where rows are counted for a page.
const countBound = 1000

func boundedCount(n int) string {
	if n >= countBound {
		return strconv.Itoa(countBound-1) + "+"
	}
	return strconv.Itoa(n)
}
