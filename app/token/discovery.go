package token

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"

	"proofdesk/app/fault"
)

// RealmInfo is the answer to GET /auth/realms/identity. PublicKey is the active key, DER in base64.
type RealmInfo struct {
	Realm           string `json:"realm"`
	PublicKey       string `json:"public_key"`
	TokenService    string `json:"token-service"`
	TokensNotBefore int    `json:"tokens-not-before"`
}

// Discovery is the answer to …/.well-known/openid-configuration (OpenID Connect Discovery 1.0, 3; RFC 8414, 2). There
// is no authorization endpoint, hence no response type.
type Discovery struct {
	Issuer                string   `json:"issuer"`
	TokenEndpoint         string   `json:"token_endpoint"`
	JWKSURI               string   `json:"jwks_uri"`
	IntrospectionEndpoint string   `json:"introspection_endpoint"`
	RevocationEndpoint    string   `json:"revocation_endpoint"`
	GrantTypes            []string `json:"grant_types_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	SubjectTypes          []string `json:"subject_types_supported"`
	Scopes                []string `json:"scopes_supported"`
	Claims                []string `json:"claims_supported"`
	TokenAuth             []string `json:"token_endpoint_auth_methods_supported"`
	IntrospectionAuth     []string `json:"introspection_endpoint_auth_methods_supported"`
	RevocationAuth        []string `json:"revocation_endpoint_auth_methods_supported"`
	IDTokenAlgorithms     []string `json:"id_token_signing_alg_values_supported"`
}

// Realm returns the description of the realm with the key that signs now.
func (e *Service) Realm(ctx context.Context) (RealmInfo, error) {
	key, err := e.activeKey(ctx)
	if err != nil {
		return RealmInfo{}, err
	}
	der, err := x509.MarshalPKIXPublicKey(key.public)
	if err != nil {
		return RealmInfo{}, fault.Wrap(err, fault.Internal, "the public key does not encode")
	}
	return RealmInfo{
		Realm:        "identity",
		PublicKey:    base64.StdEncoding.EncodeToString(der),
		TokenService: e.Issuer + Protocol,
	}, nil
}

// Discover returns the description of the endpoints.
func (e *Service) Discover() Discovery {
	auth := []string{"client_secret_post", "client_secret_basic"}
	base := e.Issuer + Protocol
	return Discovery{
		Issuer:                e.Issuer,
		TokenEndpoint:         base + "/token",
		JWKSURI:               base + "/certs",
		IntrospectionEndpoint: base + "/token/introspect",
		RevocationEndpoint:    base + "/revoke",
		GrantTypes:            []string{"password"},
		ResponseTypes:         []string{},
		SubjectTypes:          []string{"public"},
		Scopes:                []string{ScopeAPI, ScopeOpenID},
		Claims:                strings.Fields("iss aud azp sub exp iat jti typ sid scope preferred_username company"),
		TokenAuth:             auth,
		IntrospectionAuth:     auth,
		RevocationAuth:        auth,
		IDTokenAlgorithms:     []string{string(jose.RS256)},
	}
}

// KeySet returns the public keys that verify tokens (RFC 7517), in order of kid.
func (e *Service) KeySet(ctx context.Context) (jose.JSONWebKeySet, error) {
	if err := e.EnsureKey(ctx); err != nil {
		return jose.JSONWebKeySet{}, err
	}
	keys, err := e.verifyingKeys(ctx)
	if err != nil {
		return jose.JSONWebKeySet{}, err
	}
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for kid, key := range keys {
		set.Keys = append(set.Keys, jose.JSONWebKey{
			Key:       key.public,
			KeyID:     kid,
			Algorithm: string(jose.RS256),
			Use:       "sig",
		})
	}
	slices.SortFunc(set.Keys, func(a, b jose.JSONWebKey) int { return strings.Compare(a.KeyID, b.KeyID) })
	return set, nil
}
