package token

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"

	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

const (
	keyBits = 3072
	// RotateAfter is the age at which Maintain replaces the signing key.
	RotateAfter = 90 * 24 * time.Hour
	// grace covers a node that signs with the old key while another one retires it.
	grace = time.Minute
)

// signingKey is a decrypted key. Only the active one's signer is used.
type signingKey struct {
	kid     string
	public  *rsa.PublicKey
	private *rsa.PrivateKey
	signer  jose.Signer
}

// Rotate creates a new signing key and returns its id. The old one stays in the key set until its last token has
// expired.
func (e *Service) Rotate(ctx context.Context) (string, error) {
	e.minting.Lock()
	defer e.minting.Unlock()
	return e.rotate(ctx)
}

func (e *Service) rotate(ctx context.Context) (string, error) {
	private, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "no signing key could be made")
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the signing key does not encode")
	}
	kid, err := thumbprint(&private.PublicKey)
	if err != nil {
		return "", err
	}
	row := store.SigningKey{
		KID:       kid,
		Algorithm: string(jose.RS256),
		SealedKey: e.Master.Seal(der, keyring.SigningKeyContext(kid)),
	}
	err = e.Store.Write(ctx, func(tx *store.Tx) error {
		row.CreatedAt = tx.Now
		return tx.InsertSigningKey(ctx, row, tx.Now.Add(Lifetime+grace))
	})
	return kid, err
}

// thumbprint returns the name of a public key (RFC 7638).
func thumbprint(public *rsa.PublicKey) (string, error) {
	jwk := jose.JSONWebKey{Key: public}
	sum, err := jwk.Thumbprint(crypto.SHA256)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the signing key has no thumbprint")
	}
	return base64.RawURLEncoding.EncodeToString(sum), nil
}

// EnsureKey creates the first signing key where there is none, which takes up to some seconds.
func (e *Service) EnsureKey(ctx context.Context) error {
	_, err := e.activeKey(ctx)
	return err
}

// activeKey returns the key that signs: the newest one that is not retired; it creates one where there is none.
func (e *Service) activeKey(ctx context.Context) (*signingKey, error) {
	row, err := e.activeRow(ctx)
	if fault.Is(err, fault.NotFound) {
		row, err = e.firstKey(ctx)
	}
	if err != nil {
		return nil, err
	}
	return e.parse(row)
}

func (e *Service) firstKey(ctx context.Context) (store.SigningKey, error) {
	e.minting.Lock()
	defer e.minting.Unlock()
	row, err := e.activeRow(ctx) // another request may have created it meanwhile
	if !fault.Is(err, fault.NotFound) {
		return row, err
	}
	if _, err := e.rotate(ctx); err != nil {
		return row, err
	}
	return e.activeRow(ctx)
}

func (e *Service) activeRow(ctx context.Context) (store.SigningKey, error) {
	rows, err := e.Store.SigningKeys(ctx)
	if err != nil {
		return store.SigningKey{}, err
	}
	for _, row := range rows {
		if row.RetiredAt.IsZero() {
			return row, nil
		}
	}
	return store.SigningKey{}, fault.New(fault.NotFound, "there is no signing key")
}

// verifyingKeys returns the keys whose tokens may still be valid, by kid.
func (e *Service) verifyingKeys(ctx context.Context) (map[string]*signingKey, error) {
	rows, err := e.Store.SigningKeys(ctx)
	if err != nil {
		return nil, err
	}
	keys := map[string]*signingKey{}
	for _, row := range rows {
		if !row.ExpiresAt.IsZero() && !e.Clock.Now().Before(row.ExpiresAt) {
			continue
		}
		if keys[row.KID], err = e.parse(row); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// parse decrypts the key of a row, once in the life of the process.
func (e *Service) parse(row store.SigningKey) (*signingKey, error) {
	if key, ok := e.parsed.Load(row.KID); ok {
		return key.(*signingKey), nil
	}
	key, err := e.openKey(row)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "a signing key does not open")
	}
	e.parsed.Store(row.KID, key)
	return key, nil
}

func (e *Service) openKey(row store.SigningKey) (*signingKey, error) {
	der, err := e.Master.Open(row.SealedKey, keyring.SigningKeyContext(row.KID))
	if err != nil {
		return nil, err
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, err
	}
	private, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("key %s is a %T", row.KID, parsed)
	}
	options := (&jose.SignerOptions{}).WithType("JWT").WithHeader("kid", row.KID)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: private}, options)
	return &signingKey{kid: row.KID, public: &private.PublicKey, private: private, signer: signer}, err
}

// Maintain replaces an old signing key and removes keys, revocations and throttles that have expired. Call it about
// once an hour.
func (e *Service) Maintain(ctx context.Context) error {
	row, err := e.activeRow(ctx)
	switch {
	case fault.Is(err, fault.NotFound):
		err = e.EnsureKey(ctx)
	case err == nil && e.Clock.Now().Sub(row.CreatedAt) >= RotateAfter:
		_, err = e.Rotate(ctx)
	}
	if err != nil {
		return err
	}
	return e.Store.Write(ctx, func(tx *store.Tx) error {
		for _, purge := range []func(context.Context) (int64, error){
			tx.PurgeSigningKeys, tx.PurgeRevokedTokens, tx.PurgeThrottles,
		} {
			if _, err := purge(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
