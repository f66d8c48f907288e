package preset

import (
	"encoding/json"
	"slices"
	"strconv"
)

// Format is a form in which a preset is exported.
type Format string

// The formats.
const (
	JSONFormat        Format = "json"        // a File, which can be imported
	KotlinFormat      Format = "kotlin"      // builders of the Android SDK
	SignatureFormat   Format = "signature"   // the configuration of the signature library
	FingerprintFormat Format = "fingerprint" // the configuration of the four-fingerprint library
)

// Known reports whether a preset can be exported in the format.
func (f Format) Known() bool {
	return slices.Contains([]Format{JSONFormat, KotlinFormat, SignatureFormat, FingerprintFormat}, f)
}

// ExportedFile is a preset in one of the formats.
type ExportedFile struct {
	Name        string
	ContentType string
	Body        []byte
}

// Export exports a version of a preset, or its draft as an edition without a number, in a known format. A File names
// options of every SDK version, unless renamed asks for those of the chosen SDK version only.
func (p Preset) Export(e Edition, f Format, x Exported, renamed bool) (ExportedFile, error) {
	const plain, object = "text/plain; charset=utf-8", "application/json"
	name := p.Name
	if e.Number > 0 {
		name += "-" + strconv.Itoa(e.Number)
	}
	switch f {
	case KotlinFormat:
		return ExportedFile{Name: name + ".kt", ContentType: plain, Body: []byte(e.Kotlin(x))}, nil
	case SignatureFormat:
		return ExportedFile{Name: name + "-signature.json", ContentType: object, Body: e.Signature(x)}, nil
	case FingerprintFormat:
		return ExportedFile{Name: name + "-fingerprint.json", ContentType: object, Body: e.Fingerprint(x)}, nil
	}
	file, err := p.file(e, x, renamed)
	if err != nil {
		return ExportedFile{}, err
	}
	body, err := json.Marshal(file)
	return ExportedFile{Name: name + ".json", ContentType: object, Body: body}, err
}

// file returns a version, or the draft, as a File.
func (p Preset) file(e Edition, x Exported, renamed bool) (File, error) {
	switch {
	case x.All:
		values := Edition{Content: Content{Values: e.Content.Values}, Defaults: e.Defaults}
		e.Content.Values, e.Content.Texts = values.Effective(x.SDK), e.Content.For(x.SDK).Texts
	case renamed:
		e.Content = e.Content.For(x.SDK)
	case e.Number == 0:
		return DraftFile(p)
	}
	return FileOf(p, e)
}
