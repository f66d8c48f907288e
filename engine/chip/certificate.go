package chip

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"time"
)

// certificate is an X.509 certificate (RFC 5280) as far as passive authentication needs it. The standard library
// refuses certificates with Brainpool's curves, and those with explicit curve parameters, which ICAO 9303-12 §4.3
// requires.
type certificate struct {
	signed                []byte // what the issuer signed
	serial                *big.Int
	issuer, subject       []byte // names in DER
	issuerName            pkix.Name
	subjectName           pkix.Name
	notBefore, notAfter   time.Time
	key                   publicKey
	keyID                 []byte
	authority, mayCertify bool
	algorithm             pkix.AlgorithmIdentifier
	signature             []byte
}

// publicKey is one of RSA and a point on a curve.
type publicKey struct {
	rsa   *rsa.PublicKey
	curve *curve
	point point
}

type certificateDER struct {
	Body      bodyDER
	Algorithm pkix.AlgorithmIdentifier
	Signature asn1.BitString
}

type bodyDER struct {
	Raw        asn1.RawContent
	Version    int `asn1:"optional,explicit,default:0,tag:0"`
	Serial     *big.Int
	Algorithm  pkix.AlgorithmIdentifier
	Issuer     asn1.RawValue
	Validity   struct{ NotBefore, NotAfter time.Time }
	Subject    asn1.RawValue
	Key        keyDER
	IssuerID   asn1.BitString   `asn1:"optional,tag:1"`
	SubjectID  asn1.BitString   `asn1:"optional,tag:2"`
	Extensions []pkix.Extension `asn1:"omitempty,optional,explicit,tag:3"`
}

type keyDER struct {
	Algorithm pkix.AlgorithmIdentifier
	Key       asn1.BitString
}

var (
	oidRSA         = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
	oidEC          = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	oidPrimeField  = asn1.ObjectIdentifier{1, 2, 840, 10045, 1, 1}
	oidKeyID       = asn1.ObjectIdentifier{2, 5, 29, 14}
	oidKeyUsage    = asn1.ObjectIdentifier{2, 5, 29, 15}
	oidConstraints = asn1.ObjectIdentifier{2, 5, 29, 19}
)

// parseCertificate reads one certificate and returns what follows it.
func parseCertificate(der []byte) (*certificate, []byte, error) {
	var raw certificateDER
	rest, err := asn1.Unmarshal(der, &raw)
	if err != nil {
		return nil, nil, fmt.Errorf("certificate: %w", ErrCorrupt)
	}
	b := raw.Body
	c := &certificate{
		signed:     b.Raw,
		serial:     b.Serial,
		issuer:     b.Issuer.FullBytes,
		subject:    b.Subject.FullBytes,
		notBefore:  b.Validity.NotBefore,
		notAfter:   b.Validity.NotAfter,
		algorithm:  raw.Algorithm,
		signature:  raw.Signature.RightAlign(),
		mayCertify: true,
	}
	if !raw.Algorithm.Algorithm.Equal(b.Algorithm.Algorithm) {
		return nil, nil, fmt.Errorf("certificate names two algorithms: %w", ErrCorrupt)
	}
	for der, name := range map[*asn1.RawValue]*pkix.Name{&b.Issuer: &c.issuerName, &b.Subject: &c.subjectName} {
		var parts pkix.RDNSequence
		if _, err := asn1.Unmarshal(der.FullBytes, &parts); err != nil {
			return nil, nil, fmt.Errorf("name in certificate: %w", ErrCorrupt)
		}
		name.FillFromRDNSequence(&parts)
	}
	if c.key, err = parseKey(b.Key); err != nil {
		return nil, nil, err
	}
	return c, rest, c.extend(b.Extensions)
}

// CheckCertificate reports whether bytes are one certificate in DER; ErrCorrupt where not. One whose key or curve is
// not known here is a certificate too, and vouches for nothing.
func CheckCertificate(der []byte) error {
	_, rest, err := parseCertificate(der)
	switch {
	case errors.Is(err, errAlgorithm):
		return nil
	case err == nil && len(rest) > 0:
		return fmt.Errorf("bytes after the certificate: %w", ErrCorrupt)
	}
	return err
}

