package shell_test

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/store"
	"proofdesk/app/submission"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/webtest"
)

const formKey = "a key of 128 random bits"

// keyed returns a browser whose forms are sent under a key.
func keyed(h *webtest.Fixture, role access.Role, key string) *webtest.Browser {
	b := h.As(role)
	b.Headers["Idempotency-Key"] = key
	return b
}

func clients(t *testing.T, h *webtest.Fixture) int {
	t.Helper()
	all, err := h.Store.Clients(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

func TestAFormThatIsSentAgainIsCarriedOutOnceAndItsSecretNotShownAgain(t *testing.T) {
	h := webtest.Open(t)
	b := keyed(h, access.Admin, formKey)
	before := clients(t, h)
	form := url.Values{"name": {"App"}}
	b.Get("/clients").Post("/clients", form).Want(http.StatusOK, "client_secret")
	id, secret := b.Secrets()[0], b.Secrets()[1]
	b.Post("/clients", form).Want(http.StatusOK, "Already done", "not done twice", "Created a client", id,
		`href="/clients/`+id+`"`, "can&#39;t be shown again", `href="/clients"`)
	if strings.Contains(b.Body, secret) {
		t.Error("the secret was kept")
	}
	if made := clients(t, h) - before; made != 1 {
		t.Errorf("%d clients were made", made)
	}
	b.Get("/clients").Post("/clients", url.Values{"name": {"Another"}}).Want(http.StatusConflict, "other entries")
}

func TestAFormThatIsSentAgainLeadsToWhereItLedThen(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := keyed(h, access.Agent, formKey)
	b.Get("/queue").Post("/queue/next", nil).Want(http.StatusSeeOther)
	then := b.Answer.Header.Get("Location")
	b.Get("/queue").Post("/queue/next", nil).Want(http.StatusSeeOther)
	if again := b.Answer.Header.Get("Location"); again != then || !strings.Contains(then, id) {
		t.Errorf("to %q, then to %q", then, again)
	}
}

func TestAFormThatWasRefusedCanBeSentAgainUnderItsKey(t *testing.T) {
	h := webtest.Open(t)
	b := keyed(h, access.Admin, formKey)
	b.Get("/clients").Post("/clients", url.Values{"name": {""}}).Want(http.StatusBadRequest, "Enter a name.")
	b.Post("/clients", url.Values{"name": {"App"}}).Want(http.StatusOK, "client_secret")
}

func TestAFormWhoseProgramEndedIsNotCarriedOutAgainWithoutAsking(t *testing.T) {
	h := webtest.Open(t)
	b := keyed(h, access.Admin, formKey)
	b.Get("/clients")
	admin, err := h.Store.AgentByEmail(t.Context(), "admin@acme.test")
	if err != nil {
		t.Fatal(err)
	}
	content := "/clients\x00name=App"
	sent := submission.Form{Company: "acme", AgentID: admin.ID, Key: formKey, Content: content}
	if _, _, err := (&submission.Desk{Store: h.Store}).Begin(t.Context(), sent); err != nil {
		t.Fatal(err)
	}
	before := clients(t, h)
	for range 2 {
		b.Post("/clients", url.Values{"name": {"App"}, "csrf": {b.Field("csrf")}}).Want(http.StatusConflict,
			"the answer got lost. Look whether it is there before you send it again.")
		if got := b.Answer.Header; got.Get("Submission-Unknown") == "" || got.Get("Retry-After") != "" ||
			got.Get("HX-Push-Url") != "false" {
			t.Errorf("headers %v", got)
		}
		b.Get("/clients")
	}
	if clients(t, h) != before {
		t.Error("the form was carried out")
	}
	b.Headers["Idempotency-Key"] = formKey + ", as a new one"
	b.Post("/clients", url.Values{"name": {"App"}}).Want(http.StatusOK, "client_secret")
}

func TestAFormThatFailedIsNotCarriedOutAgainOnceItHasWritten(t *testing.T) {
	write := func(h *webtest.Fixture, c *fiber.Ctx, v shell.Visitor) error {
		return h.Store.Write(c.UserContext(), func(tx *store.Tx) error {
			return tx.SetAgentRole(c.UserContext(), v.Company, v.ID, v.Role)
		})
	}
	for name, one := range map[string]struct {
		handle  func(h *webtest.Fixture, c *fiber.Ctx, v shell.Visitor) error
		written bool
	}{
		"an error after it wrote": {func(h *webtest.Fixture, c *fiber.Ctx, v shell.Visitor) error {
			return cmp.Or(write(h, c, v), errors.New("the disk is full"))
		}, true},
		"a panic after it wrote": {func(h *webtest.Fixture, c *fiber.Ctx, v shell.Visitor) error {
			panic(write(h, c, v))
		}, true},
		"an error before it wrote": {func(*webtest.Fixture, *fiber.Ctx, shell.Visitor) error {
			return errors.New("the disk is full")
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			ran := 0
			h.Server.App.Use("/fails", func(c *fiber.Ctx) (err error) { // as the server does for every request
				defer func() {
					if p := recover(); p != nil {
						err = fmt.Errorf("panic: %v", p)
					}
				}()
				return c.Next()
			})
			h.Console.Router(h.Server.App).Post("/fails", access.ViewJobs, func(c *fiber.Ctx, v shell.Visitor) error {
				ran++
				return one.handle(h, c, v)
			})
			b := keyed(h, access.Admin, formKey)
			b.Get("/clients").Post("/fails", nil).Want(http.StatusInternalServerError)
			if !one.written {
				b.Get("/clients").Post("/fails", nil).Want(http.StatusInternalServerError)
			} else {
				b.Get("/clients").Post("/fails", nil).Want(http.StatusConflict, "the answer got lost")
			}
			if once := ran == 1; once != one.written {
				t.Errorf("it ran %d times", ran)
			}
		})
	}
}

func TestTwoEqualFormsAtOneInstantMakeOneClient(t *testing.T) {
	h := webtest.Open(t)
	b := keyed(h, access.Admin, formKey)
	csrf := b.Get("/clients").Field("csrf")
	before := clients(t, h)
	var sent sync.WaitGroup
	answers := make([]*webtest.Browser, 2)
	for i := range answers {
		one := *b
		answers[i] = &one
		answers[i].Cookies = map[string]string{}
		for name, value := range b.Cookies {
			answers[i].Cookies[name] = value
		}
		sent.Go(func() { answers[i].Post("/clients", url.Values{"name": {"App"}, "csrf": {csrf}}) })
	}
	sent.Wait()
	for _, a := range answers {
		if a.Status != http.StatusOK && (a.Status != http.StatusConflict || a.Answer.Header.Get("Retry-After") == "") {
			t.Errorf("answered %d", a.Status)
		}
	}
	if made := clients(t, h) - before; made != 1 {
		t.Errorf("%d clients were made", made)
	}
}
