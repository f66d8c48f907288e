package preset

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"proofdesk/app/fault"
)

// MediaKind is what an uploaded file is shown as.
type MediaKind string

// The kinds.
const (
	MediaImage MediaKind = "image"
	MediaFont  MediaKind = "font"
)

// Media is an uploaded picture or font of a company, which its presets name by the hash of its bytes. It never changes.
type Media struct {
	Company     string
	SHA256      string // of the bytes that devices load, in small hex digits
	Kind        MediaKind
	ContentType string
	Name        string // of the file that was uploaded
	Title       string // of a font: the name that its designer gave it; may be empty
	Size        int64
	Width       int // of a picture, in pixels
	Height      int
	Object      string // where the sealed bytes are stored
	WrappedKey  []byte
	CreatedAt   time.Time
	CreatedBy   string
}

const mediaPrefix = "media:"

var mediaPattern = regexp.MustCompile(`^media:sha256-([0-9a-f]{64})$`)

// Ref returns the value by which a preset names the file.
func (m Media) Ref() string { return MediaRef(m.SHA256) }

// MediaRef returns the value by which a preset names an uploaded file with a hash.
func MediaRef(sha256 string) string { return mediaPrefix + "sha256-" + sha256 }

// ParseMediaRef returns the hash of the uploaded file that a value names, and whether it names one.
func ParseMediaRef(value string) (sha256 string, ok bool) {
	found := mediaPattern.FindStringSubmatch(value)
	if found == nil {
		return "", false
	}
	return found[1], true
}

// MediaPath returns the path at which devices load an uploaded file of a company. Nobody can guess the hash, and what a
// path leads to never changes.
func MediaPath(company, sha256 string) string { return "/api/v4/media/" + company + "/" + sha256 }

// isMedia reports whether a value is meant to name an uploaded file.
func isMedia(value string) bool { return strings.HasPrefix(value, mediaPrefix) }

// Wants returns which kind of uploaded file an option shows; empty for one that shows none.
func (o Option) Wants() MediaKind {
	switch o.Type {
	case Font:
		return MediaFont
	case Image, ImageList, Drawable:
		return MediaImage
	}
	return ""
}

// MediaRefs lists the hashes of the uploaded files that a value of the option names, in order.
func (o Option) MediaRefs(value any) []string {
	if o.Wants() == "" {
		return nil
	}
	names, _ := value.([]string)
	if name, ok := value.(string); ok {
		names = []string{name}
	}
	var hashes []string
	for _, name := range names {
		if sha256, ok := ParseMediaRef(name); ok {
			hashes = append(hashes, sha256)
		}
	}
	return hashes
}

// UsedMedia is an option that names an uploaded file.
type UsedMedia struct {
	Option Option
	SHA256 string
}

// Media lists the uploaded files that values and slots of a palette name, in the order of the catalogue; one that is
// named twice comes twice.
func (v Values) Media() []UsedMedia {
	var used []UsedMedia
	for _, o := range slices.Concat(options, slots) {
		for _, sha256 := range o.MediaRefs(v[o.Path]) {
			used = append(used, UsedMedia{o, sha256})
		}
	}
	return used
}

// MediaUse is a draft, a proposal or a version that names an uploaded file.
type MediaUse struct {
	Preset   string
	Version  int  // 0 for the draft or the proposal
	Proposed bool // waits for a second person's approval
}

// Refusal returns the error of deleting the file in spite of the use.
func (u MediaUse) Refusal() error {
	switch {
	case u.Version > 0:
		return fault.New(fault.Conflict, "the upload is used by version %d of %s: versions are kept, and so are their "+
			"images and fonts", u.Version, u.Preset)
	case u.Proposed:
		return fault.New(fault.Conflict, "the upload is used by the proposal of %s: withdraw it first", u.Preset)
	}
	return fault.New(fault.Conflict, "the upload is used by the draft of %s: choose another there first", u.Preset)
}

// WithMedia returns values in which the address of each uploaded file is in place of its name.
func (v Values) WithMedia(address func(sha256 string) string) Values {
	out := maps.Clone(v)
	replaced := func(name string) string {
		if sha256, ok := ParseMediaRef(name); ok {
			return address(sha256)
		}
		return name
	}
	for _, used := range v.Media() {
		switch value := v[used.Option.Path].(type) {
		case string:
			out[used.Option.Path] = replaced(value)
		case []string:
			all := make([]string, len(value))
			for i, name := range value {
				all[i] = replaced(name)
			}
			out[used.Option.Path] = all
		}
	}
	return out
}

// MediaMistakes returns what is wrong with the uploads that values name, of those that a company has.
func (v Values) MediaMistakes(all []Media) []fault.Field {
	kinds := make(map[string]MediaKind, len(all))
	for _, m := range all {
		kinds[m.SHA256] = m.Kind
	}
	var mistakes []fault.Field
	for _, used := range v.Media() {
		o := used.Option
		switch kind := kinds[used.SHA256]; {
		case kind == "":
			mistakes = append(mistakes, fault.Field{
				Name:    o.Path,
				Rule:    "unknown_media",
				Message: o.Name + " names an upload that this company does not have: upload the file first",
			})
		case kind != o.Wants() && kind == MediaFont:
			mistakes = append(mistakes, fault.Field{
				Name:    o.Path,
				Rule:    "media",
				Message: o.Name + " must name an image, and this upload is a font",
			})
		case kind != o.Wants():
			mistakes = append(mistakes, fault.Field{
				Name:    o.Path,
				Rule:    "media",
				Message: o.Name + " must name a font, and this upload is an image",
			})
		}
	}
	return mistakes
}
