//go:build !js

package face

import (
	"crypto/sha256"
	"encoding/hex"
)

// digest returns the hash and the size of files one after the other, "" and 0 if one is absent.
func digest(files []string) (string, int) {
	h, size := sha256.New(), 0
	for _, name := range files {
		data, err := asset(name)
		if err != nil {
			return "", 0
		}
		h.Write(data)
		size += len(data)
	}
	return hex.EncodeToString(h.Sum(nil)), size
}
