package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

// Key is an AES-256 key. Every way of printing it prints a placeholder.
type Key [KeySize]byte

// ErrSealed reports that a sealed value can't be decrypted: wrong key, wrong context, or changed bytes. It never
// reveals which.
var ErrSealed = errors.New("sealed value does not open")

// redacted is printed in place of a secret.
const redacted = "[redacted]"

// NewKey returns a random key.
func NewKey() Key {
	var k Key
	_, _ = rand.Read(k[:]) // never fails: crypto/rand ends the process instead
	return k
}

// String returns a placeholder.
func (Key) String() string { return redacted }

// Format prints a placeholder for every verb.
func (Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns a placeholder.
func (Key) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalJSON returns a placeholder.
func (Key) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

// Derive derives a key for another purpose from this one (HKDF-SHA-256, RFC 5869). The same purpose returns the same
// key.
func (k Key) Derive(purpose string) Key {
	var out Key
	b, err := hkdf.Expand(sha256.New, k[:], purpose, KeySize)
	if err != nil { // fails only for lengths beyond 255 hashes
		panic("vault: " + err.Error())
	}
	copy(out[:], b)
	return out
}

// Wrap encrypts the key child with parent. Unwrap decrypts it with the same context.
func Wrap(parent, child Key, context string) []byte { return Seal(parent, child[:], context) }

// Unwrap decrypts the result of Wrap.
func Unwrap(parent Key, wrapped []byte, context string) (Key, error) {
	plain, err := Open(parent, wrapped, context)
	if err != nil {
		return Key{}, err
	}
	return keyOf(plain)
}

// Seal encrypts plain with key; context is authenticated and must be the same in Open. The result is a 12-byte random
// nonce, the ciphertext and a 16-byte tag. One key may seal up to 2^32 values (SP 800-38D 8.3).
func Seal(key Key, plain []byte, context string) []byte {
	gcm := aead(key)
	return gcm.Seal(nil, nil, plain, []byte(context))
}

// Open decrypts the result of Seal, or returns ErrSealed.
func Open(key Key, sealed []byte, context string) ([]byte, error) {
	gcm := aead(key)
	if len(sealed) < gcm.Overhead() {
		return nil, ErrSealed
	}
	plain, err := gcm.Open(nil, nil, sealed, []byte(context))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

// aead returns the cipher, which writes its random nonce before the ciphertext.
func aead(key Key) cipher.AEAD {
	block, err := aes.NewCipher(key[:])
	if err != nil { // the type guarantees the length
		panic("vault: " + err.Error())
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("vault: " + err.Error())
	}
	return gcm
}

func keyOf(plain []byte) (Key, error) {
	var k Key
	if len(plain) != KeySize {
		return k, ErrSealed
	}
	copy(k[:], plain)
	return k, nil
}
