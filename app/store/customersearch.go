package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"proofdesk/app/onboarding"
)

var findCustomers = "SELECT " + qualify("c", customerColumns)

const (
	findCustomerNumber = `
		SELECT ` + customerColumns + `
		FROM customers
		WHERE company = ? AND unique_number = ? AND seq < ?
		ORDER BY seq DESC
		LIMIT ?`
	findCustomerDocument = `
		SELECT ` + customerColumns + `
		FROM customers
		WHERE company = ? AND document_number = ? AND seq < ?
		ORDER BY seq DESC
		LIMIT ?`
	fromCustomerTerm = `
		FROM customer_terms t
		JOIN customers c ON c.company = t.company AND c.id = t.customer_id
		WHERE t.company = ? AND t.seq < ? AND t.term = ?`
	andCustomerTerm = `
		AND EXISTS (
			SELECT 1
			FROM customer_terms w
			WHERE w.company = t.company AND w.term = ? AND w.seq = t.seq
		)`
	fromCustomerPrefix = `
		FROM customers c
		WHERE c.company = ? AND c.seq < ? AND c.seq IN (
			SELECT t.seq
			FROM customer_terms t
			WHERE t.company = ? AND t.term >= ? AND t.term < ? AND t.seq < ?
			LIMIT ?
		)
		ORDER BY c.seq DESC
		LIMIT ?`

	customerTermInsert = `
		INSERT INTO customer_terms (company, term, seq, customer_id) VALUES (?, ?, ?, ?)
		ON CONFLICT (company, term, seq) DO NOTHING`
	customerMarkIndexed = `UPDATE customers SET indexed = 1 WHERE company = ? AND id = ?`
	customersUnindexed  = `SELECT ` + customerColumns + ` FROM customers WHERE indexed = 0 ORDER BY seq DESC LIMIT ?`
)

// FindCustomers lists the customers of a company whose unique number or document number is the text, or whose names
// have all its words, newest first, before a seq (0 for the newest).
func (q queries) FindCustomers(
	ctx context.Context, company, text string, before int64, limit int,
) ([]onboarding.Customer, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	var all []onboarding.Customer
	take := func(query string, args ...any) error {
		some, err := list(ctx, q, scanCustomer, query, append(args, limit)...)
		all = append(all, some...)
		return err
	}
	err := errors.Join(
		take(findCustomerNumber, company, text, before),
		take(findCustomerDocument, company, text, before),
	)
	if err != nil {
		return nil, err
	}
	for _, words := range readings(text) {
		query := findCustomers + fromCustomerTerm + strings.Repeat(andCustomerTerm, len(words)-1) + termOrder
		if err := take(query, append([]any{company, before}, bound(words)...)...); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b onboarding.Customer) int { return cmp.Compare(b.Seq, a.Seq) })
	all = slices.CompactFunc(all, func(a, b onboarding.Customer) bool { return a.ID == b.ID })
	return all[:min(len(all), limit)], nil
}

// FindCustomersBeginning lists the customers of a company who have a word that begins with the text's last one, newest
// first, before a seq (0 for the newest).
func (q queries) FindCustomersBeginning(
	ctx context.Context, company, text string, before int64, limit int,
) ([]onboarding.Customer, error) {
	word := beginning(text)
	if word == "" {
		return nil, nil
	}
	if before == 0 {
		before = 1<<63 - 1
	}
	return list(ctx, q, scanCustomer, findCustomers+fromCustomerPrefix, company, before, company, word,
		word+"\U0010FFFF", before, maxPrefixed, limit)
}

// indexCustomer replaces the words that search finds a customer by.
func (tx *Tx) indexCustomer(ctx context.Context, c onboarding.Customer) error {
	if err := tx.change(ctx, customerTermsDelete, c.Company, c.ID); err != nil {
		return err
	}
	for _, term := range Terms(c.FullName, c.UniqueNumber, c.DocumentNumber) {
		if err := tx.change(ctx, customerTermInsert, c.Company, term, c.Seq, c.ID); err != nil {
			return err
		}
	}
	return tx.change(ctx, customerMarkIndexed, c.Company, c.ID)
}

// IndexCustomers indexes up to limit customers of all companies that never were, newest first, and returns how many it
// indexed. They are locked meanwhile, so that nobody changes the name that is indexed.
func (tx *Tx) IndexCustomers(ctx context.Context, limit int) (int, error) {
	waiting, err := list(ctx, tx.queries, scanCustomer, customersUnindexed+tx.dialect.forUpdate, limit)
	for _, c := range waiting {
		if err := tx.indexCustomer(ctx, c); err != nil {
			return 0, err
		}
	}
	return len(waiting), err
}
