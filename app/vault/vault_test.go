package vault_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"proofdesk/app/vault"
)

func TestSealedValueOpensOnlyWithItsKeyAndContext(t *testing.T) {
	key := vault.NewKey()
	sealed := vault.Seal(key, []byte("plain"), "here")
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	tests := []struct {
		name    string
		key     vault.Key
		sealed  []byte
		context string
		ok      bool
	}{
		{"as sealed", key, sealed, "here", true},
		{"other key", vault.NewKey(), sealed, "here", false},
		{"other context", key, sealed, "there", false},
		{"changed", key, changed, "here", false},
		{"cut", key, sealed[:10], "here", false},
		{"empty", key, nil, "here", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plain, err := vault.Open(tt.key, tt.sealed, tt.context)
			if tt.ok && (err != nil || string(plain) != "plain") {
				t.Fatalf("Open = %q, %v", plain, err)
			}
			if !tt.ok && !errors.Is(err, vault.ErrSealed) {
				t.Fatalf("Open = %v, want ErrSealed", err)
			}
		})
	}
}

func TestRotationStillDecryptsValuesOfOlderKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys", "master.jsonl")
	first, err := vault.Init(path)
	if err != nil {
		t.Fatal(err)
	}
	key := vault.NewKey()
	wrapped, pepper := first.WrapKey(key, "company:acme"), first.Pepper("x")
	id, err := vault.Rotate(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := vault.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if second.ActiveID() != id || id == first.ActiveID() {
		t.Fatalf("active %q after rotation to %q from %q", second.ActiveID(), id, first.ActiveID())
	}
	if got, err := second.UnwrapKey(wrapped, "company:acme"); err != nil || got != key {
		t.Fatalf("old wrapping does not open: %v", err)
	}
	if second.Pepper("x") != pepper {
		t.Fatal("the pepper changed with the rotation")
	}
	rewrapped := second.WrapKey(key, "company:acme")
	if by, _ := vault.SealedBy(rewrapped); by != id {
		t.Fatalf("wrapped by %q, want %q", by, id)
	}
	if got, err := first.UnwrapKey(rewrapped, "company:acme"); err != nil || got != key {
		t.Fatalf("a process that loaded before the rotation does not find the new key: %v", err)
	}
}

func TestRotationsAtOnceLoseNoKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.jsonl")
	if _, err := vault.Init(path); err != nil {
		t.Fatal(err)
	}
	sealed := make([][]byte, 8)
	var wg sync.WaitGroup
	for i := range sealed {
		wg.Go(func() {
			m, err := vault.Load(path)
			if err == nil {
				_, err = m.Rotate()
			}
			if err != nil {
				t.Error(err)
				return
			}
			sealed[i] = m.Seal([]byte("x"), "c")
		})
	}
	wg.Wait()
	last, err := vault.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range sealed {
		if _, err := last.Open(sealed[i], "c"); err != nil {
			t.Errorf("key of rotation %d: %v", i, err)
		}
	}
}

func TestInitNeverReplacesAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.jsonl")
	if _, err := vault.Init(path); err != nil {
		t.Fatal(err)
	}
	if _, err := vault.Init(path); err == nil {
		t.Fatal("Init replaced a file")
	}
}

