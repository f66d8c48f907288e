package access_test

import (
	"context"
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
)

var cheap = access.Params{Memory: 64, Passes: 1, Lanes: 1}

func TestEachRoleHasThePermissionsOfItsTable(t *testing.T) {
	tests := []struct {
		permission access.Permission
		may        string // first letters of the roles
	}{
		{access.ViewJobs, "agsead au"},
		{access.ReviewJobs, "agsead"},
		{access.RevealValues, "agsead"},
		{access.ReviewEscalated, "sead"},
		{access.ViewDashboard, "sead au"},
		{access.Redeliver, "sead"},
		{access.ManageUsers, "ad"},
		{access.ManageClients, "ad"},
		{access.EraseCustomers, "ad"},
		{access.ViewAudit, "ad au"},
		{access.ViewSettings, "ad au"},
		{access.ManageSettings, "ad"},
		{access.ViewPresets, "sead au"},
		{access.ManagePresets, "ad"},
	}
	for _, tt := range tests {
		for _, role := range access.Roles() {
			if got, want := role.Can(tt.permission), strings.Contains(tt.may, string(role)[:2]); got != want {
				t.Errorf("%s may %s: %v, want %v", role, tt.permission, got, want)
			}
		}
	}
	if access.Role("root").Can(access.ViewJobs) {
		t.Error("an unknown role may something")
	}
}

func TestAnAuditorOnlyReads(t *testing.T) {
	for _, p := range access.Auditor.Permissions() {
		if !strings.HasSuffix(string(p), ".view") {
			t.Errorf("an auditor may %s", p)
		}
	}
}

func TestOnlyTheRightPasswordVerifies(t *testing.T) {
	h := access.NewHasher(1, 4, cheap)
	hash, err := h.Hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	older, _ := access.NewHasher(1, 4, access.Params{Memory: 32, Passes: 1, Lanes: 1}).Hash(t.Context(),
		"correct horse")
	tests := []struct {
		name, phc, password string
		ok, stale           bool
	}{
		{"right", hash, "correct horse", true, false},
		{"wrong", hash, "correct hors", false, false},
		{"empty", hash, "", false, false},
		{"older costs", older, "correct horse", true, true},
		{"no hash", "", "", false, false},
		{"cut hash", hash[:len(hash)-30], "correct horse", false, false},
		{"empty hash", hash[:strings.LastIndexByte(hash, '$')+1], "correct horse", false, false},
		{"hash of 15 bytes", resized(hash, 5, 15), "correct horse", false, false},
		{"salt of 7 bytes", resized(hash, 4, 7), "correct horse", false, false},
		{"other algorithm", strings.Replace(hash, "argon2id", "argon2i", 1), "correct horse", false, false},
		{"costs beyond the bounds", strings.Replace(hash, "m=64", "m=99999999", 1), "correct horse", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ok, stale, err := h.Verify(t.Context(), tt.phc, tt.password)
			if err != nil || ok != tt.ok || stale != tt.stale {
				t.Fatalf("Verify = %v, %v, %v", ok, stale, err)
			}
		})
	}
	if again, _ := h.Hash(t.Context(), "correct horse"); again == hash {
		t.Error("two hashes share a salt")
	}
}

// resized replaces a field of a PHC string by so many bytes.
func resized(phc string, field, size int) string {
	fields := strings.Split(phc, "$")
	fields[field] = base64.RawStdEncoding.EncodeToString(make([]byte, size))
	return strings.Join(fields, "$")
}

func TestAFullHasherFailsAtOnce(t *testing.T) {
	h := access.NewHasher(1, 1, access.Params{Memory: 8 * 1024, Passes: 4, Lanes: 1})
	var mu sync.Mutex
	results := map[fault.Code]int{}
	var wg sync.WaitGroup
	start := make(chan struct{})
	for range 16 {
		wg.Go(func() {
			<-start
			_, err := h.Hash(context.Background(), "x")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				results[""]++
				return
			}
			results[fault.CodeOf(err)]++
			if e, ok := err.(*fault.Error); !ok || e.RetryAfter <= 0 {
				t.Errorf("a full hasher gives %v without Retry-After", err)
			}
		})
	}
	close(start)
	wg.Wait()
	if results[""] < 2 || results[""]+results[fault.Unavailable] != 16 || results[fault.Unavailable] == 0 {
		t.Fatalf("results %v", results)
	}
}

func TestAWaiterWhoLeavesIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := access.NewHasher(0, 1, cheap) // no slot ever
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := h.Hash(ctx, "x"); !fault.Is(err, fault.Unavailable) {
			t.Fatalf("got %v", err)
		}
	})
}

