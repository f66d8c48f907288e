package chip

import (
	"bytes"
	"crypto"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"math/big"

	_ "crypto/sha1"   // registers the hashes that security objects name
	_ "crypto/sha256" // …
	_ "crypto/sha512" // …
)

// contentInfo and what follows are CMS SignedData (RFC 5652, sections 3 and 5).
type contentInfo struct {
	Type    asn1.ObjectIdentifier
	Content asn1.RawValue `asn1:"explicit,tag:0"`
}

type signedData struct {
	Version      int
	Digests      asn1.RawValue
	Encapsulated encapsulated
	Certificates asn1.RawValue `asn1:"optional,tag:0"`
	Revocations  asn1.RawValue `asn1:"optional,tag:1"`
	Signers      []signerInfo  `asn1:"set"`
}

type encapsulated struct {
	Type    asn1.ObjectIdentifier
	Content asn1.RawValue `asn1:"explicit,optional,tag:0"`
}

type signerInfo struct {
	Version            int
	ID                 asn1.RawValue
	DigestAlgorithm    pkix.AlgorithmIdentifier
	SignedAttributes   asn1.RawValue `asn1:"optional,tag:0"`
	SignatureAlgorithm pkix.AlgorithmIdentifier
	Signature          []byte
	Unsigned           asn1.RawValue `asn1:"optional,tag:1"`
}

type issuerAndSerial struct {
	Issuer asn1.RawValue
	Serial *big.Int
}

type attribute struct {
	Type   asn1.ObjectIdentifier
	Values asn1.RawValue `asn1:"set"`
}

// ldsSecurityObject holds the hash of every data group (9303-10 §4.6.2.3).
type ldsSecurityObject struct {
	Version   int
	Algorithm pkix.AlgorithmIdentifier
	Hashes    []groupHash
	Info      asn1.RawValue `asn1:"optional"`
}

type groupHash struct {
	Number int
	Hash   []byte
}

var (
	oidSignedData    = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidLDS           = asn1.ObjectIdentifier{2, 23, 136, 1, 1, 1}
	oidContentType   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}
	oidMessageDigest = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 4}
)

// hashes are the digest algorithms by object identifier.
var hashes = map[string]crypto.Hash{
	"1.3.14.3.2.26":          crypto.SHA1,
	"2.16.840.1.101.3.4.2.1": crypto.SHA256,
	"2.16.840.1.101.3.4.2.2": crypto.SHA384,
	"2.16.840.1.101.3.4.2.3": crypto.SHA512,
	"2.16.840.1.101.3.4.2.4": crypto.SHA224,
}

// security is a parsed security object.
type security struct {
	content []byte // the LDS security object as signed
	lds     ldsSecurityObject
	signer  signerInfo
	cert    *certificate // of the document signer
}

// parse parses an EF.SOD, with or without its outer tag.
func parse(sod []byte) (security, error) {
	var s security
	if inner, err := find(sod, 0x77); err == nil {
		sod = inner
	}
	var info contentInfo
	if _, err := asn1.Unmarshal(sod, &info); err != nil || !info.Type.Equal(oidSignedData) {
		return s, fmt.Errorf("security object: %w", ErrCorrupt)
	}
	var signed signedData
	if _, err := asn1.Unmarshal(info.Content.Bytes, &signed); err != nil || len(signed.Signers) != 1 ||
		!signed.Encapsulated.Type.Equal(oidLDS) {
		return s, fmt.Errorf("signed data: %w", ErrCorrupt)
	}
	if _, err := asn1.Unmarshal(signed.Encapsulated.Content.Bytes, &s.content); err != nil {
		return s, fmt.Errorf("signed content: %w", ErrCorrupt)
	}
	if _, err := asn1.Unmarshal(s.content, &s.lds); err != nil {
		return s, fmt.Errorf("list of hashes: %w", ErrCorrupt)
	}
	s.signer = signed.Signers[0]
	return s, s.findCertificate(signed.Certificates.Bytes)
}

// findCertificate finds the signer's certificate among those in the object, by issuer and serial number or by the key's
// identifier.
func (s *security) findCertificate(raw []byte) error {
	var id issuerAndSerial
	_, err := asn1.Unmarshal(s.signer.ID.FullBytes, &id)
	named := err == nil && id.Serial != nil
	for len(raw) > 0 {
		c, rest, err := parseCertificate(raw)
		if err != nil {
			return fmt.Errorf("document signer's certificate: %w", err)
		}
		raw = rest
		if named && c.serial.Cmp(id.Serial) == 0 && bytes.Equal(c.issuer, id.Issuer.FullBytes) ||
			!named && len(c.keyID) > 0 && bytes.Equal(c.keyID, s.signer.ID.Bytes) {
			s.cert = c
			return nil
		}
	}
	return fmt.Errorf("document signer's certificate: %w", ErrMissing)
}
