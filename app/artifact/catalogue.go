package artifact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Sums is the name of the file with the checksums of a version, as sha256sum -c reads it.
const Sums = "SHA256SUMS"

// Catalogue lists everything that the repository has.
type Catalogue struct {
	Package  string       `json:"package"`
	Versions []Release    `json:"versions"` // the one that was published last first
	Models   []ModelItem  `json:"models"`   // of this program
	History  []Forerunner `json:"history"`
}

// Release is a version of the SDK with its files.
type Release struct {
	Version     string               `json:"version"`
	NPMVersion  string               `json:"npmVersion"`
	PublishedAt onboarding.Timestamp `json:"publishedAt"`
	Current     bool                 `json:"current"`    // the version of this program
	Deprecated  *string              `json:"deprecated"` // why it should be replaced; null while it need not be
	Files       []Item               `json:"files"`
}

// Item is a file of a version.
type Item struct {
	Name      string `json:"name"`
	Size      int64  `json:"size"`
	SHA256    string `json:"sha256"`    // hexadecimal
	Integrity string `json:"integrity"` // for the attribute of a script
	URL       string `json:"url"`       // a path of this server
}

// Forerunner is a version of the line before this one.
type Forerunner struct {
	Version  string `json:"version"`
	Artifact string `json:"artifact"`
	Note     string `json:"note"`
}

const notServed = "not served here"

// history names the last versions of the line 9, which were Android libraries.
var history = []Forerunner{
	{"9.6.24.2.15", "Full, Medium, Lite, Video ID", notServed},
	{"9.6.22.1", "Signature library", notServed},
	{"9.5.15.1", "Four-fingerprint library", notServed},
}

// Catalogue returns what the repository has; base is the path that its files are under.
func (s *Shelf) Catalogue(ctx context.Context, base string) (Catalogue, error) {
	all := Catalogue{Package: PackageName, Versions: []Release{}, Models: s.models(base), History: history}
	versions, err := s.Store.SDKVersions(ctx)
	if err != nil {
		return all, err
	}
	files, err := s.Store.SDKFiles(ctx)
	if err != nil {
		return all, err
	}
	for _, v := range versions {
		one := Release{
			Version:     v.Version,
			PublishedAt: onboarding.Timestamp(v.PublishedAt),
			Current:     v.Version == s.Assets.Version,
			Files:       []Item{},
		}
		if one.NPMVersion, err = Semver(v.Version); err != nil {
			return all, fault.Wrap(err, fault.Internal, "a version of the SDK can't be read")
		}
		if v.Deprecated != "" {
			one.Deprecated = &v.Deprecated
		}
		for _, f := range files {
			if f.Version == v.Version {
				one.Files = append(one.Files, itemOf(f, base))
			}
		}
		all.Versions = append(all.Versions, one)
	}
	return all, nil
}

func itemOf(f store.SDKFile, base string) Item {
	return Item{
		Name:      f.Name,
		Size:      f.Size,
		SHA256:    f.SHA256,
		Integrity: integrity(f.SHA256),
		URL:       base + f.Version + "/" + f.Name,
	}
}

// Download is a file with its bytes.
type Download struct {
	Name   string
	SHA256 string // hexadecimal
	Bytes  []byte
}

// Download returns a file of a version; NotFound names what there is in its place.
func (s *Shelf) Download(ctx context.Context, version, name string) (Download, error) {
	if version == Models {
		return s.model(name)
	}
	if !safeName.MatchString(version) || !safeName.MatchString(name) {
		return Download{}, s.missing(ctx, version)
	}
	if name == Sums {
		return s.sums(ctx, version)
	}
	f, err := s.Store.SDKFile(ctx, version, name)
	if fault.Is(err, fault.NotFound) {
		return Download{}, s.missing(ctx, version)
	}
	if err != nil {
		return Download{}, err
	}
	plain, err := Unpack(f.Packed)
	if err != nil {
		return Download{}, fault.Wrap(err, fault.Internal, "a file of the SDK is damaged")
	}
	return Download{Name: name, SHA256: f.SHA256, Bytes: plain}, nil
}

// sums returns the checksums of a version's files.
func (s *Shelf) sums(ctx context.Context, version string) (Download, error) {
	files, err := s.Store.SDKFiles(ctx)
	if err != nil {
		return Download{}, err
	}
	var text strings.Builder
	for _, f := range files {
		if f.Version == version {
			text.WriteString(f.SHA256 + "  " + f.Name + "\n")
		}
	}
	if text.Len() == 0 {
		return Download{}, s.missing(ctx, version)
	}
	return textFile(Sums, text.String()), nil
}

// textFile returns a text as a file.
func textFile(name, text string) Download {
	sum := sha256.Sum256([]byte(text))
	return Download{Name: name, SHA256: hex.EncodeToString(sum[:]), Bytes: []byte(text)}
}

// missing returns the fault for a file that is not there. It names the files of its version, or the versions.
func (s *Shelf) missing(ctx context.Context, version string) error {
	files, err := s.Store.SDKFiles(ctx)
	if err != nil {
		return err
	}
	var versions, names []string
	for _, f := range files {
		if !slices.Contains(versions, f.Version) {
			versions = append(versions, f.Version)
		}
		if f.Version == version {
			names = append(names, f.Name)
		}
	}
	if len(names) > 0 {
		return fault.New(fault.NotFound, "version %s has the files %s and %s", version, strings.Join(names, ", "), Sums)
	}
	return fault.New(fault.NotFound, "the repository has the versions %s", strings.Join(versions, ", "))
}
