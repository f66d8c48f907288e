package access

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"proofdesk/app/fault"
)

// Params holds the costs of argon2id (RFC 9106): memory in KiB, passes over it, lanes.
type Params struct {
	Memory uint32
	Passes uint32
	Lanes  uint8
}

// DefaultParams needs 19 MiB and two passes, OWASP's first recommendation for argon2id.
var DefaultParams = Params{Memory: 19 * 1024, Passes: 2, Lanes: 1}

const (
	saltSize = 16
	hashSize = 32
	// Limits on the costs in a stored hash, so that no row can exhaust the machine.
	maxMemory = 256 * 1024
	maxPasses = 16
	maxLanes  = 8
)

// Hasher hashes passwords: a few at once and a limited number waiting, as each hash needs memory and time.
type Hasher struct {
	Params Params // of new hashes; set before use

	slots   chan struct{}
	limit   int64
	waiting atomic.Int64
	decoy   string
}

// NewHasher returns a hasher that works on parallel passwords at once, while up to waiting more wait.
func NewHasher(parallel, waiting int, params Params) *Hasher {
	h := &Hasher{Params: params, slots: make(chan struct{}, parallel), limit: int64(parallel + waiting)}
	h.decoy = encode(params, random(saltSize), random(hashSize))
	return h
}

// Hash returns the PHC string of a password under a new salt.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := random(saltSize)
	sum, err := h.run(ctx, password, salt, h.Params, hashSize)
	if err != nil {
		return "", err
	}
	return encode(h.Params, salt, sum), nil
}

// Choose checks a given password against the words that it must not consist of, or generates one where none is given,
// and returns it with its hash.
func (h *Hasher) Choose(ctx context.Context, given string, words ...string) (password, hash string, err error) {
	if given == "" {
		given = NewPassword()
	} else if err := CheckPassword(given, words...); err != nil {
		return "", "", err
	}
	hash, err = h.Hash(ctx, given)
	return given, hash, err
}

// Verify reports whether the password matches a PHC string, and whether the string was created with costs other than
// today's. An empty or damaged string costs as much time as a real one and never matches.
func (h *Hasher) Verify(ctx context.Context, phc, password string) (ok, stale bool, err error) {
	params, salt, want, readable := decode(phc)
	if !readable {
		params, salt, want, _ = decode(h.decoy)
	}
	got, err := h.run(ctx, password, salt, params, uint32(len(want)))
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && readable, params != h.Params, nil
}

// run waits for a slot; where the queue is full, it fails at once.
func (h *Hasher) run(ctx context.Context, password string, salt []byte, p Params, size uint32) ([]byte, error) {
	defer h.waiting.Add(-1)
	if h.waiting.Add(1) > h.limit {
		return nil, busy()
	}
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, busy()
	}
	defer func() { <-h.slots }()
	return argon2.IDKey([]byte(password), salt, p.Passes, p.Memory, p.Lanes, size), nil
}

func busy() error {
	return &fault.Error{
		Code:       fault.Unavailable,
		Message:    "too many passwords are being checked",
		RetryAfter: 2 * time.Second,
	}
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return b
}

// encode writes the PHC string format: $argon2id$v=19$m=…,t=…,p=…$salt$hash.
func encode(p Params, salt, sum []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.Memory, p.Passes, p.Lanes,
		b64.EncodeToString(salt), b64.EncodeToString(sum))
}

func decode(phc string) (p Params, salt, sum []byte, ok bool) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, nil, nil, false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.Memory, &p.Passes, &p.Lanes); err != nil || !p.bounded() {
		return p, nil, nil, false
	}
	salt, saltOK := decodeField(parts[4], 8)
	sum, sumOK := decodeField(parts[5], 16)
	return p, salt, sum, saltOK && sumOK
}

// decodeField decodes one base64 field of a stored hash, which holds from least to 64 bytes.
func decodeField(field string, least int) (b []byte, ok bool) {
	b, err := base64.RawStdEncoding.DecodeString(field)
	return b, err == nil && len(b) >= least && len(b) <= 64
}

// bounded reports whether hashing with p takes no more memory and time than this package permits.
func (p Params) bounded() bool {
	return p.Memory >= 8 && p.Memory <= maxMemory &&
		p.Passes >= 1 && p.Passes <= maxPasses &&
		p.Lanes >= 1 && p.Lanes <= maxLanes
}
