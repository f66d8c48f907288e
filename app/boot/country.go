package boot

import (
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"

	"proofdesk/engine/chip"
)

// CountryCerts reads the country certificates that passport chips are checked against: a file or a folder of files,
// each PEM with any number of certificates, or DER with one.
func CountryCerts(path string) ([][]byte, error) {
	if path == "" {
		return nil, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("country certificates: %w", err)
	}
	files := []string{path}
	if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*")); err != nil {
			return nil, err
		}
	}
	var all [][]byte
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("country certificates: %w", err)
		}
		found, err := certificatesIn(b)
		if err != nil {
			return nil, fmt.Errorf("country certificates: %s: %w", file, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func certificatesIn(b []byte) ([][]byte, error) {
	var all [][]byte
	for block, rest := pem.Decode(b); block != nil; block, rest = pem.Decode(rest) {
		b = nil
		if err := chip.CheckCertificate(block.Bytes); err != nil {
			return nil, err
		}
		all = append(all, block.Bytes)
	}
	if b == nil {
		return all, nil
	}
	return [][]byte{b}, chip.CheckCertificate(b)
}
