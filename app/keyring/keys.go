package keyring

import (
	"bytes"
	"context"
	"sync"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// Keys loads and decrypts the keys of companies and applicants. Company keys are cached for the life of the process;
// applicant keys are read each time, so that an erased one is gone at once on every node.
type Keys struct {
	Store  *store.Store
	Master *vault.Master

	companies sync.Map // slug → vault.Key
}

func companyContext(company string) string       { return "company:" + company }
func applicantContext(company, id string) string { return "applicant:" + company + ":" + id }

// NewCompanyKey returns the key of a new company, wrapped for its row.
func (k *Keys) NewCompanyKey(company string) []byte {
	return k.Master.WrapKey(vault.NewKey(), companyContext(company))
}

// CompanyKey returns a company's key; NotFound where there is no such company.
func (k *Keys) CompanyKey(ctx context.Context, company string) (vault.Key, error) {
	if key, ok := k.companies.Load(company); ok {
		return key.(vault.Key), nil
	}
	c, err := k.Store.Company(ctx, company)
	if err != nil {
		return vault.Key{}, err
	}
	key, err := k.Master.UnwrapKey(c.WrappedKey, companyContext(company))
	if err != nil {
		return vault.Key{}, fault.Wrap(err, fault.Internal, "the company's key does not open")
	}
	k.companies.Store(company, key)
	return key, nil
}

// NewApplicantKey returns the key of an applicant: the row to insert in the transaction that creates the job or
// customer, and the key itself. The insert sets CreatedAt.
func (k *Keys) NewApplicantKey(ctx context.Context, company, id string) (store.ApplicantKey, vault.Key, error) {
	parent, err := k.CompanyKey(ctx, company)
	if err != nil {
		return store.ApplicantKey{}, vault.Key{}, err
	}
	key := vault.NewKey()
	wrapped := vault.Wrap(parent, key, applicantContext(company, id))
	return store.ApplicantKey{Company: company, ID: id, WrappedKey: wrapped}, key, nil
}

// ApplicantKey returns the key of a job or customer; NotFound where there is none or it was destroyed.
func (k *Keys) ApplicantKey(ctx context.Context, company, id string) (vault.Key, error) {
	row, err := k.Store.ApplicantKey(ctx, company, id)
	if err != nil {
		return vault.Key{}, err
	}
	return k.OpenApplicantKey(ctx, row)
}

// OpenApplicantKey decrypts a key row that was read already; NotFound where the key was destroyed.
func (k *Keys) OpenApplicantKey(ctx context.Context, row store.ApplicantKey) (vault.Key, error) {
	if len(row.WrappedKey) == 0 || !row.DestroyedAt.IsZero() {
		return vault.Key{}, fault.New(fault.NotFound, "the applicant was erased")
	}
	parent, err := k.CompanyKey(ctx, row.Company)
	if err != nil {
		return vault.Key{}, err
	}
	key, err := vault.Unwrap(parent, row.WrappedKey, applicantContext(row.Company, row.ID))
	if err != nil {
		return vault.Key{}, fault.Wrap(err, fault.Internal, "the applicant's key does not open")
	}
	return key, nil
}

// Rewrap wraps everything that an older master key wrapped (company keys, signing keys) with the active one, and
// returns how many rows it changed. It may run while the program serves, on several nodes at once.
func (k *Keys) Rewrap(ctx context.Context) (int, error) {
	companies, err := k.Store.Companies(ctx)
	if err != nil {
		return 0, err
	}
	changed := 0
	for _, c := range companies {
		next, err := k.rewrapped(c.WrappedKey, companyContext(c.Slug))
		if err != nil {
			return changed, fault.Wrap(err, fault.Internal, "the key of company %s does not open", c.Slug)
		}
		if bytes.Equal(next, c.WrappedKey) {
			continue
		}
		ours := false
		err = k.Store.Write(ctx, func(tx *store.Tx) (err error) {
			ours, err = tx.RewrapCompany(ctx, c.Slug, c.WrappedKey, next)
			return err
		})
		if err != nil {
			return changed, err
		}
		if ours { // otherwise another node was first
			changed++
		}
	}
	n, err := k.rewrapSigningKeys(ctx)
	return changed + n, err
}

func (k *Keys) rewrapSigningKeys(ctx context.Context) (int, error) {
	keys, err := k.Store.SigningKeys(ctx)
	if err != nil {
		return 0, err
	}
	changed := 0
	for _, s := range keys {
		next, err := k.rewrapped(s.SealedKey, SigningKeyContext(s.KID))
		if err != nil {
			return changed, fault.Wrap(err, fault.Internal, "the signing key %s does not open", s.KID)
		}
		if bytes.Equal(next, s.SealedKey) {
			continue
		}
		err = k.Store.Write(ctx, func(tx *store.Tx) error { return tx.ResealSigningKey(ctx, s.KID, next) })
		if fault.Is(err, fault.NotFound) { // it has expired meanwhile, and was removed
			continue
		}
		if err != nil {
			return changed, err
		}
		changed++
	}
	return changed, nil
}

// SigningKeyContext returns the context under which a token signing key is encrypted.
func SigningKeyContext(kid string) string { return "signing-key:" + kid }

// rewrapped encrypts with the active master key what another one encrypted; a value of the active key is returned as it
// is.
func (k *Keys) rewrapped(sealed []byte, place string) ([]byte, error) {
	if by, ok := vault.SealedBy(sealed); ok && by == k.Master.ActiveID() {
		return sealed, nil
	}
	plain, err := k.Master.Open(sealed, place)
	if err != nil {
		return nil, err
	}
	return k.Master.Seal(plain, place), nil
}
