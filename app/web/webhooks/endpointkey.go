package webhooks

import (
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/webhook"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
)

func endpointKeys(v shell.Visitor, keys []webhook.EndpointKey) []views.Key {
	tones := map[webhook.KeyState]ui.Tone{
		webhook.KeyActive:  ui.Pass,
		webhook.KeyPending: ui.Info,
		webhook.KeyRetired: ui.Soft,
	}
	names := map[webhook.KeyState]string{
		webhook.KeyActive:  "signs",
		webhook.KeyPending: "pending",
		webhook.KeyRetired: "retired",
	}
	var all []views.Key
	for _, k := range keys {
		key := views.Key{
			KID:     k.KID,
			State:   v.T(names[k.State]),
			Tone:    tones[k.State],
			Created: v.Time(k.CreatedAt),
			Pending: k.State == webhook.KeyPending,
			Signs:   k.State == webhook.KeyActive,
		}
		if k.State == webhook.KeyRetired {
			key.Retired = v.Time(k.RetiredAt)
		}
		all = append(all, key)
	}
	return all
}

func (w *Handler) addEndpointKey(c *fiber.Ctx, v shell.Visitor) error {
	made, err := w.Endpoints.AddEndpointKey(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	if err != nil {
		return err
	}
	return w.showEndpoint(c, v, made.ID, func(page *views.Endpoint) {
		page.Secret = &views.Secret{
			KID:    made.KID,
			Secret: made.Secret,
			Note:   v.T("It does not sign yet. Add it to your receiver alongside the old key, then promote it."),
		}
	})
}

func (w *Handler) promoteEndpointKey(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "promoted",
		w.Endpoints.PromoteEndpointKey(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "kid")))
}

func (w *Handler) dropEndpointKey(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "dropped",
		w.Endpoints.DropEndpointKey(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "kid")))
}

// checkSignature verifies a header and a body as a receiver would. The body is taken as it was sent: a
// browser's form has CRLF for every line end, which is read as LF, as our bodies have none.
func (w *Handler) checkSignature(c *fiber.Ctx, v shell.Visitor) error {
	header, body := strings.TrimSpace(form.Value(c, "signature")), form.Value(c, "body")
	header = strings.TrimSpace(strings.TrimPrefix(header, webhook.SignatureHeader+":"))
	err := w.Endpoints.CheckSignature(c.UserContext(), v.Company, c.Params("id"), header, []byte(body))
	if err != nil && !shell.IsRefusal(err) {
		return err
	}
	return w.showEndpoint(c, v, c.Params("id"), func(page *views.Endpoint) {
		page.Check = views.Check{
			Header: header,
			Body:   body,
			Said: v.T("Valid: signed with a key of this endpoint over exactly this body, within %s s.",
				strconv.Itoa(int(webhook.Tolerance/time.Second))),
			Tone: ui.Pass,
		}
		if err != nil {
			page.Check.Said, page.Check.Tone = v.T("Not valid.")+" "+v.Sentence(shell.Message(err)), ui.Fail
		}
	})
}
