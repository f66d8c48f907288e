package chip

import (
	"crypto"
	"crypto/rand"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"math/big"
	"time"
)

// key is a specimen's private key. Its arithmetic takes as long as its numbers ask for, so it must never guard
// anything.
type key struct {
	curve    *curve
	secret   *big.Int
	public   point
	explicit bool // certificates write the curve out in numbers
}

func newKey(c *curve, explicit bool) (*key, error) {
	secret, err := rand.Int(rand.Reader, new(big.Int).Sub(c.n, big.NewInt(1)))
	if err != nil {
		return nil, err
	}
	secret.Add(secret, big.NewInt(1))
	return &key{c, secret, *c.times(secret, c.base()), explicit}, nil
}

// sign makes an ECDSA signature over a digest (FIPS 186-4, 6.4).
func (k *key) sign(digest []byte) ([]byte, error) {
	c := k.curve
	for {
		once, err := rand.Int(rand.Reader, c.n)
		if err != nil {
			return nil, err
		}
		at := c.times(once, c.base())
		if at == nil {
			continue
		}
		r := new(big.Int).Mod(at.x, c.n)
		s := new(big.Int).Mul(r, k.secret)
		s.Add(s, c.number(digest)).Mul(s, new(big.Int).ModInverse(once, c.n)).Mod(s, c.n)
		if r.Sign() > 0 && s.Sign() > 0 {
			return asn1.Marshal(pairOf{r, s})
		}
	}
}

// der writes the public key as certificates have it.
func (k *key) der() ([]byte, error) {
	c := k.curve
	parameters, err := asn1.Marshal(c.id)
	if k.explicit {
		var p parametersDER
		p.Version, p.Field.Type, p.Field.Prime = 1, oidPrimeField, c.p
		p.Curve.A, p.Curve.B = c.a.FillBytes(make([]byte, c.size)), c.b.FillBytes(make([]byte, c.size))
		p.Base, p.Order, p.Cofactor = c.write(*c.base()), c.n, big.NewInt(1)
		parameters, err = asn1.Marshal(p)
	}
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(keyDER{
		pkix.AlgorithmIdentifier{Algorithm: oidEC, Parameters: asn1.RawValue{FullBytes: parameters}},
		asn1.BitString{Bytes: c.write(k.public), BitLength: 8 * (1 + 2*c.size)},
	})
}

// subject is what a certificate is made for.
type subject struct {
	serial    int64
	name      pkix.Name
	from, to  time.Time
	authority bool
	key       *key
}

// certify issues a certificate.
func (k *key) certify(issuer pkix.Name, s subject) ([]byte, error) {
	public, err := s.key.der()
	if err != nil {
		return nil, err
	}
	var parts [][]byte
	for _, v := range []any{
		big.NewInt(s.serial),
		pkix.AlgorithmIdentifier{Algorithm: oidECDSA256},
		issuer.ToRDNSequence(),
		[]time.Time{s.from.UTC(), s.to.UTC()},
		s.name.ToRDNSequence(),
		asn1.RawValue{FullBytes: public},
	} {
		b, err := asn1.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("certificate: %w", err)
		}
		parts = append(parts, b)
	}
	body := tlv(0xa0, []byte{2, 1, 2})
	for _, b := range parts {
		body = append(body, b...)
	}
	if s.authority {
		constraints := pkix.Extension{Id: oidConstraints, Critical: true, Value: tlv(0x30, []byte{1, 1, 0xff})}
		usage := pkix.Extension{Id: oidKeyUsage, Critical: true, Value: []byte{3, 2, 2, 4}}
		b, err := asn1.Marshal([]pkix.Extension{constraints, usage})
		if err != nil {
			return nil, err
		}
		body = append(body, tlv(0xa3, b)...)
	}
	body = tlv(0x30, body)
	signature, err := k.sign(sum(crypto.SHA256, body))
	if err != nil {
		return nil, err
	}
	return tlv(0x30, append(append(body, parts[1]...), tlv(3, append([]byte{0}, signature...))...)), nil
}
