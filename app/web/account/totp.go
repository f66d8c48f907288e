package account

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/account"
)

// A ticket proves that a password was right, for as long as it takes to type a code. It is kept sealed in a cookie.
const (
	ticketCookie  = "proofdesk_step"
	ticketContext = "sign-in ticket"
	ticketLength  = 5 * time.Minute
)

type ticket struct {
	Company string `json:"company"`
	Agent   string `json:"agent"`
	Proof   string `json:"proof"` // of the password's hash: a new password ends it
	Until   int64  `json:"until"` // Unix milliseconds
}

func (w *Handler) proof(agent store.Agent) string {
	return access.MACHex(w.Keys.Master.Pepper(ticketContext), agent.PasswordHash)
}

// setTicket keeps a ticket in the browser, or takes it away.
func setTicket(c *fiber.Ctx, value string) {
	cookie := fiber.Cookie{
		Name:     ticketCookie,
		Value:    value,
		Path:     "/login",
		MaxAge:   int(ticketLength.Seconds()),
		HTTPOnly: true,
		SameSite: fiber.CookieSameSiteLaxMode,
		Secure:   c.Secure(),
	}
	if value == "" {
		cookie.MaxAge, cookie.Expires = -1, time.Unix(1, 0)
	}
	c.Cookie(&cookie)
}

// askCode goes on to the second step of a sign-in.
func (w *Handler) askCode(c *fiber.Ctx, agent store.Agent) error {
	t := ticket{
		Company: agent.Company,
		Agent:   agent.ID,
		Proof:   w.proof(agent),
		Until:   w.Now().Add(ticketLength).UnixMilli(),
	}
	plain, err := json.Marshal(t)
	if err != nil {
		return err
	}
	setTicket(c, base64.RawURLEncoding.EncodeToString(w.Keys.Master.Seal(plain, ticketContext)))
	return w.showCode(c, account.Code{Next: shell.LocalPath(form.Value(c, "next")), Kept: kept(c)})
}

// holder returns the agent of the browser's ticket; Unauthenticated where there is none that counts.
func (w *Handler) holder(c *fiber.Ctx) (store.Agent, error) {
	var t ticket
	sealed, err := base64.RawURLEncoding.DecodeString(c.Cookies(ticketCookie))
	if err == nil {
		var plain []byte
		if plain, err = w.Keys.Master.Open(sealed, ticketContext); err == nil {
			err = json.Unmarshal(plain, &t)
		}
	}
	gone := fault.New(fault.Unauthenticated, "enter your password again")
	if err != nil || w.Now().UnixMilli() >= t.Until {
		return store.Agent{}, gone
	}
	agent, err := w.Store.Agent(c.UserContext(), t.Company, t.Agent)
	if fault.Is(err, fault.NotFound) || err == nil && (w.proof(agent) != t.Proof || agent.State != access.StateActive) {
		return store.Agent{}, gone
	}
	return agent, err
}

func (w *Handler) showCode(c *fiber.Ctx, page account.Code) error {
	page.Frame = w.OpenFrame(c, shell.LanguageOf(c).T("Two-factor authentication"))
	return w.Render(c, account.CodePage(page))
}

func (w *Handler) codePage(c *fiber.Ctx) error {
	if _, err := w.holder(c); err != nil {
		return backToLogin(c, err)
	}
	return w.showCode(c, account.Code{Next: "/queue"})
}

// backToLogin lets who is not authenticated sign in again; any other error is returned.
func backToLogin(c *fiber.Ctx, err error) error {
	if !fault.Is(err, fault.Unauthenticated) {
		return err
	}
	return c.Redirect("/login", fiber.StatusSeeOther)
}

// secondStep takes the code and finishes the sign-in.
func (w *Handler) secondStep(c *fiber.Ctx) error {
	holder, err := w.holder(c)
	if err != nil {
		return backToLogin(c, err)
	}
	agent, err := w.Accounts.SecondFactor(c.UserContext(), holder.Company, holder.ID, form.Value(c, "code"),
		w.Address(c))
	if err == nil {
		setTicket(c, "")
		agent.PasswordHash = holder.PasswordHash // of the password that was right
		return backToLogin(c, w.enter(c, agent))
	}
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Unauthenticated && f.Code != fault.Throttled {
		return err
	}
	status := fiber.StatusUnauthorized
	if f.Code == fault.Throttled {
		status = fiber.StatusTooManyRequests
	}
	return w.showCode(c.Status(status), account.Code{
		Next:    shell.LocalPath(form.Value(c, "next")),
		Kept:    kept(c),
		Problem: format.Sentence(shell.LanguageOf(c).T(f.Message)) + ".",
	})
}
