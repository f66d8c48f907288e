package artifact

import (
	"encoding/base64"
	"encoding/hex"

	"proofdesk/app/fault"
)

// Models is what stands in place of a version in the path of a model's file.
const Models = "models"

// ModelFile is a model of this program, as one file. Apps whose flavor comes without models download it; the web SDK,
// which has one engine for every flavor, downloads none.
type ModelFile struct {
	Name    string
	Version string
	SHA256  string // hexadecimal
	Size    int    // bytes
	Bytes   func() []byte
}

// file returns the name of a model's file. A file of a name never changes.
func (m ModelFile) file() string { return m.Name + "-" + m.Version + ".bin" }

// ModelItem is the file of a model.
type ModelItem struct {
	Model   string `json:"model"`
	Version string `json:"version"`
	Item
}

// models returns a list of the files of this program's models; base is the path that files are under.
func (s *Shelf) models(base string) []ModelItem {
	all := []ModelItem{}
	for _, m := range s.Models() {
		all = append(all, ModelItem{m.Name, m.Version, Item{
			Name:      m.file(),
			Size:      int64(m.Size),
			SHA256:    m.SHA256,
			Integrity: integrity(m.SHA256),
			URL:       base + Models + "/" + m.file(),
		}})
	}
	return all
}

// model returns the file of a model, or the checksums of all.
func (s *Shelf) model(name string) (Download, error) {
	sums, names := "", ""
	for _, m := range s.Models() {
		if m.file() == name {
			return Download{Name: name, SHA256: m.SHA256, Bytes: m.Bytes()}, nil
		}
		sums += m.SHA256 + "  " + m.file() + "\n"
		names += m.file() + ", "
	}
	if name == Sums {
		return textFile(Sums, sums), nil
	}
	return Download{}, fault.New(fault.NotFound, "the models have the files %s%s", names, Sums)
}

// integrity returns a SHA-256 as the attribute of a script has it.
func integrity(sha256 string) string {
	sum, _ := hex.DecodeString(sha256) // which this program wrote
	return "sha256-" + base64.StdEncoding.EncodeToString(sum)
}
