package store_test

import (
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// firstOfCustomers is the migration that adds the keys of customers.
const firstOfCustomers = 47

// erasedBadly fills an older database with a customer, and with what the erasure of others left behind.
var erasedBadly = []string{
	`INSERT INTO companies (slug, name, wrapped_key, created_at) VALUES ('acme', 'Acme', 'k', 1), ('bolt', 'Bolt', 'k', 1)`,
	`INSERT INTO customers (company, id, seq, unique_number, full_name, created_at, updated_at, job_id)
		VALUES ('acme', 'cu1', 1, '7', 'JANE', 1, 1, '')`,
	`INSERT INTO templates (company, customer_id, kind, model_sha256, sealed, created_at)
		VALUES ('acme', 'cu1', 'face', 'm', 's', 1), ('acme', 'gone', 'face', 'm', 's', 1),
			('bolt', 'cu1', 'face', 'm', 's', 1)`,
	`INSERT INTO customer_terms (company, term, seq, customer_id)
		VALUES ('acme', 'jane', 1, 'cu1'), ('acme', 'john', 2, 'gone'), ('bolt', 'jane', 1, 'cu1')`,
}

// What older versions left behind after an erasure goes with the upgrade, and what belongs to a customer stays.
func TestAnUpgradeKeepsTheRowsOfCustomersAndRemovesThoseOfNobody(t *testing.T) {
	storetest.EachAfter(t, firstOfCustomers, erasedBadly, func(t *testing.T, st *store.Store) {
		write(t, st, func(tx *store.Tx) error {
			left := must(texts(tx, `SELECT company || ' ' || customer_id FROM templates ORDER BY company, customer_id`))(t)
			same(t, "templates", left, []string{"acme cu1"})
			left = must(texts(tx, `SELECT company || ' ' || term FROM customer_terms ORDER BY company, term`))(t)
			same(t, "words", left, []string{"acme jane"})
			if st.Dialect() == "sqlite" {
				same(t, "integrity", must(texts(tx, "PRAGMA integrity_check"))(t), []string{"ok"})
				same(t, "rows without parent", len(must(texts(tx, "PRAGMA foreign_key_check"))(t)), 0)
			}
			return nil
		})
	})
}

func TestATemplateOfACustomerWhoIsErasedIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		c := onboarding.Customer{Company: "acme", ID: "cu1", Seq: 1, UniqueNumber: "7", FullName: "JANE"}
		face := store.SealedTemplate{
			Company:     "acme",
			CustomerID:  "cu1",
			Kind:        "face",
			ModelSHA256: "m",
			Sealed:      []byte("s"),
		}
		write(t, st, func(tx *store.Tx) error {
			if err := tx.PutCustomer(ctx, c); err != nil {
				return err
			}
			return tx.PutTemplate(ctx, face)
		})
		write(t, st, func(tx *store.Tx) error { return tx.EraseCustomer(ctx, "acme", "cu1") })
		missing(t, "a template of a customer who is gone",
			st.Write(ctx, func(tx *store.Tx) error { return tx.PutTemplate(ctx, face) }))
		missing(t, "a customer who is gone",
			st.Write(ctx, func(tx *store.Tx) error { return tx.EraseCustomer(ctx, "acme", "cu1") }))
	})
}
