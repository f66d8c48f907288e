package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/engine/raster"
)

// content is what a capture's bytes were recognised as.
type content struct {
	Type          string
	Width, Height int  // as shown; 0 for anything but a picture
	Truncated     bool // a picture whose end is missing: accepted and flagged, for the engine to judge
}

// The content types that are not pictures.
const (
	typeJSON = "application/json"
	typeWAV  = "audio/wav"
	typeFLAC = "audio/flac"
	typeMP4  = "video/mp4"
	typeWebM = "video/webm"
)

// others lists the content types that a kind accepts beside or instead of pictures.
var others = map[onboarding.CaptureKind][]string{
	onboarding.Voice:        {typeWAV, typeFLAC},
	onboarding.Video:        {typeMP4, typeWebM},
	onboarding.Signature:    {typeJSON},
	onboarding.Fingerprints: {typeJSON},
	onboarding.NFC:          {typeJSON},
}

// picture reports whether a kind accepts pictures.
func picture(k onboarding.CaptureKind) bool {
	return k != onboarding.Voice && k != onboarding.Video && k != onboarding.NFC
}

func (in *Intake) limits() raster.Limits {
	l := raster.DefaultLimits()
	l.WebP = in.WebP
	return l
}

func (in *Intake) imageTypes() []string {
	types := []string{"image/jpeg", "image/png"}
	if in.WebP {
		types = append(types, "image/webp")
	}
	return types
}

// types lists the content types that a kind accepts.
func (in *Intake) types(k onboarding.CaptureKind) []string {
	var types []string
	if picture(k) {
		types = in.imageTypes()
	}
	return append(types, others[k]...)
}

// recognise finds out from its bytes what a capture is, and refuses what its kind does not accept. Nothing is decoded.
func (in *Intake) recognise(k onboarding.CaptureKind, b []byte) (content, error) {
	if len(b) == 0 {
		return content{}, fault.BadField("body", "required", "the capture has no bytes")
	}
	if other := sniff(b); slices.Contains(others[k], other) {
		if other == typeJSON && !(utf8.Valid(b) && json.Valid(b)) {
			return content{}, fault.BadField("body", "syntax", "the capture is not well-formed JSON in UTF-8")
		}
		return content{Type: other}, nil
	}
	if !picture(k) {
		return content{}, in.notTaken(k)
	}
	info, err := in.limits().Probe(b)
	if err != nil {
		return content{}, in.pictureFault(k, err)
	}
	w, h := info.Shown()
	return content{Type: "image/" + string(info.Format), Width: w, Height: h, Truncated: info.Truncated}, nil
}

func (in *Intake) notTaken(k onboarding.CaptureKind) error {
	return fault.New(fault.UnsupportedMedia, "a capture of kind %s must be %s, by its bytes", k,
		strings.Join(in.types(k), " or "))
}

// pictureFault returns the fault for an error of raster, with raster's code; its detail holds numbers and format names
// only.
func (in *Intake) pictureFault(k onboarding.CaptureKind, err error) error {
	var f *raster.Fault
	if !errors.As(err, &f) {
		return fault.Wrap(err, fault.Internal, "the picture could not be inspected")
	}
	if f.Code == raster.Unsupported {
		e := fault.New(fault.UnsupportedMedia, "%s: a capture of kind %s must be %s", f.Detail, k,
			strings.Join(in.types(k), " or "))
		e.Fields = []fault.Field{{Name: "body", Rule: string(f.Code), Message: f.Detail}}
		return e
	}
	return fault.BadField("body", string(f.Code), "the picture is refused: %s", f.Detail)
}

// sniff recognises content other than pictures by its first bytes.
func sniff(b []byte) string {
	switch {
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WAVE":
		return typeWAV
	case bytes.HasPrefix(b, []byte("fLaC")):
		return typeFLAC
	case len(b) >= 12 && string(b[4:8]) == "ftyp" &&
		!slices.Contains([]string{"heic", "heix", "mif1", "msf1", "avif", "avis"}, string(b[8:12])):
		return typeMP4
	case bytes.HasPrefix(b, []byte("\x1a\x45\xdf\xa3")):
		return typeWebM
	case bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte("{")):
		return typeJSON
	}
	return ""
}
