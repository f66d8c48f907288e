package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/store"
	"proofdesk/app/submission"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/webtest"
)

func TestAFormWhoseSessionEndsWhileItWaitsAsksForASignInAndWritesNothing(t *testing.T) {
	webtest.Each(t, func(h *webtest.Fixture) {
		t := h.T.(*testing.T)
		id, _ := h.Job("acme", "DOE, JANE")
		late := func(c *fiber.Ctx, v shell.Visitor) error {
			if _, err := h.Console.Accounts.EndUserSessions(t.Context(), "cli", "acme", v.ID); err != nil {
				return err
			}
			return h.Store.Write(c.UserContext(), func(tx *store.Tx) error {
				return tx.SetAgentRole(c.UserContext(), "acme", v.ID, access.Admin)
			})
		}
		h.Console.Shell.Router(h.Server.App).Post("/jobs/:id/late", access.ViewJobs, late)
		b := h.As(access.Agent)
		b.Headers["Idempotency-Key"] = "sent-once-0123456789"
		b.Get("/jobs/"+id).Post("/jobs/"+id+"/late", url.Values{"note": {"Typed before"}})
		b.Want(http.StatusUnauthorized, "Sign in", "Typed before", "/jobs/"+id)
		agent, err := h.Store.AgentByEmail(t.Context(), "agent@acme.test")
		if err != nil || agent.Role != access.Agent {
			t.Errorf("the agent is %s: %v", agent.Role, err)
		}
		_, fresh, err := h.Console.Submissions.Begin(t.Context(), submission.Form{
			Company: "acme", AgentID: agent.ID, Key: "sent-once-0123456789", Content: "another form",
		})
		if err != nil || !fresh {
			t.Errorf("the form can't be sent again under its key: %v", err)
		}
	})
}
