package webhook

import (
	"bytes"
	"crypto/hmac"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/onboarding"
)

// Cause is why a receiver refuses a signature.
type Cause string

// The causes. Right is that there is none.
const (
	Right          Cause = "right"
	BadHeader      Cause = "header"         // it is not a whole SignatureHeader
	StandardHeader Cause = "standard"       // it is StandardSignature, which is made otherwise
	SecretSpelling Cause = "secret_spelled" // the secret lacks whsec_, or has spaces or quotes around it
	ParsedBody     Cause = "parsed"         // the body was parsed and written again
	WrongSecret    Cause = "secret"         // the body is as it was sent, and the secret another one
	OtherBody      Cause = "body"           // the body is none that was sent, or the secret another one
	ClockSkew      Cause = "clock"          // all is right but the time
)

// Diagnose returns why a receiver refuses a signature at a time, and how far that is from the signature's own. It
// keeps nothing.
func Diagnose(header, secret string, body []byte, received time.Time) (Cause, time.Duration) {
	header = strings.TrimSpace(header)
	if name, value, _ := strings.Cut(header, ":"); strings.EqualFold(strings.TrimSpace(name), SignatureHeader) {
		header = strings.TrimSpace(value)
	}
	if strings.HasPrefix(header, "v1,") {
		return StandardHeader, 0
	}
	parts := signatureParts(header)
	t, err := strconv.ParseInt(parts["t"], 10, 64)
	if err != nil || len(parts["v1"]) != 64 {
		return BadHeader, 0
	}
	apart := received.Sub(time.Unix(t, 0))
	signs := func(secret string, body []byte) bool {
		return hmac.Equal([]byte(V1(secret, t, body)), []byte(parts["v1"]))
	}
	rewritten := func(secret string) bool {
		return slices.ContainsFunc(asSent(body), func(one []byte) bool { return signs(secret, one) })
	}
	spelled := secretPrefix + strings.TrimPrefix(strings.Trim(secret, " \t\r\n\"'"), secretPrefix)
	switch {
	case signs(secret, body) && apart.Abs() <= Tolerance:
		return Right, apart
	case signs(secret, body):
		return ClockSkew, apart
	case rewritten(secret):
		return ParsedBody, apart
	case signs(spelled, body) || rewritten(spelled):
		return SecretSpelling, apart
	case slices.ContainsFunc(asSent(body), func(one []byte) bool { return bytes.Equal(one, body) }):
		return WrongSecret, apart
	}
	return OtherBody, apart
}

// asSent returns what a body may have been when it was sent, whatever was done to its spaces and the order of its
// members: the payload as the program writes it, and the same text without spaces. There is none for what is no JSON.
func asSent(body []byte) [][]byte {
	var compact bytes.Buffer
	if json.Compact(&compact, body) != nil {
		return nil
	}
	all := [][]byte{compact.Bytes()}
	var payload onboarding.Payload
	if json.Unmarshal(body, &payload) == nil {
		if written, err := json.Marshal(payload); err == nil {
			all = append(all, written)
		}
	}
	return all
}
