package keyring

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/vault"
)

// Sealer encrypts and decrypts the secrets of one company (an endpoint's headers, a TOTP seed). It holds the company's
// key and reads nothing, so a transaction can use one that was made before it began.
type Sealer struct {
	company string
	key     vault.Key
}

// Sealer returns the sealer of a company; NotFound where there is no such company. It may read the store on a
// connection of its own, so it must not be called within a transaction.
func (k *Keys) Sealer(ctx context.Context, company string) (Sealer, error) {
	key, err := k.CompanyKey(ctx, company)
	return Sealer{company: company, key: key}, err
}

// Seal encrypts a secret for its row; place identifies row and column.
func (s Sealer) Seal(plain []byte, place string) []byte {
	return vault.Seal(s.key, plain, s.company+":"+place)
}

// Open decrypts a value that Seal encrypted for the same company and place.
func (s Sealer) Open(sealed []byte, place string) ([]byte, error) {
	plain, err := vault.Open(s.key, sealed, s.company+":"+place)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "a sealed value of the company does not open")
	}
	return plain, nil
}

// Seal encrypts a secret of a company, as its Sealer does. It must not be called within a transaction.
func (k *Keys) Seal(ctx context.Context, company string, plain []byte, place string) ([]byte, error) {
	s, err := k.Sealer(ctx, company)
	if err != nil {
		return nil, err
	}
	return s.Seal(plain, place), nil
}

// Open decrypts a value that Seal encrypted for the same company and place. It must not be called within a transaction.
func (k *Keys) Open(ctx context.Context, company string, sealed []byte, place string) ([]byte, error) {
	s, err := k.Sealer(ctx, company)
	if err != nil {
		return nil, err
	}
	return s.Open(sealed, place)
}
