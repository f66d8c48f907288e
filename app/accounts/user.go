package accounts

import (
	"context"
	"log/slog"
	"net/mail"
	"regexp"
	"strings"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/naming"
	"proofdesk/app/store"
)

// UserRequest describes a new user of the console.
type UserRequest struct {
	Company     string
	Email       string
	DisplayName string // empty for the part of the address before the @
	Role        string
	Password    string // empty to have one generated
	MustChange  bool   // whether it has to be changed at the first sign-in
}

// NewUser is a user who was just created, with the password, which is shown only this once.
type NewUser struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// String leaves the password out.
func (u NewUser) String() string { return "new user" }

// LogValue leaves the password out.
func (u NewUser) LogValue() slog.Value { return slog.StringValue(u.String()) }

// CreateUser creates a user. No other user of the installation may have the address.
func (g *Registry) CreateUser(ctx context.Context, actor string, r UserRequest) (NewUser, error) {
	agent, password, err := g.newAgent(ctx, r)
	if err != nil {
		return NewUser{}, err
	}
	e := audit.NewEntry(r.Company, actor, "user.create", "agent:"+agent.ID,
		map[string]string{"role": string(agent.Role)})
	err = g.Store.Change(ctx, e, func(tx *store.Tx) error { return tx.InsertAgent(ctx, agent) })
	if err != nil {
		return NewUser{}, naming.Taken(err, "email", "a user with this address already exists")
	}
	return NewUser{Email: agent.Email, Password: password}, nil
}

func (g *Registry) newAgent(ctx context.Context, r UserRequest) (store.Agent, string, error) {
	fail := func(err error) (store.Agent, string, error) { return store.Agent{}, "", err }
	company, err := g.Store.Company(ctx, r.Company)
	if err != nil {
		return fail(err)
	}
	email, err := CheckEmail(r.Email)
	if err == nil {
		err = checkDomain(email)
	}
	if err != nil {
		return fail(err)
	}
	role, ok := access.ParseRole(r.Role)
	if !ok {
		return fail(fault.BadField("role", "one_of",
			"choose one of the roles in the list: agent, senior, admin or auditor"))
	}
	local, _, _ := strings.Cut(email, "@")
	if r.DisplayName == "" {
		r.DisplayName = local
	}
	name, err := naming.Check(r.DisplayName)
	if err != nil {
		return fail(err)
	}
	password, hash, err := g.Hasher.Choose(ctx, r.Password, email, name, company.Name, company.Slug)
	if err != nil {
		return fail(err)
	}
	return store.Agent{
		Company:      company.Slug,
		ID:           ids.UUID(),
		Email:        email,
		DisplayName:  name,
		Role:         role,
		PasswordHash: hash,
		MustChange:   r.MustChange,
	}, password, nil
}

// maxEmail is the longest address that mail can be sent to (RFC 5321, 4.5.3.1.3), in bytes.
const maxEmail = 254

// CheckEmail returns an address in lower case, or a BadField.
func CheckEmail(raw string) (string, error) {
	email := strings.ToLower(strings.TrimSpace(raw))
	if email == "" {
		return "", fault.BadField("email", "required", "enter an e-mail address")
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail {
		return "", fault.BadField("email", "format", "enter a valid e-mail address")
	}
	return email, nil
}

// domain matches a name with at least two parts, the last of which is no number, in any script.
var domain = regexp.MustCompile(`^([\pL\pN]([\pL\pN-]{0,61}[\pL\pN])?\.)+[\pL][\pL\pN-]{0,61}[\pL\pN]$`)

// checkDomain refuses a new address that can't be reached by mail from elsewhere, such as x@y.
func checkDomain(email string) error {
	if !domain.MatchString(email[strings.LastIndex(email, "@")+1:]) {
		return fault.BadField("email", "domain", "the part after @ must be a domain with a dot, such as example.com")
	}
	return nil
}

// userEntry returns the entry of an actor's action on a user.
func userEntry(company, actor, action, id string, detail any) audit.Entry {
	return audit.NewEntry(company, actor, action, "agent:"+id, detail)
}

// SetUserState enables or disables a user. The sessions of a disabled user end at once.
func (g *Registry) SetUserState(ctx context.Context, actor, company, id, state string) error {
	if err := access.CheckState(state); err != nil {
		return err
	}
	e := userEntry(company, actor, "user.state", id, map[string]string{"state": state})
	return g.Store.Change(ctx, e, func(tx *store.Tx) error {
		if state == access.StateActive {
			return tx.SetAgentState(ctx, company, id, state)
		}
		if err := requireAnotherAdmin(ctx, tx, company, id); err != nil {
			return err
		}
		if err := tx.SetAgentState(ctx, company, id, state); err != nil {
			return err
		}
		_, err := tx.EndSessions(ctx, company, id, "")
		return err
	})
}

// SetUserRole changes what a user may do, from the next request on.
func (g *Registry) SetUserRole(
	ctx context.Context, actor, company, id string, was access.Role, name string,
) error {
	role, ok := access.ParseRole(name)
	if !ok {
		return fault.BadField("role", "one_of", "choose one of the roles in the list: agent, senior, admin or auditor")
	}
	e := userEntry(company, actor, "user.role", id, map[string]string{"role": name})
	return g.Store.Change(ctx, e, func(tx *store.Tx) error {
		if role != access.Admin {
			if err := requireAnotherAdmin(ctx, tx, company, id); err != nil {
				return err
			}
		}
		switch agent, err := tx.LockAgent(ctx, company, id); {
		case err != nil:
			return err
		case agent.Role != was:
			return fault.New(fault.Conflict, "somebody else changed the role of this user: review it and save again")
		}
		return tx.SetAgentRole(ctx, company, id, role)
	})
}

// requireAnotherAdmin refuses a change that would leave a company without an active administrator. It locks the
// company, so that two administrators can't disable each other at the same time.
func requireAnotherAdmin(ctx context.Context, tx *store.Tx, company, id string) error {
	if err := tx.LockCompany(ctx, company); err != nil {
		return err
	}
	agent, err := tx.Agent(ctx, company, id)
	if err != nil || agent.Role != access.Admin || agent.State != access.StateActive {
		return err
	}
	others, err := tx.CountOthersWithRole(ctx, company, id, string(access.Admin))
	if err == nil && others == 0 {
		return fault.New(fault.Conflict, "this is the last active administrator: add another one first")
	}
	return err
}

// UnlockUser removes a lock that wrong passwords have caused.
func (g *Registry) UnlockUser(ctx context.Context, actor, company, id string) error {
	return g.Store.Change(ctx, userEntry(company, actor, "user.unlock", id, nil), func(tx *store.Tx) error {
		return tx.UnlockAgent(ctx, company, id)
	})
}

// EndUserSessions signs a user out everywhere, and returns how many sessions ended.
func (g *Registry) EndUserSessions(ctx context.Context, actor, company, id string) (ended int64, err error) {
	if _, err := g.Store.Agent(ctx, company, id); err != nil {
		return 0, err
	}
	e := userEntry(company, actor, "user.sessions_end", id, nil)
	err = g.Store.Change(ctx, e, func(tx *store.Tx) (err error) {
		ended, err = tx.EndSessions(ctx, company, id, "")
		return err
	})
	return ended, err
}

// EndUserSession signs one browser of a user out; session is the hash of its id.
func (g *Registry) EndUserSession(ctx context.Context, actor, company, id, session string) error {
	return g.Store.Change(ctx, userEntry(company, actor, "user.session_end", id, nil), func(tx *store.Tx) error {
		return tx.EndSessionOf(ctx, company, id, session)
	})
}
