package chip

import (
	"bytes"
	"crypto"
	"encoding/asn1"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Finding is one step of passive authentication and whether it held.
type Finding string

// The findings. Authentic needs all of them to hold.
const (
	HashMismatch     Finding = "hash_mismatch"     // a data group is not the one that the security object names
	GroupUnnamed     Finding = "group_unnamed"     // a data group that the security object does not name
	BadSignature     Finding = "bad_signature"     // the security object is not what the document signer signed
	UnknownCountry   Finding = "unknown_country"   // no trusted country certificate issued the signer's
	SignerExpired    Finding = "signer_expired"    // the signer's certificate is out of its time
	UnknownAlgorithm Finding = "unknown_algorithm" // an algorithm or curve that is not known here
)

// Result is what passive authentication found. Country is the issuer's country of the signer's certificate.
type Result struct {
	Findings []Finding
	Hashes   map[int]Hash // of the data groups that were read
	Country  string
	Signer   string // subject of the document signer's certificate
	Issuer   string // … and who issued it
	// NotBefore and NotAfter bound its time.
	NotBefore, NotAfter time.Time
}

// Hash is how a data group compares with the hash that the security object names for it.
type Hash string

// The ways to compare.
const (
	HashRight   Hash = "right"
	HashWrong   Hash = "wrong"
	HashUnnamed Hash = "unnamed" // the security object names none
)

// Authentic reports whether every step held.
func (r Result) Authentic() bool { return len(r.Findings) == 0 }

// Forged reports whether a step failed that no missing certificate or algorithm explains.
func (r Result) Forged() bool {
	return slices.ContainsFunc(r.Findings,
		func(f Finding) bool { return f == HashMismatch || f == BadSignature || f == GroupUnnamed })
}

// Authenticate performs passive authentication (9303-11 §5.1) with the operator's country certificates, in DER, at a
// time. The error wraps ErrCorrupt or ErrMissing where the security object can't be read.
func Authenticate(d Document, countries [][]byte, now time.Time) (Result, error) {
	s, err := parse(d.SOD)
	if errors.Is(err, errAlgorithm) { // of the signer's key: the hashes can be compared all the same
		r := Result{Findings: []Finding{UnknownAlgorithm}, Hashes: map[int]Hash{}}
		s.compare(d, &r)
		return r, nil
	}
	if err != nil {
		return Result{}, err
	}
	r := Result{
		Hashes:    map[int]Hash{},
		Signer:    s.cert.subjectName.String(),
		Issuer:    s.cert.issuerName.String(),
		NotBefore: s.cert.notBefore,
		NotAfter:  s.cert.notAfter,
	}
	if len(s.cert.issuerName.Country) > 0 {
		r.Country = s.cert.issuerName.Country[0]
	}
	s.compare(d, &r)
	if err := s.verify(); err != nil {
		r.Findings = append(r.Findings, findingOf(err, BadSignature))
	}
	if err := trusted(s.cert, countries); err != nil {
		r.Findings = append(r.Findings, findingOf(err, UnknownCountry))
	}
	if now.Before(s.cert.notBefore) || now.After(s.cert.notAfter) {
		r.Findings = append(r.Findings, SignerExpired)
	}
	return r, nil
}

var errAlgorithm = errors.New("chip: unknown algorithm")

func findingOf(err error, other Finding) Finding {
	if errors.Is(err, errAlgorithm) {
		return UnknownAlgorithm
	}
	return other
}

// compare holds every data group against its hash.
func (s security) compare(d Document, r *Result) {
	hash, ok := hashes[s.lds.Algorithm.Algorithm.String()]
	if !ok {
		r.Findings = append(r.Findings, UnknownAlgorithm)
		return
	}
	for n := 1; n <= maxGroup; n++ {
		group, read := d.Groups[n]
		if !read {
			continue
		}
		at := slices.IndexFunc(s.lds.Hashes, func(h groupHash) bool { return h.Number == n })
		switch {
		case at < 0:
			r.Findings, r.Hashes[n] = append(r.Findings, GroupUnnamed), HashUnnamed
		case !bytes.Equal(sum(hash, group), s.lds.Hashes[at].Hash):
			r.Findings, r.Hashes[n] = append(r.Findings, HashMismatch), HashWrong
		default:
			r.Hashes[n] = HashRight
		}
	}
}

func sum(hash crypto.Hash, b []byte) []byte {
	h := hash.New()
	h.Write(b)
	return h.Sum(nil)
}

// verify checks the signature over the signed attributes, and that these name the content.
func (s security) verify() error {
	hash, ok := hashes[s.signer.DigestAlgorithm.Algorithm.String()]
	if !ok {
		return errAlgorithm
	}
	signed := s.content
	if raw := s.signer.SignedAttributes.FullBytes; len(raw) > 0 {
		signed = append([]byte{0x31}, raw[1:]...) // signed as a SET (RFC 5652 §5.4)
		if err := s.attributes(signed, sum(hash, s.content)); err != nil {
			return err
		}
	}
	return s.check(hash, signed)
}

// attributes checks that content type and digest are among the signed attributes.
func (s security) attributes(set, digest []byte) error {
	var all []attribute
	if _, err := asn1.UnmarshalWithParams(set, &all, "set"); err != nil {
		return fmt.Errorf("signed attributes: %w", ErrCorrupt)
	}
	named, typed := false, false
	for _, a := range all {
		switch {
		case a.Type.Equal(oidMessageDigest):
			var value []byte
			_, err := asn1.Unmarshal(a.Values.Bytes, &value)
			named = err == nil && bytes.Equal(value, digest)
		case a.Type.Equal(oidContentType):
			var value asn1.ObjectIdentifier
			_, err := asn1.Unmarshal(a.Values.Bytes, &value)
			typed = err == nil && value.Equal(oidLDS)
		}
	}
	if !named || !typed {
		return errors.New("chip: the signed attributes do not name the content")
	}
	return nil
}

var oidPSS = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 10}

// check verifies the signature with the signer's key.
func (s security) check(hash crypto.Hash, signed []byte) error {
	return s.cert.key.check(hash, s.signer.SignatureAlgorithm.Algorithm.Equal(oidPSS), sum(hash, signed),
		s.signer.Signature)
}

// trusted reports whether one of the operator's country certificates issued the signer's.
func trusted(signer *certificate, countries [][]byte) error {
	unknown := errors.New("chip: no trusted country certificate issued the signer's")
	for _, der := range countries {
		country, _, err := parseCertificate(der)
		if err == nil {
			err = signer.issuedBy(country)
		}
		if err == nil {
			return nil
		}
		if errors.Is(err, errAlgorithm) && country != nil && bytes.Equal(country.subject, signer.issuer) {
			unknown = err
		}
	}
	return unknown
}