// extend reads the extensions that matter.
func (c *certificate) extend(all []pkix.Extension) error {
	for _, e := range all {
		var err error
		switch {
		case e.Id.Equal(oidKeyID):
			_, err = asn1.Unmarshal(e.Value, &c.keyID)
		case e.Id.Equal(oidConstraints):
			var v struct {
				CA   bool `asn1:"optional"`
				Path int  `asn1:"optional,default:-1"`
			}
			_, err = asn1.Unmarshal(e.Value, &v)
			c.authority = v.CA
		case e.Id.Equal(oidKeyUsage):
			var v asn1.BitString
			_, err = asn1.Unmarshal(e.Value, &v)
			c.mayCertify = v.At(5) == 1
		}
		if err != nil {
			return fmt.Errorf("extension of a certificate: %w", ErrCorrupt)
		}
	}
	return nil
}

// longestModulus is the longest RSA modulus that is used, in bits, which limits the work on a hostile key; ICAO 9303-12
// requires 2048 to 4096.
const longestModulus = 8192

// leastExponent is the smallest public exponent of RSA (RFC 8017, section 3.1).
const leastExponent = 3

// parseKey reads a public key. An algorithm or curve that is not known is errAlgorithm.
func parseKey(k keyDER) (publicKey, error) {
	switch {
	case k.Algorithm.Algorithm.Equal(oidRSA):
		var v struct {
			N *big.Int
			E int
		}
		if _, err := asn1.Unmarshal(k.Key.RightAlign(), &v); err != nil || v.N.Sign() <= 0 ||
			v.N.BitLen() > longestModulus || v.E < leastExponent {
			return publicKey{}, fmt.Errorf("key in certificate: %w", ErrCorrupt)
		}
		return publicKey{rsa: &rsa.PublicKey{N: v.N, E: v.E}}, nil
	case k.Algorithm.Algorithm.Equal(oidEC):
		c, err := curveOf(k.Algorithm.Parameters.FullBytes)
		if err != nil {
			return publicKey{}, err
		}
		q, ok := c.read(k.Key.RightAlign())
		if !ok {
			return publicKey{}, fmt.Errorf("key in certificate: %w", ErrCorrupt)
		}
		return publicKey{curve: c, point: q}, nil
	}
	return publicKey{}, errAlgorithm
}

// read parses an uncompressed point (SEC 1, 2.3.4) and checks that it lies on the curve.
func (c *curve) read(b []byte) (point, bool) {
	if len(b) != 1+2*c.size || b[0] != 4 {
		return point{}, false
	}
	q := point{new(big.Int).SetBytes(b[1 : 1+c.size]), new(big.Int).SetBytes(b[1+c.size:])}
	return q, c.holds(q)
}

func (c *curve) write(q point) []byte {
	b := make([]byte, 1+2*c.size)
	b[0] = 4
	q.x.FillBytes(b[1 : 1+c.size])
	q.y.FillBytes(b[1+c.size:])
	return b
}

// parametersDER is a curve written out in numbers (RFC 3279, 2.3.5).
type parametersDER struct {
	Version int
	Field   struct {
		Type  asn1.ObjectIdentifier
		Prime *big.Int
	}
	Curve struct {
		A, B []byte
		Seed asn1.BitString `asn1:"optional"`
	}
	Base     []byte
	Order    *big.Int
	Cofactor *big.Int `asn1:"optional"`
}

