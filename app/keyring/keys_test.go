package keyring_test

import (
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func newKeys(t *testing.T, st *store.Store, master *vault.Master) *keyring.Keys {
	t.Helper()
	k := &keyring.Keys{Store: st, Master: master}
	for _, slug := range []string{"acme", "zeta"} {
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertCompany(t.Context(), company.Company{
				Slug:       slug,
				Name:       slug,
				WrappedKey: k.NewCompanyKey(slug),
				CreatedAt:  tx.Now,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return k
}

func addApplicant(t *testing.T, k *keyring.Keys, company, id string) vault.Key {
	t.Helper()
	row, key, err := k.NewApplicantKey(t.Context(), company, id)
	if err == nil {
		err = k.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertApplicantKey(t.Context(), row) })
	}
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestApplicantKeyOpensUntilItIsDestroyed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		k := newKeys(t, st, vault.Ephemeral())
		key := addApplicant(t, k, "acme", "job-1")
		if got, err := k.ApplicantKey(ctx, "acme", "job-1"); err != nil || got != key {
			t.Fatalf("key does not come back: %v", err)
		}
		if _, err := k.ApplicantKey(ctx, "zeta", "job-1"); !fault.Is(err, fault.NotFound) {
			t.Errorf("another company's applicant: %v", err)
		}
		if _, _, err := k.NewApplicantKey(ctx, "none", "job-2"); !fault.Is(err, fault.NotFound) {
			t.Errorf("no such company: %v", err)
		}
		for _, want := range []bool{true, false} {
			err := st.Write(ctx, func(tx *store.Tx) error {
				done, err := tx.DestroyApplicantKey(ctx, "acme", "job-1")
				if done != want {
					t.Errorf("destroyed: %v, want %v", done, want)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := k.ApplicantKey(ctx, "acme", "job-1"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a destroyed key opens: %v", err)
		}
	})
}

func TestAKeyMovedToAnotherRowDoesNotOpen(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	k := newKeys(t, st, vault.Ephemeral())
	row, _, err := k.NewApplicantKey(t.Context(), "acme", "job-1")
	if err != nil {
		t.Fatal(err)
	}
	row.ID = "job-2"
	if _, err := k.OpenApplicantKey(t.Context(), row); !fault.Is(err, fault.Internal) {
		t.Errorf("got %v", err)
	}
}

func TestCompanySecretsOpenInTheirPlaceOnly(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	ctx := t.Context()
	k := newKeys(t, st, vault.Ephemeral())
	sealed, err := k.Seal(ctx, "acme", []byte("secret"), "endpoint:1")
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := k.Open(ctx, "acme", sealed, "endpoint:1"); err != nil || string(plain) != "secret" {
		t.Errorf("got %q, %v", plain, err)
	}
	if _, err := k.Open(ctx, "acme", sealed, "endpoint:2"); err == nil {
		t.Error("opens in another row")
	}
	if _, err := k.Open(ctx, "zeta", sealed, "endpoint:1"); err == nil {
		t.Error("opens for another company")
	}
}

func TestRewrapPutsEverythingUnderTheActiveKey(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		path := filepath.Join(t.TempDir(), "master.jsonl")
		master, err := vault.Init(path)
		if err != nil {
			t.Fatal(err)
		}
		k := newKeys(t, st, master)
		key := addApplicant(t, k, "acme", "job-1")
		sealed := master.Seal([]byte("pkcs8"), keyring.SigningKeyContext("kid"))
		err = st.Write(ctx, func(tx *store.Tx) error {
			return tx.InsertSigningKey(ctx,
				store.SigningKey{KID: "kid", Algorithm: "RS256", SealedKey: sealed, CreatedAt: tx.Now}, tx.Now)
		})
		if err != nil {
			t.Fatal(err)
		}
		active, err := master.Rotate()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{3, 0} { // two companies and a signing key, then nothing
			if n, err := k.Rewrap(ctx); err != nil || n != want {
				t.Fatalf("rewrapped %d, %v; want %d", n, err, want)
			}
		}
		company, _ := st.Company(ctx, "acme")
		signing, _ := st.SigningKeys(ctx)
		for _, wrapped := range [][]byte{company.WrappedKey, signing[0].SealedKey} {
			if by, _ := vault.SealedBy(wrapped); by != active {
				t.Errorf("wrapped by %s, want %s", by, active)
			}
		}
		again, err := vault.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		fresh := &keyring.Keys{Store: st, Master: again}
		if got, err := fresh.ApplicantKey(ctx, "acme", "job-1"); err != nil || got != key {
			t.Errorf("after a restart the applicant's key does not open: %v", err)
		}
	})
}

func TestRewrapGoesOnWhereKeysExpireMeanwhile(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		master, err := vault.Init(filepath.Join(t.TempDir(), "master.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		k := newKeys(t, st, master)
		for i := range 40 { // each ends the one before at once
			kid := "kid" + strconv.Itoa(i)
			err := st.Write(ctx, func(tx *store.Tx) error {
				return tx.InsertSigningKey(ctx, store.SigningKey{
					KID:       kid,
					Algorithm: "RS256",
					SealedKey: master.Seal([]byte("pkcs8"), keyring.SigningKeyContext(kid)),
					CreatedAt: tx.Now,
				}, tx.Now)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := master.Rotate(); err != nil {
			t.Fatal(err)
		}
		var work sync.WaitGroup
		work.Go(func() {
			if _, err := k.Rewrap(ctx); err != nil {
				t.Error(err)
			}
		})
		work.Go(func() {
			err := st.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.PurgeSigningKeys(ctx)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
		work.Wait()
	})
}

func BenchmarkApplicantKey(b *testing.B) {
	st := storetest.SQLite(b, clock.System{})
	k := &keyring.Keys{Store: st, Master: vault.Ephemeral()}
	ctx := b.Context()
	err := st.Write(ctx, func(tx *store.Tx) error {
		return tx.InsertCompany(ctx, company.Company{
			Slug:       "acme",
			Name:       "Acme",
			WrappedKey: k.NewCompanyKey("acme"),
			CreatedAt:  tx.Now,
		})
	})
	if err != nil {
		b.Fatal(err)
	}
	row, _, err := k.NewApplicantKey(ctx, "acme", "job")
	if err != nil {
		b.Fatal(err)
	}
	if err := st.Write(ctx, func(tx *store.Tx) error { return tx.InsertApplicantKey(ctx, row) }); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := k.ApplicantKey(ctx, "acme", "job"); err != nil {
			b.Fatal(err)
		}
	}
}
