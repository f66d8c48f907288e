package admin

import (
	"context"
	"log/slog"
	"net/mail"
	"regexp"
	"strings"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// UserRequest asks for a person who signs in to the console.
type UserRequest struct {
	Company     string
	Email       string
	DisplayName string // empty for the part of the address before the @
	Role        string
	Password    string // empty to have one generated
	MustChange  bool   // whether it has to be changed at the first sign-in
}

// NewUser is what is told of a user who was made; the password is not told again.
type NewUser struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// String leaves the password out.
func (u NewUser) String() string { return "new user" }

// LogValue leaves the password out.
func (u NewUser) LogValue() slog.Value { return slog.StringValue(u.String()) }

// CreateUser makes a user. The address has to be new to the installation.
func (a *Accounts) CreateUser(ctx context.Context, actor string, r UserRequest) (NewUser, error) {
	agent, password, err := a.newAgent(ctx, r)
	if err != nil {
		return NewUser{}, err
	}
	e := entry(r.Company, actor, "user.create", "agent:"+agent.ID, map[string]string{"role": string(agent.Role)})
	err = a.change(ctx, e, func(tx *store.Tx) error { return tx.InsertAgent(ctx, agent) })
	if err != nil {
		return NewUser{}, taken(err, "email", "there is a user with this address already")
	}
	return NewUser{Email: agent.Email, Password: password}, nil
}

func (a *Accounts) newAgent(ctx context.Context, r UserRequest) (store.Agent, string, error) {
	fail := func(err error) (store.Agent, string, error) { return store.Agent{}, "", err }
	company, err := a.Store.Company(ctx, r.Company)
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
		return fail(fault.BadField("role", "one_of", "the role has to be agent, senior, admin or auditor"))
	}
	local, _, _ := strings.Cut(email, "@")
	if r.DisplayName == "" {
		r.DisplayName = local
	}
	name, err := checkName(r.DisplayName)
	if err != nil {
		return fail(err)
	}
	password, hash, err := a.password(ctx, r.Password, email, name, company.Name, company.Slug)
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

// password checks a given password or makes one, and hashes it.
func (a *Accounts) password(ctx context.Context, given string, words ...string) (password, hash string, err error) {
	if given == "" {
		given = access.NewPassword()
	} else if err := access.CheckPassword(given, words...); err != nil {
		return "", "", err
	}
	hash, err = a.Hasher.Hash(ctx, given)
	return given, hash, err
}

// maxEmail is the longest address that mail can be sent to (RFC 5321, 4.5.3.1.3), in bytes.
const maxEmail = 254

// CheckEmail returns an address in lower case, or a BadField.
func CheckEmail(raw string) (string, error) {
	email := strings.ToLower(strings.TrimSpace(raw))
	if email == "" {
		return "", fault.BadField("email", "required", "the address is missing")
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail {
		return "", fault.BadField("email", "format", "the address is not an e-mail address")
	}
	return email, nil
}

// domain is a name with at least two parts, the last of which is no number, in any script.
var domain = regexp.MustCompile(`^([\pL\pN]([\pL\pN-]{0,61}[\pL\pN])?\.)+[\pL][\pL\pN-]{0,61}[\pL\pN]$`)

// checkDomain refuses a new address to which no mail can be sent from elsewhere, such as x@y.
func checkDomain(email string) error {
	if !domain.MatchString(email[strings.LastIndex(email, "@")+1:]) {
		return fault.BadField("email", "domain", "the part after @ has to be a domain with a dot, such as example.com")
	}
	return nil
}

// SetUserState enables or disables a user. A disabled one's sessions end at once.
func (a *Accounts) SetUserState(ctx context.Context, actor, company, id, state string) error {
	if err := checkState(state); err != nil {
		return err
	}
	return a.change(ctx, entry(company, actor, "user.state", "agent:"+id, map[string]string{"state": state}),
		func(tx *store.Tx) error {
			if state != store.StateActive {
				if err := keepsAnAdmin(ctx, tx, company, id); err != nil {
					return err
				}
			}
			if err := tx.SetAgentState(ctx, company, id, state); err != nil || state == store.StateActive {
				return err
			}
			_, err := tx.EndSessions(ctx, company, id, "")
			return err
		})
}

// UnlockUser ends a lock that wrong passwords have set.
func (a *Accounts) UnlockUser(ctx context.Context, actor, company, id string) error {
	return a.change(ctx, entry(company, actor, "user.unlock", "agent:"+id, nil), func(tx *store.Tx) error {
		return tx.UnlockAgent(ctx, company, id)
	})
}

// RestoredAccess is what is told of a user who was let in again.
type RestoredAccess struct {
	Email string `json:"email"`
	Done  string `json:"done"`
}

// RestoreAccess unlocks the user of an address, or turns their second factor off and ends their sessions. It is for whoever
// runs the installation, who needs no account.
func (a *Accounts) RestoreAccess(ctx context.Context, actor, email string, secondFactor bool) (RestoredAccess, error) {
	email, err := CheckEmail(email)
	if err != nil {
		return RestoredAccess{}, err
	}
	agent, err := a.Store.AgentByEmail(ctx, email)
	if err != nil {
		return RestoredAccess{}, err
	}
	if secondFactor {
		return RestoredAccess{
			Email: email,
			Done:  "second factor off, sessions ended",
		}, a.ResetSecondFactor(ctx, actor, agent.Company, agent.ID)
	}
	return RestoredAccess{Email: email, Done: "unlocked"}, a.UnlockUser(ctx, actor, agent.Company, agent.ID)
}

// RestorePassword returns the user of an address a generated password, to be changed at the next sign-in.
func (a *Accounts) RestorePassword(ctx context.Context, actor, email string) (NewUser, error) {
	email, err := CheckEmail(email)
	if err != nil {
		return NewUser{}, err
	}
	agent, err := a.Store.AgentByEmail(ctx, email)
	if err != nil {
		return NewUser{}, err
	}
	return a.ResetUserPassword(ctx, actor, agent.Company, agent.ID)
}

// SetUserRole changes what a user may do, from the next request on.
func (a *Accounts) SetUserRole(ctx context.Context, actor, company, id, name string) error {
	role, ok := access.ParseRole(name)
	if !ok {
		return fault.BadField("role", "one_of", "the role has to be agent, senior, admin or auditor")
	}
	return a.change(ctx, entry(company, actor, "user.role", "agent:"+id, map[string]string{"role": name}),
		func(tx *store.Tx) error {
			if role != access.Admin {
				if err := keepsAnAdmin(ctx, tx, company, id); err != nil {
					return err
				}
			}
			return tx.SetAgentRole(ctx, company, id, role)
		})
}

// keepsAnAdmin refuses what would leave a company without anybody who administers it.
func keepsAnAdmin(ctx context.Context, tx *store.Tx, company, id string) error {
	agent, err := tx.Agent(ctx, company, id)
	if err != nil || agent.Role != access.Admin || agent.State != store.StateActive {
		return err
	}
	others, err := tx.OthersWithRole(ctx, company, id, string(access.Admin))
	if err == nil && others == 0 {
		return fault.New(fault.Conflict, "this is the last active administrator: make another one first")
	}
	return err
}

// EndUserSessions signs a user out everywhere, and reports how many browsers that were.
func (a *Accounts) EndUserSessions(ctx context.Context, actor, company, id string) (int64, error) {
	if _, err := a.Store.Agent(ctx, company, id); err != nil {
		return 0, err
	}
	var ended int64
	err := a.change(ctx, entry(company, actor, "user.sessions_end", "agent:"+id, nil), func(tx *store.Tx) (err error) {
		ended, err = tx.EndSessions(ctx, company, id, "")
		return err
	})
	return ended, err
}

// EndUserSession signs one browser of a user out; session is the hash of its id.
func (a *Accounts) EndUserSession(ctx context.Context, actor, company, id, session string) error {
	return a.change(ctx, entry(company, actor, "user.session_end", "agent:"+id, nil), func(tx *store.Tx) error {
		return tx.EndSessionOf(ctx, company, id, session)
	})
}

// RenameUser sets the name that a user is shown under.
func (a *Accounts) RenameUser(ctx context.Context, actor, company, id, name string) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	return a.change(ctx, entry(company, actor, "user.rename", "agent:"+id, nil), func(tx *store.Tx) error {
		return tx.RenameAgent(ctx, company, id, name)
	})
}

// ResetUserPassword returns a user a generated password, to be changed at the next sign-in, and ends the user's
// sessions.
func (a *Accounts) ResetUserPassword(ctx context.Context, actor, company, id string) (NewUser, error) {
	agent, err := a.Store.Agent(ctx, company, id)
	if err != nil {
		return NewUser{}, err
	}
	password, hash, err := a.password(ctx, "")
	if err != nil {
		return NewUser{}, err
	}
	err = a.change(ctx, entry(company, actor, "user.password_reset", "agent:"+id, nil), func(tx *store.Tx) error {
		if err := tx.SetAgentPassword(ctx, company, id, hash, true); err != nil {
			return err
		}
		_, err := tx.EndSessions(ctx, company, id, "")
		return err
	})
	return NewUser{Email: agent.Email, Password: password}, err
}

// ChangePassword replaces a user's own password and ends the user's other sessions; keep is the hash of the session
// that stays.
func (a *Accounts) ChangePassword(ctx context.Context, company, id, current, next, keep string) error {
	agent, err := a.provenAgent(ctx, company, id, current)
	if err != nil {
		return err
	}
	if next == "" || next == current {
		return fault.BadField("password", "new", "the new password has to be another one")
	}
	_, hash, err := a.password(ctx, next, agent.Email, agent.DisplayName, company)
	if err != nil {
		return err
	}
	return a.change(ctx, entry(company, "agent:"+id, "user.password_change", "agent:"+id, nil),
		func(tx *store.Tx) error {
			if err := tx.SetAgentPassword(ctx, company, id, hash, false); err != nil {
				return err
			}
			_, err := tx.EndSessions(ctx, company, id, keep)
			return err
		})
}
