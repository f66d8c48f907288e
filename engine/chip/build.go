package chip

import (
	"bytes"
	"crypto"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// State is a specimen State that issues chips: a country certificate and one document signer, for tests and demos.
type State struct {
	Country []byte // the country certificate, DER
	signer  *certificate
	raw     []byte // the signer's certificate, DER
	key     *key
}

// NewState makes a State with new keys on P-256, valid for ten years around a time.
func NewState(country string, now time.Time) (*State, error) {
	return NewStateOn("P-256", false, country, now)
}

// NewStateOn is NewState with keys on another curve: P-224 to P-521, or brainpoolP224r1 to brainpoolP512r1. If
// explicit, the certificates hold the curve's parameters, as ICAO 9303-12 requires of country certificates.
func NewStateOn(curveName string, explicit bool, country string, now time.Time) (*State, error) {
	at := slices.IndexFunc(curves, func(c *curve) bool { return c.name == curveName })
	if at < 0 {
		return nil, fmt.Errorf("curve %q: %w", curveName, errAlgorithm)
	}
	own, err := newKey(curves[at], explicit)
	if err != nil {
		return nil, err
	}
	s := &State{}
	if s.key, err = newKey(curves[at], explicit); err != nil {
		return nil, err
	}
	issuer := pkix.Name{Country: []string{country}, CommonName: "Specimen Country Signer"}
	from, to := now.AddDate(-5, 0, 0), now.AddDate(5, 0, 0)
	if s.Country, err = own.certify(issuer, subject{1, issuer, from, to, true, own}); err != nil {
		return nil, err
	}
	name := pkix.Name{Country: []string{country}, CommonName: "Specimen Document Signer"}
	if s.raw, err = own.certify(issuer, subject{2, name, from, to, false, s.key}); err != nil {
		return nil, err
	}
	s.signer, _, err = parseCertificate(s.raw)
	return s, err
}

// Issue writes the lines of a zone and a JPEG portrait into a chip and signs it.
func (s *State) Issue(lines []string, portrait []byte) (Document, error) {
	d := Document{Groups: map[int][]byte{1: tlv(0x61, tlv(0x5f1f, []byte(strings.Join(lines, ""))))}}
	if portrait != nil {
		d.Groups[2] = tlv(0x75, tlv(0x7f61, tlv(0x7f60, tlv(0x5f2e, append([]byte("FAC\x00010\x00"), portrait...)))))
	}
	lds := ldsSecurityObject{Algorithm: pkix.AlgorithmIdentifier{Algorithm: oidSHA256}}
	for n := 1; n <= maxGroup; n++ {
		if group, ok := d.Groups[n]; ok {
			lds.Hashes = append(lds.Hashes, groupHash{n, sum(crypto.SHA256, group)})
		}
	}
	sod, err := s.sign(lds)
	d.SOD = sod
	return d, err
}

var (
	oidSHA256    = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
	oidECDSA256  = asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}
	ldsContentID = oidLDS
)

// ldsWritten is the security object without its optional end.
type ldsWritten struct {
	Version   int
	Algorithm pkix.AlgorithmIdentifier
	Hashes    []groupHash
}

// sign makes the EF.SOD of a list of hashes.
func (s *State) sign(lds ldsSecurityObject) ([]byte, error) {
	content, err := asn1.Marshal(ldsWritten{lds.Version, lds.Algorithm, lds.Hashes})
	if err != nil {
		return nil, err
	}
	attributes, err := signedAttributes(sum(crypto.SHA256, content))
	if err != nil {
		return nil, err
	}
	signature, err := s.key.sign(sum(crypto.SHA256, tlv(0x31, attributes)))
	if err != nil {
		return nil, err
	}
	digest, err := asn1.Marshal(pkix.AlgorithmIdentifier{Algorithm: oidSHA256})
	if err != nil {
		return nil, err
	}
	method, err := asn1.Marshal(pkix.AlgorithmIdentifier{Algorithm: oidECDSA256})
	if err != nil {
		return nil, err
	}
	serial, err := asn1.Marshal(s.signer.serial)
	if err != nil {
		return nil, err
	}
	signer := tlv(0x30,
		bytes.Join([][]byte{
			{2, 1, 1},
			tlv(0x30, append(bytes.Clone(s.signer.issuer), serial...)), digest, tlv(0xa0, attributes),
			method, tlv(4, signature),
		}, nil))
	ldsID, err := asn1.Marshal(ldsContentID)
	if err != nil {
		return nil, err
	}
	body := bytes.Join([][]byte{
		{2, 1, 3},
		tlv(0x31, digest), tlv(0x30, append(ldsID, tlv(0xa0, tlv(4, content))...)), tlv(0xa0, s.raw),
		tlv(0x31, signer),
	}, nil)
	signedID, err := asn1.Marshal(oidSignedData)
	if err != nil {
		return nil, err
	}
	return tlv(0x77, tlv(0x30, append(signedID, tlv(0xa0, tlv(0x30, body))...))), nil
}

// signedAttributes writes content type and digest, in the order of DER.
func signedAttributes(digest []byte) ([]byte, error) {
	contentType, err := asn1.Marshal(struct {
		Type   asn1.ObjectIdentifier
		Values []asn1.ObjectIdentifier `asn1:"set"`
	}{oidContentType, []asn1.ObjectIdentifier{oidLDS}})
	if err != nil {
		return nil, err
	}
	messageDigest, err := asn1.Marshal(struct {
		Type   asn1.ObjectIdentifier
		Values [][]byte `asn1:"set"`
	}{oidMessageDigest, [][]byte{digest}})
	return append(contentType, messageDigest...), err
}

// tlv writes one tag-length-value.
func tlv(tag int, value []byte) []byte {
	var b []byte
	if tag > 0xff {
		b = append(b, byte(tag>>8))
	}
	b = append(b, byte(tag))
	switch n := len(value); {
	case n < 0x80:
		b = append(b, byte(n))
	case n < 0x100:
		b = append(b, 0x81, byte(n))
	case n < 0x10000:
		b = append(b, 0x82, byte(n>>8), byte(n))
	default:
		b = append(b, 0x83, byte(n>>16), byte(n>>8), byte(n))
	}
	return append(b, value...)
}

// JSON writes the document as a capture of kind nfc.
func (d Document) JSON() ([]byte, error) {
	parts := map[string][]byte{"sod": d.SOD}
	for n, group := range d.Groups {
		parts[fmt.Sprintf("dg%d", n)] = group
	}
	return json.Marshal(parts)
}
