package chip

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Document is what was read from a chip: the security object and the data groups by number, each with its outer tag.
type Document struct {
	SOD    []byte
	Groups map[int][]byte
}

// maxGroup is the highest number of a data group (9303-10 §4.6).
const maxGroup = 16

// ParseJSON reads a capture of kind nfc: an object with "sod" and "dg1" to "dg16", in base64; names in any case.
func ParseJSON(b []byte) (Document, error) {
	var parts map[string][]byte
	if err := json.Unmarshal(b, &parts); err != nil {
		return Document{}, fmt.Errorf("%w: want an object of base64 texts", ErrCorrupt)
	}
	d := Document{Groups: map[int][]byte{}}
	for name, value := range parts {
		name = strings.ToLower(name)
		if name == "sod" {
			d.SOD = value
			continue
		}
		n, err := strconv.Atoi(strings.TrimPrefix(name, "dg"))
		if err != nil || !strings.HasPrefix(name, "dg") || n < 1 || n > maxGroup {
			return Document{}, fmt.Errorf("%w: %q is neither sod nor dg1 to dg16", ErrCorrupt, name)
		}
		d.Groups[n] = value
	}
	if len(d.SOD) == 0 || len(d.Groups[1]) == 0 {
		return d, fmt.Errorf("%w: sod and dg1 are needed", ErrMissing)
	}
	return d, nil
}

// Numbers lists the data groups that were read, lowest first.
func (d Document) Numbers() []int { return slices.Sorted(maps.Keys(d.Groups)) }

// Lines returns the lines of the machine-readable zone in data group 1 (9303-10 §4.7.1).
func (d Document) Lines() ([]string, error) {
	zone, err := find(d.Groups[1], 0x61, 0x5f1f)
	if err != nil {
		return nil, fmt.Errorf("data group 1: %w", err)
	}
	width := map[int]int{90: 30, 72: 36, 88: 44}[len(zone)]
	if width == 0 {
		return nil, fmt.Errorf("data group 1: %w", ErrCorrupt)
	}
	var lines []string
	for i := 0; i < len(zone); i += width {
		lines = append(lines, string(zone[i:i+width]))
	}
	return lines, nil
}

// Portrait returns the JPEG picture in data group 2, nil where there is none or it is in another format such as JPEG
// 2000 (9303-10 §4.7.2; the picture follows the headers of ISO/IEC 19794-5).
func (d Document) Portrait() []byte {
	block := d.Groups[2]
	if at := bytes.Index(block, []byte("\xff\xd8\xff")); at >= 0 {
		return block[at:]
	}
	return nil
}
