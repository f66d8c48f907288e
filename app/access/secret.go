package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"math/big"
	"strings"
)

const (
	base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	secretDigits = 43 // base62 digits of 256 bits
	checkDigits  = 6  // base62 digits of a CRC-32

	apiKeyPrefix = "pds_"
	clientPrefix = "pdc_"
	tokenPrefix  = "pdr_"

	readable = "0123456789abcdefghjkmnpqrstvwxyz" // 32 characters that are not mistaken for one another
)

// The purposes of the peppers under which secrets are hashed.
const (
	APIKeyPepper     = "api key secret"
	ClientPepper     = "client secret"
	RepositoryPepper = "repository token"
)

// HintLength is how many characters from the end of a secret are shown, to distinguish it from others.
const HintLength = 4

// NewAPIKeySecret generates an API key secret: "pds_", 256 random bits in base62, and a checksum of 6 characters.
func NewAPIKeySecret() string { return newSecret(apiKeyPrefix) }

// NewClientSecret generates a client secret in the same form as an API key secret, with the prefix "pdc_".
func NewClientSecret() string { return newSecret(clientPrefix) }

// NewRepositoryToken generates a token of the SDK's repository in the same form, with the prefix "pdr_".
func NewRepositoryToken() string { return newSecret(tokenPrefix) }

// WellFormedAPIKeySecret reports whether s has the form of an API key secret and a correct checksum. So a mistyped or
// truncated secret is refused without a query to the database.
func WellFormedAPIKeySecret(s string) bool { return wellFormed(apiKeyPrefix, s) }

// WellFormedRepositoryToken is the same for tokens of the SDK's repository.
func WellFormedRepositoryToken(s string) bool { return wellFormed(tokenPrefix, s) }

func wellFormed(prefix, s string) bool {
	if len(s) != len(prefix)+secretDigits+checkDigits || !strings.HasPrefix(s, prefix) {
		return false
	}
	body := s[:len(s)-checkDigits]
	return s[len(s)-checkDigits:] == checksum(body)
}

func newSecret(prefix string) string {
	var bits [32]byte
	_, _ = rand.Read(bits[:])
	body := prefix + base62(new(big.Int).SetBytes(bits[:]), secretDigits)
	return body + checksum(body)
}

// checksum returns the CRC-32 (IEEE) of the text in base62.
func checksum(text string) string {
	return base62(new(big.Int).SetUint64(uint64(crc32.ChecksumIEEE([]byte(text)))), checkDigits)
}

// base62 formats n with leading zeros.
func base62(n *big.Int, digits int) string {
	out := make([]byte, digits)
	rest, digit, base := new(big.Int).Set(n), new(big.Int), big.NewInt(int64(len(base62Digits)))
	for i := digits - 1; i >= 0; i-- {
		rest.DivMod(rest, base, digit)
		out[i] = base62Digits[digit.Int64()]
	}
	return string(out)
}

// MAC returns the keyed hash (HMAC-SHA-256) under which a high-entropy secret is stored.
func MAC(pepper [32]byte, secret string) []byte {
	h := hmac.New(sha256.New, pepper[:])
	_, _ = h.Write([]byte(secret))
	return h.Sum(nil)
}

// MACHex returns MAC in hexadecimal, for text columns.
func MACHex(pepper [32]byte, secret string) string { return hex.EncodeToString(MAC(pepper, secret)) }

// Hint returns the last characters of a secret.
func Hint(secret string) string { return secret[max(0, len(secret)-HintLength):] }

// NewPassword generates a password that can be read aloud and typed: 20 characters in groups of four, 100 random bits,
// from an alphabet without l, i, o and u.
func NewPassword() string {
	const length, group = 20, 4
	var bits [length]byte
	_, _ = rand.Read(bits[:])
	var b strings.Builder
	for i, v := range bits {
		if i > 0 && i%group == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(readable[int(v)%len(readable)]) // 32 letters: no bias
	}
	return b.String()
}

// NewLabel returns 8 random letters and digits (40 bits), which make names distinct.
func NewLabel() string {
	var bits [8]byte
	_, _ = rand.Read(bits[:])
	for i, v := range bits {
		bits[i] = readable[int(v)%len(readable)]
	}
	return string(bits[:])
}