func TestPasswordRules(t *testing.T) {
	tests := []struct{ password, rule string }{
		{"correct horse battery", ""},
		{access.NewPassword(), ""},
		{"пароль-который-длинный", ""},
		{"short", "min_length"},
		{"correct hor", "min_length"},
		{"correct hors", ""},
		{strings.Repeat("abcde fgh", 15)[:128], ""},
		{strings.Repeat("abcde fgh", 15)[:129], "max_length"},
		{"aaaaaaaaabbbbbbbbb", "guessable"},
		{"xyzwxyzwxyzwxyzw", "guessable"},
		{"vwxyzvwxyzvwxyz", ""},
		{"Password123456", "guessable"},
		{"P4ssw0rd!2026", "guessable"},
		{"ann.example2026", "guessable"},
		{"tab\tinside-the-word", "characters"},
		{"bad\xffutf8-and-more", "characters"},
	}
	for _, tt := range tests {
		err := access.CheckPassword(tt.password, "ann.example@acme.test", "Ann Example")
		rule := ""
		if e, ok := err.(*fault.Error); ok {
			rule = e.Fields[0].Rule
		}
		if rule != tt.rule {
			t.Errorf("%q breaks %q, want %q (%v)", tt.password, rule, tt.rule, err)
		}
	}
}

func TestAPIKeySecretHasItsFormAndChecksum(t *testing.T) {
	form := regexp.MustCompile(`^pds_[0-9A-Za-z]{49}$`)
	seen := map[string]bool{}
	for range 100 {
		s := access.NewAPIKeySecret()
		if !form.MatchString(s) || !access.WellFormedAPIKeySecret(s) || seen[s] {
			t.Fatalf("minted %q", s)
		}
		seen[s] = true
		for _, bad := range []string{
			s[:20] + flip(s[20]) + s[21:], s[:len(s)-1], s + "0", "pdc_" + s[4:], access.NewClientSecret(), "",
		} {
			if access.WellFormedAPIKeySecret(bad) {
				t.Errorf("%q passes for well-formed", bad)
			}
		}
	}
}

func flip(b byte) string {
	if b == 'a' {
		return "b"
	}
	return "a"
}

func TestGeneratedPasswordsAreReadable(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){4}$`)
	if a, b := access.NewPassword(), access.NewPassword(); !form.MatchString(a) || a == b {
		t.Fatalf("minted %q and %q", a, b)
	}
}

func TestURNs(t *testing.T) {
	const id = "0190f3a1-7c3e-7d2a-9b1c-0123456789ab"
	good := "urn:apikeysv1:prod:us-east:acme:" + id
	tests := []struct {
		urn string
		ok  bool
	}{
		{good, true},
		{strings.Replace(good, id, strings.ToUpper(id), 1), true},
		{strings.Replace(good, "urn:", "URN:", 1), true},
		{strings.Replace(good, "apikeysv1", "documentsv1", 1), false},
		{strings.Replace(good, "apikeysv1", "APIKEYSV1", 1), false},
		{strings.Replace(good, "acme", "Acme", 1), false},
		{strings.Replace(good, "acme", "", 1), false},
		{good + ":x", false},
		{good[:len(good)-1], false},
		{" " + good, false},
		{strings.Replace(good, "prod", strings.Repeat("p", 300), 1), false},
		{"", false},
	}
	for _, tt := range tests {
		u, ok := access.ParseURN(access.KindAPIKey, tt.urn)
		if ok != tt.ok || (ok && u.String() != good) {
			t.Errorf("ParseURN(%q) = %v, %v", tt.urn, u, ok)
		}
	}
}

func FuzzParseURN(f *testing.F) {
	f.Add("urn:documentsv1:prod:us:acme:0190f3a1-7c3e-7d2a-9b1c-0123456789ab")
	f.Fuzz(func(t *testing.T, s string) {
		u, ok := access.ParseURN(access.KindDocument, s)
		if !ok {
			return
		}
		if again, ok := access.ParseURN(access.KindDocument, u.String()); !ok || again != u {
			t.Fatalf("%q does not come back: %v", s, again)
		}
	})
}

func BenchmarkVerifyPassword(b *testing.B) {
	h := access.NewHasher(2, 32, access.DefaultParams)
	hash, err := h.Hash(b.Context(), "correct horse")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if ok, _, err := h.Verify(b.Context(), hash, "correct horse"); !ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}

func BenchmarkMAC(b *testing.B) {
	secret := access.NewAPIKeySecret()
	for b.Loop() {
		access.MAC([32]byte{1}, secret)
	}
}
