package aamva

import (
	"strconv"
	"strings"
)

// header is the fixed part in front of the subfiles: file type, issuer, versions, and the directory of subfiles.
type header struct {
	iin                          string
	version, jurisdictionVersion int
	start                        int // where the record starts in the text
	types                        []string
	offsets, lengths             []int
}

// The lengths of the header's parts, in digits or characters (Annex D.12.3).
const (
	issuerDigits   = 6
	header1Digits  = 10 // issuer, version and number of subfiles, in version 1
	headerDigits   = 12 // … with the jurisdiction's version, since version 2
	directoryEntry = 10 // type, offset and length of a subfile, of which the last two are digits
)

// fileTypes are the spellings of the file type in front of the issuer number; only the first is standard.
var fileTypes = []string{"ANSI", "AAMVA", "AMVA"}

// findHeader searches for a file type followed by six digits. The body that it returns is the text after the directory.
func findHeader(s string) (header, string, bool) {
	upper := asciiUpper(s)
	for _, t := range fileTypes {
		for from := 0; ; {
			i := strings.Index(upper[from:], t)
			if i < 0 {
				break
			}
			i += from
			rest := strings.TrimLeft(s[i+len(t):], " \n")
			if n := digits(rest); n >= issuerDigits {
				h, body := readHeader(rest, n)
				h.start = max(strings.LastIndexByte(s[:i], '@'), 0)
				return h, body, true
			}
			from = i + len(t)
		}
	}
	return header{}, "", false
}

// readHeader reads from the issuer number on. Version 1 has no jurisdiction version, so the run of n digits is ten
// long there and twelve later.
func readHeader(rest string, n int) (header, string) {
	h := header{iin: rest[:issuerDigits]}
	h.version = number(rest, 6, 8)
	switch {
	case n >= headerDigits:
		h.jurisdictionVersion = number(rest, 8, 10)
		n = headerDigits
	case n >= header1Digits:
		n = header1Digits
	}
	body := rest[n:]
	for {
		trimmed := strings.TrimLeft(body, " \n")
		if len(trimmed) < directoryEntry || !isType(trimmed[:2]) || digits(trimmed[2:]) < directoryEntry-2 {
			return h, body
		}
		h.types = append(h.types, trimmed[:2])
		h.offsets = append(h.offsets, number(trimmed, 2, 6))
		h.lengths = append(h.lengths, number(trimmed, 6, directoryEntry))
		body = trimmed[directoryEntry:]
	}
}

// check compares the directory with the text and warns: nothing is read by it.
func (h *header) check(l *License, s string) {
	if h.version == 0 {
		l.warn("header.version")
	}
	if _, _, ok := Jurisdiction(h.iin); !ok {
		l.warn("header.issuer")
	}
	record := []rune(s[h.start:])
	for i, t := range h.types {
		from := h.offsets[i]
		if from+2 > len(record) || string(record[from:from+2]) != t {
			l.warn("directory.offset:" + t)
			continue
		}
		if from+h.lengths[i] > len(record)+2 {
			l.warn("record.cut_short")
		}
	}
}

// isType reports whether a text is a subfile type: DL, ID, EN, or Z and a letter for the jurisdiction's own.
func isType(t string) bool {
	return isHolder(t) || len(t) == 2 && t[0] == 'Z' && t[1] >= 'A' && t[1] <= 'Z'
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func number(s string, from, to int) int {
	if to > len(s) {
		return 0
	}
	n, err := strconv.Atoi(s[from:to])
	if err != nil {
		return 0
	}
	return n
}

func asciiUpper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 32
		}
	}
	return string(b)
}