// curveOf finds the curve that parameters name, or write out: numbers are only taken if they are those of a known
// curve, for with a generator of one's own choice anyone can sign for any public key.
func curveOf(parameters []byte) (*curve, error) {
	var id asn1.ObjectIdentifier
	if _, err := asn1.Unmarshal(parameters, &id); err == nil {
		for _, c := range curves {
			if c.id.Equal(id) {
				return c, nil
			}
		}
		return nil, errAlgorithm
	}
	var p parametersDER
	if _, err := asn1.Unmarshal(parameters, &p); err != nil || !p.Field.Type.Equal(oidPrimeField) {
		return nil, errAlgorithm
	}
	for _, c := range curves {
		same := func(b []byte, v *big.Int) bool { return new(big.Int).SetBytes(b).Cmp(v) == 0 }
		if c.p.Cmp(p.Field.Prime) == 0 && same(p.Curve.A, c.a) && same(p.Curve.B, c.b) && c.n.Cmp(p.Order) == 0 &&
			bytes.Equal(p.Base, c.write(*c.base())) {
			return c, nil
		}
	}
	return nil, errAlgorithm
}

// signatures are the signature algorithms with the hash that they name.
var signatures = map[string]crypto.Hash{
	"1.2.840.10045.4.3.1":   crypto.SHA224,
	"1.2.840.10045.4.3.2":   crypto.SHA256,
	"1.2.840.10045.4.3.3":   crypto.SHA384,
	"1.2.840.10045.4.3.4":   crypto.SHA512,
	"1.2.840.113549.1.1.14": crypto.SHA224,
	"1.2.840.113549.1.1.11": crypto.SHA256,
	"1.2.840.113549.1.1.12": crypto.SHA384,
	"1.2.840.113549.1.1.13": crypto.SHA512,
}

// pssDER are the parameters of RSASSA-PSS (RFC 4055, 3.1).
type pssDER struct {
	Hash pkix.AlgorithmIdentifier `asn1:"explicit,optional,tag:0"`
	Mask pkix.AlgorithmIdentifier `asn1:"explicit,optional,tag:1"`
	Salt int                      `asn1:"explicit,optional,tag:2"`
}

// hashOf is the hash of a certificate's signature; SHA-1 is not good enough for one.
func hashOf(a pkix.AlgorithmIdentifier) (crypto.Hash, error) {
	if hash, ok := signatures[a.Algorithm.String()]; ok {
		return hash, nil
	}
	if a.Algorithm.Equal(oidPSS) {
		var p pssDER
		if _, err := asn1.Unmarshal(a.Parameters.FullBytes, &p); err == nil {
			if hash, ok := hashes[p.Hash.Algorithm.String()]; ok && hash != crypto.SHA1 {
				return hash, nil
			}
		}
	}
	return 0, errAlgorithm
}

// check verifies a signature of this key over a digest.
func (k publicKey) check(hash crypto.Hash, pss bool, digest, signature []byte) error {
	switch {
	case k.rsa != nil && pss:
		return rsa.VerifyPSS(k.rsa, hash, digest, signature, nil)
	case k.rsa != nil:
		return rsa.VerifyPKCS1v15(k.rsa, hash, digest, signature)
	case k.verify(digest, signature):
		return nil
	}
	return errors.New("chip: the signature does not verify")
}

// verify checks an ECDSA signature, on NIST's curves with the standard library.
func (k publicKey) verify(digest, signature []byte) bool {
	for _, std := range []elliptic.Curve{elliptic.P224(), elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		if std.Params().Name == k.curve.name {
			key, err := ecdsa.ParseUncompressedPublicKey(std, k.curve.write(k.point))
			return err == nil && ecdsa.VerifyASN1(key, digest, signature)
		}
	}
	return k.curve.verify(k.point, digest, signature)
}

// issuedBy checks that a country's certificate is one that may issue others and signed this one.
func (c *certificate) issuedBy(country *certificate) error {
	if !bytes.Equal(country.subject, c.issuer) || !country.authority || !country.mayCertify {
		return errors.New("chip: not this one's certificate")
	}
	hash, err := hashOf(c.algorithm)
	if err != nil {
		return err
	}
	return country.key.check(hash, c.algorithm.Algorithm.Equal(oidPSS), sum(hash, c.signed), c.signature)
}
