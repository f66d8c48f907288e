package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/fault"
)

// The headers of a delivery.
const (
	SignatureHeader = "X-Service-Signature"
	// The three of the Standard Webhooks specification, so that its libraries verify our deliveries.
	StandardID        = "Webhook-Id"
	StandardTimestamp = "Webhook-Timestamp"
	StandardSignature = "Webhook-Signature"
	// TestHeader is "true" on a test event, which an administrator sent and which holds nothing new.
	TestHeader = "X-Proofdesk-Test"
)

const secretPrefix = "whsec_"

// NewSecret generates an HMAC secret: whsec_ and 32 random bytes in base64, as Standard Webhooks spells it.
func NewSecret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails (crypto/rand since Go 1.24)
	return secretPrefix + base64.StdEncoding.EncodeToString(b)
}

// NewKID generates a key id.
func NewKID() string {
	b := make([]byte, 6)
	_, _ = rand.Read(b)
	return "k_" + hex.EncodeToString(b)
}

// V1 returns the signature of our own scheme: lower-case hex of HMAC-SHA-256, keyed with the bytes of the secret as it
// is shown (whsec_ included), over the time in seconds, a full stop and the raw body.
func V1(secret string, t int64, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(strconv.AppendInt(nil, t, 10))
	mac.Write([]byte{'.'})
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Signature returns the value of SignatureHeader.
func Signature(kid, secret string, t int64, body []byte) string {
	return "t=" + strconv.FormatInt(t, 10) + ",kid=" + kid + ",v1=" + V1(secret, t, body)
}

// Standard returns the value of StandardSignature: keyed with the decoded bytes behind whsec_, over id.timestamp.body.
func Standard(id, secret string, t int64, body []byte) string {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		key = []byte(secret)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + strconv.FormatInt(t, 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// signatureParts returns the values of a SignatureHeader by name.
func signatureParts(header string) map[string]string {
	parts := map[string]string{}
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		parts[name] = value
	}
	return parts
}

// Tolerance is how far a receiver should accept the time of a signature to be from its own.
const Tolerance = 300 * time.Second

// Verify checks a SignatureHeader as a receiver would: well-formed, made with one of the secrets by kid, and recent.
func Verify(header string, secrets map[string]string, body []byte, now time.Time) error {
	parts := signatureParts(header)
	t, err := strconv.ParseInt(parts["t"], 10, 64)
	if err != nil {
		return fault.BadField("t", "format",
			"the signature has no valid time: copy the whole X-Service-Signature header, t included")
	}
	secret, ok := secrets[parts["kid"]]
	if !ok {
		return fault.BadField("kid", "unknown",
			"this endpoint has no key with the key id (kid) %q: check that you chose the right endpoint", parts["kid"])
	}
	if subtle.ConstantTimeCompare([]byte(V1(secret, t, body)), []byte(parts["v1"])) != 1 {
		return fault.BadField("v1", "signature", "the signature does not match the body")
	}
	made := time.Unix(t, 0)
	if age := now.Sub(made); age > Tolerance {
		return fault.BadField("t", "recent", "the signature is %s old, more than %s", age.Round(time.Second), Tolerance)
	}
	if ahead := made.Sub(now); ahead > Tolerance {
		return fault.BadField("t", "recent", "the signature's time is %s ahead, more than %s",
			ahead.Round(time.Second), Tolerance)
	}
	return nil
}
