package boot_test

import (
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

func TestTheWritesOfARequestAreWatchedForTheEndOfItsAPIKey(t *testing.T) {
	w, ctx := boottest.New(t), t.Context()
	key := w.Trusted.Credentials
	holder, err := w.VerifyKey(ctx, key.KeyID, key.KeySecret)
	if err != nil {
		t.Fatal(err)
	}
	write := func() error {
		return w.Store.Write(store.WithPermit(ctx, holder.Permit), func(tx *store.Tx) error {
			return tx.LockCompany(ctx, boottest.Company)
		})
	}
	if err := write(); err != nil {
		t.Errorf("with a key in force: %v", err)
	}
	err = w.Credentials.SetAPIKeyState(ctx, "cli", boottest.Company, holder.KeyID, access.StateDisabled)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("with a key that was disabled: %v", err)
	}
}
