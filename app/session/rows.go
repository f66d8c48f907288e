package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

const (
	// Idle is how long a session may be unused.
	Idle = 15 * time.Minute
	// Absolute is the maximum lifetime of a session.
	Absolute = 8 * time.Hour
	// touchGrain is the resolution of the time of last use, so that not every page writes.
	touchGrain = 30 * time.Second
)

// The session's values that hold whose it is and from where; pages may store others beside them, texts under texts.
const (
	companyValue   = "company"
	agentValue     = "agent"
	addressValue   = "address"
	userAgentValue = "user-agent"
	provenValue    = "proven" // the agent as they were authenticated, until the session is saved
)

// rows implements gorilla's sessions.Store over the database.
type rows struct {
	store   *store.Store
	clock   clock.Clock
	codecs  []securecookie.Codec
	options sessions.Options
}

// Get returns the request's session; it is read once.
func (s *rows) Get(r *http.Request, name string) (*sessions.Session, error) {
	return sessions.GetRegistry(r).Get(s, name)
}

// New returns the session that the request's cookie names; a new one where that is missing, ended or not ours.
func (s *rows) New(r *http.Request, name string) (*sessions.Session, error) {
	session := sessions.NewSession(s, name)
	options := s.options
	session.Options, session.IsNew = &options, true
	cookie, err := r.Cookie(name)
	if err != nil || securecookie.DecodeMulti(name, cookie.Value, &session.ID, s.codecs...) != nil {
		return session, nil //nolint:nilerr // no cookie means a new session
	}
	row, err := s.live(r.Context(), session.ID)
	if fault.Is(err, fault.NotFound) {
		session.ID = ""
		return session, nil
	}
	if err != nil {
		return session, err
	}
	session.IsNew = false
	fill(session, row)
	return session, nil
}

// live returns the row of a session that has not expired.
func (s *rows) live(ctx context.Context, id string) (store.Session, error) {
	row, err := s.store.Session(ctx, Hash(id))
	if err != nil {
		return row, err
	}
	now := s.clock.Now()
	if !now.Before(row.ExpiresAt) || now.Sub(row.SeenAt) >= Idle {
		return row, fault.New(fault.NotFound, "your session has ended: sign in again")
	}
	if now.Sub(row.SeenAt) >= touchGrain {
		err = s.store.Write(ctx, func(tx *store.Tx) error { return tx.TouchSession(ctx, row.IDHash) })
	}
	return row, err
}

func fill(session *sessions.Session, row store.Session) {
	kept := map[string]string{}
	_ = json.Unmarshal(row.Data, &kept) // written by Save
	for name, value := range kept {
		session.Values[name] = value
	}
	session.Values[companyValue], session.Values[agentValue] = row.Company, row.AgentID
	session.Values[addressValue], session.Values[userAgentValue] = row.Address, row.UserAgent
}

// Save writes the session and sets its cookie; a negative MaxAge ends it.
func (s *rows) Save(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	if session.Options.MaxAge < 0 {
		http.SetCookie(w, sessions.NewCookie(session.Name(), "", session.Options))
		return s.store.Write(r.Context(),
			func(tx *store.Tx) error { return tx.EndSession(r.Context(), Hash(session.ID)) })
	}
	if !session.IsNew { // Keep writes the texts of a session
		return fault.New(fault.Internal, "a session is saved once")
	}
	data, err := json.Marshal(keep(session))
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the session does not encode")
	}
	session.ID = newID()
	proven, _ := session.Values[provenValue].(store.Agent)
	err = s.store.Write(r.Context(), func(tx *store.Tx) error {
		if err := stillIs(r.Context(), tx, proven); err != nil {
			return err
		}
		return tx.InsertSession(r.Context(), newRow(session, data, tx.Now))
	})
	if err != nil {
		return err
	}
	encoded, err := securecookie.EncodeMulti(session.Name(), session.ID, s.codecs...)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the session's cookie does not encode")
	}
	http.SetCookie(w, sessions.NewCookie(session.Name(), encoded, session.Options))
	return nil
}

// keep returns the contents of the data column: the values that have no column of their own.
func keep(session *sessions.Session) map[string]string {
	kept := map[string]string{}
	for name, value := range session.Values {
		key, isText := name.(string)
		text, ok := value.(string)
		if isText && ok && key != companyValue && key != agentValue && key != addressValue && key != userAgentValue {
			kept[key] = text
		}
	}
	return kept
}

func newRow(session *sessions.Session, data []byte, now time.Time) store.Session {
	value := func(name string) string {
		text, _ := session.Values[name].(string)
		return text
	}
	return store.Session{
		IDHash:    Hash(session.ID),
		Company:   value(companyValue),
		AgentID:   value(agentValue),
		Data:      data,
		Address:   value(addressValue),
		UserAgent: value(userAgentValue),
		CreatedAt: now,
		SeenAt:    now,
		ExpiresAt: now.Add(Absolute),
	}
}

// newID returns 256 random bits for a cookie.
func newID() string {
	var bits [32]byte
	_, _ = rand.Read(bits[:])
	return base64.RawURLEncoding.EncodeToString(bits[:])
}

// Hash returns the key of a session's row.
func Hash(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])
}
