package processing

import (
	"crypto/sha256"
	"encoding/hex"

	"proofdesk/app/onboarding"
)

// digest returns a digest of the evidence that a review case was opened with: a decision on other evidence is refused.
func digest(captures []onboarding.Capture) string {
	h := sha256.New()
	for _, c := range captures {
		h.Write([]byte(c.ID + c.SHA256))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