func TestFileIsRefused(t *testing.T) {
	good := func(t *testing.T) string {
		path := filepath.Join(t.TempDir(), "master.jsonl")
		if _, err := vault.Init(path); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	tests := []struct {
		name string
		mode os.FileMode
		edit func(string) string
		want string
	}{
		{"readable by the group", 0o640, func(s string) string { return s }, "mode 0640"},
		{"readable by others", 0o604, func(s string) string { return s }, "mode 0604"},
		{"empty", 0o600, func(string) string { return "" }, "one active key and one pepper"},
		{"not JSON", 0o600, func(string) string { return "key\n" }, "line 1"},
		{
			"none active", 0o600, func(s string) string { return strings.ReplaceAll(s, `"active":true,`, "") },
			"one active key",
		},
		{
			"two active keys", 0o600, func(s string) string { return s + another(s, `"use":"wrap"`) },
			"more than one master key is active",
		},
		{
			"two peppers", 0o600, func(s string) string { return s + another(s, `"use":"pepper"`) },
			"one active key and one pepper",
		},
		{"a key twice", 0o600, func(s string) string { return s + s }, "twice"},
		{
			"short key", 0o600, func(string) string { return `{"id":"a","use":"wrap","key":"AAAA","active":true}` },
			"32 bytes",
		},
		{
			"unknown use", 0o600, func(s string) string { return strings.ReplaceAll(s, `"wrap"`, `"wrapping"`) },
			"unknown use",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "edited.jsonl")
			if err := os.WriteFile(path, []byte(tt.edit(good(t))), tt.mode); err != nil {
				t.Fatal(err)
			}
			_, err := vault.Load(path)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("Load = %v, want it to say %q", err, tt.want)
			}
		})
	}
}

// another returns the line of a file that contains a text, under another id.
func another(file, text string) string {
	for line := range strings.Lines(file) {
		if strings.Contains(line, text) {
			return strings.Replace(line, `"id":"mk-`, `"id":"mk-0`, 1)
		}
	}
	return ""
}

func TestAWrappedKeyHasTheLengthOfAKey(t *testing.T) {
	master, parent := vault.Ephemeral(), vault.NewKey()
	for _, size := range []int{vault.KeySize - 1, vault.KeySize, vault.KeySize + 1} {
		want := error(nil)
		if size != vault.KeySize {
			want = vault.ErrSealed
		}
		plain := make([]byte, size)
		if _, err := master.UnwrapKey(master.Seal(plain, "c"), "c"); !errors.Is(err, want) {
			t.Errorf("%d bytes under the master key: %v, want %v", size, err, want)
		}
		if _, err := vault.Unwrap(parent, vault.Seal(parent, plain, "c"), "c"); !errors.Is(err, want) {
			t.Errorf("%d bytes under a key: %v, want %v", size, err, want)
		}
	}
}

func TestNothingPrintsASecret(t *testing.T) {
	key, master := vault.NewKey(), vault.Ephemeral()
	for _, value := range []any{
		key, &key, master, vault.Secret("hunter2"), struct{ K vault.Key }{key}, []any{vault.Secret("hunter2")},
	} {
		var logged bytes.Buffer
		slog.New(slog.NewJSONHandler(&logged, nil)).Info("m", "v", value)
		slog.New(slog.NewTextHandler(&logged, nil)).Info("m", "v", value)
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		text := logged.String() + string(encoded)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%q", "%d"} {
			text += fmt.Sprintf(verb, value)
		}
		for _, leak := range []string{"hunter2", fmt.Sprintf("%x", key[:8]), fmt.Sprintf("%d", key[:4])[1:10]} {
			if strings.Contains(text, leak) {
				t.Errorf("%T prints its secret: %s", value, text)
			}
		}
	}
}

func TestPeppersOfTwoPurposesDiffer(t *testing.T) {
	m := vault.Ephemeral()
	first, again := m.Pepper("a"), m.Pepper("a")
	if first == m.Pepper("b") || first != again {
		t.Fatal("a pepper belongs to one purpose and does not change")
	}
}

func FuzzMasterOpen(f *testing.F) {
	m := vault.Ephemeral()
	f.Add(m.Seal([]byte("x"), "c"))
	f.Add([]byte{3, 'a'})
	f.Fuzz(func(t *testing.T, sealed []byte) {
		if plain, err := m.Open(sealed, "other"); err == nil {
			t.Fatalf("opened %q under another context", plain)
		}
	})
}

func BenchmarkUnwrap(b *testing.B) {
	parent := vault.NewKey()
	wrapped := vault.Wrap(parent, vault.NewKey(), "applicant")
	for b.Loop() {
		if _, err := vault.Unwrap(parent, wrapped, "applicant"); err != nil {
			b.Fatal(err)
		}
	}
}
