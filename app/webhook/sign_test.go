package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/webhook"
)

const (
	fixedSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" // bytes 0 to 31
	fixedTime   = 1700000000
	fixedBody   = `{"event":{"id":"01JCZ"}}`
	fixedV1     = "9bfb7180059edad9a40c755f89634f62d70f2cdbad6e84d79c4938490522f1fe" // computed outside of this program
)

func TestSignaturesHaveKnownValues(t *testing.T) {
	if got := webhook.Signature("k_1", fixedSecret, fixedTime,
		[]byte(fixedBody)); got != "t=1700000000,kid=k_1,v1="+fixedV1 {
		t.Errorf("own scheme: %s", got)
	}
	const id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	if got := webhook.Standard(id, fixedSecret, fixedTime,
		[]byte(fixedBody)); got != "v1,0MKAeJyURJ3iUtWwFHGmlE5E6F4uOD81G6D+VpyeDw4=" {
		t.Errorf("Standard Webhooks: %s", got)
	}
	// The vector that the Standard Webhooks libraries are tested with.
	got := webhook.Standard(id, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", 1614265330, []byte(`{"test": 2432232314}`))
	if got != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Errorf("Standard Webhooks, published vector: %s", got)
	}
}

func TestStandardSignatureIsKeyedWithTheDecodedSecret(t *testing.T) {
	secret := webhook.NewSecret()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) != 32 {
		t.Fatalf("secret %d bytes, %v", len(key), err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("id.1700000000.body"))
	if got := webhook.Standard("id", secret, fixedTime,
		[]byte("body")); got != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
		t.Errorf("got %s", got)
	}
	first, second := webhook.NewKID(), webhook.NewKID()
	if webhook.NewSecret() == secret || first == second {
		t.Error("secrets or key ids repeat")
	}
}

func TestVerifyNamesTheRuleThatFails(t *testing.T) {
	at := time.Unix(fixedTime, 0)
	good := "t=1700000000,kid=k_1,v1=" + fixedV1
	for name, c := range map[string]struct {
		header, body, rule string
		now                time.Time
	}{
		"valid":                        {good, fixedBody, "", at},
		"valid at the edge of the age": {good, fixedBody, "", at.Add(300 * time.Second)},
		"valid from the near future":   {good, fixedBody, "", at.Add(-300 * time.Second)},
		"valid with spaces":            {"t=1700000000, kid=k_1, v1=" + fixedV1, fixedBody, "", at},
		"valid with an unknown part":   {good + ",v2=abc", fixedBody, "", at},
		"too old":                      {good, fixedBody, "t recent", at.Add(301 * time.Second)},
		"too far ahead":                {good, fixedBody, "t recent", at.Add(-301 * time.Second)},
		"another body":                 {good, fixedBody + " ", "v1 signature", at},
		"another time":                 {"t=1700000001,kid=k_1,v1=" + fixedV1, fixedBody, "v1 signature", at},
		"upper case": {
			"t=1700000000,kid=k_1,v1=" + strings.ToUpper(fixedV1), fixedBody, "v1 signature", at,
		},
		"cut off":             {good[:len(good)-1], fixedBody, "v1 signature", at},
		"no signature":        {"t=1700000000,kid=k_1", fixedBody, "v1 signature", at},
		"unknown key":         {"t=1700000000,kid=k_2,v1=" + fixedV1, fixedBody, "kid unknown", at},
		"no key":              {"t=1700000000,v1=" + fixedV1, fixedBody, "kid unknown", at},
		"no time":             {"kid=k_1,v1=" + fixedV1, fixedBody, "t format", at},
		"time that is none":   {"t=1.7e9,kid=k_1,v1=" + fixedV1, fixedBody, "t format", at},
		"time beyond 64 bits": {"t=99999999999999999999,kid=k_1,v1=" + fixedV1, fixedBody, "t format", at},
		"empty":               {"", fixedBody, "t format", at},
	} {
		t.Run(name, func(t *testing.T) {
			err := webhook.Verify(c.header, map[string]string{"k_1": fixedSecret}, []byte(c.body), c.now)
			if got := ruleOf(err); got != c.rule {
				t.Errorf("rule %q, want %q (%v)", got, c.rule, err)
			}
		})
	}
}

func TestVerifyReportsHowFarATimeIsOff(t *testing.T) {
	header := webhook.Signature("k_1", fixedSecret, 1<<62, []byte(fixedBody))
	err := webhook.Verify(header, map[string]string{"k_1": fixedSecret}, []byte(fixedBody), noon)
	if ruleOf(err) != "t recent" || strings.Contains(err.Error(), "-") {
		t.Errorf("got %v", err)
	}
}

// ruleOf returns field and rule of an error, empty for none.
func ruleOf(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) || len(f.Fields) == 0 {
		return ""
	}
	return f.Fields[0].Name + " " + f.Fields[0].Rule
}

func FuzzVerify(f *testing.F) {
	f.Add("t=1700000000,kid=k_1,v1="+fixedV1, []byte(fixedBody))
	f.Add("t=1700000000,kid=k_1,kid=k_2,v1=", []byte(""))
	f.Add(",,=,t=", []byte("x"))
	f.Fuzz(func(t *testing.T, header string, body []byte) {
		now := time.Unix(fixedTime, 0)
		secrets := map[string]string{"k_1": fixedSecret}
		if err := webhook.Verify(header, secrets, body, now); err == nil &&
			!strings.Contains(header, webhook.V1(fixedSecret, fixedTime, body)) {
			for at := fixedTime - 300; at <= fixedTime+300; at++ {
				if strings.Contains(header, webhook.V1(fixedSecret, int64(at), body)) {
					return
				}
			}
			t.Errorf("%q is taken for a signature of %q", header, body)
		}
	})
}

func BenchmarkSignature(b *testing.B) {
	body := make([]byte, 8<<10)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		webhook.Signature("k_1", fixedSecret, fixedTime, body)
	}
}
