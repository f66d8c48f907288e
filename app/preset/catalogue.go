package preset

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/engine/spelling"
)

// files holds the options, a file per block of the SDK, and the default texts, a file per language but English. The
// order of blocks is that of the SDK's documentation.
//
//go:embed options/*.json texts/*.json
var files embed.FS

var fileOrder = []string{
	"general", "id", "selfie", "document", "signaturecapture", "voice", "autofill", "signature", "fingerprint",
}

// OptionGroup is a list of options that stand together.
type OptionGroup struct {
	Path    string          `json:"group"`
	Title   Wording         `json:"title"`
	Line    onboarding.Line `json:"line"`
	Acts    []Surface       `json:"acts"` // where its options act that say nothing else
	Options []Option        `json:"options"`
}

var (
	groups  []OptionGroup
	options []Option
	byPath  = map[string]int{} // into options; aliases included
	blocks  = map[string]bool{}
	version string
)

func init() {
	sum := sha256.New()
	load := func(name string) []byte {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		_, _ = sum.Write(data) // a hash takes everything
		return data
	}
	for _, name := range fileOrder {
		groups = append(groups, mustGroups(name, load(path.Join("options", name+".json")))...)
	}
	for _, language := range []string{"ES", "FR", "HI"} {
		file := path.Join("texts", strings.ToLower(language)+".json")
		addTexts(language, mustTexts(file, load(file)))
	}
	for i := range groups {
		addGroup(&groups[i])
	}
	for _, o := range options {
		if o.Now != "" {
			options[byPath[o.Now]].Before = o.Path
		}
	}
	version = hex.EncodeToString(sum.Sum(nil))[:12]
}

func mustGroups(name string, data []byte) []OptionGroup {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var some []OptionGroup
	if err := d.Decode(&some); err != nil {
		panic("options/" + name + ".json: " + err.Error())
	}
	return some
}

// mustTexts reads the default texts of a language, by group and name.
func mustTexts(file string, data []byte) map[string]map[string]string {
	var texts map[string]map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		panic(file + ": " + err.Error())
	}
	return texts
}

// addTexts sets the default texts of all groups' options in a language.
func addTexts(language string, texts map[string]map[string]string) {
	for _, g := range groups {
		for i := range g.Options {
			text, ok := texts[g.Path][g.Options[i].Name]
			if !ok {
				continue
			}
			if g.Options[i].Texts == nil {
				g.Options[i].Texts = map[string]string{}
			}
			g.Options[i].Texts[language] = text
		}
	}
}

// addGroup completes a group's options with what they have in common and adds them to the lists.
func addGroup(g *OptionGroup) {
	for i := range g.Options {
		o := &g.Options[i]
		o.Group, o.Path, o.Line = g.Path, join(g.Path, o.Name), g.Line
		if o.Acts == nil {
			o.Acts = g.Acts
		}
		if o.Type == ImageList {
			o.Default = []string{}
		}
		byPath[o.Path] = len(options)
		for _, alias := range o.Aliases {
			byPath[join(g.Path, alias)] = len(options)
		}
		options = append(options, *o)
	}
	for block := g.Path; block != ""; block, _ = split(block) {
		blocks[block] = true
	}
}

func join(group, name string) string {
	if group == "" {
		return name
	}
	return group + "." + name
}

// split returns a path's group and name.
func split(path string) (group, name string) {
	i := strings.LastIndexByte(path, '.')
	return path[:max(i, 0)], path[i+1:]
}

// Options lists all options, in the order of the SDK's documentation. Callers must not change it.
func Options() []Option { return options }

// Groups lists the groups of options, in the order of the SDK's documentation. Callers must not change them.
func Groups() []OptionGroup { return groups }

// Key names a group. A path alone does not, as the earlier line has groups of the same path.
func (g OptionGroup) Key() string {
	key := cmp.Or(g.Path, "general")
	if g.Line == onboarding.EarlierLine {
		key += "-9"
	}
	return key
}

// GroupOf returns the group of an option, and whether there is one with its path.
func GroupOf(path string) (OptionGroup, bool) {
	o, ok := Known(path)
	for _, g := range groups {
		if ok && g.Path == o.Group && g.Line == o.Line {
			return g, true
		}
	}
	return OptionGroup{}, false
}

// CatalogueVersion identifies the options and their defaults: it changes with every change of them.
func CatalogueVersion() string { return version }

// Find returns the option with a path, in which the name may be an alias.
func Find(path string) (Option, bool) {
	i, ok := byPath[path]
	if !ok {
		return Option{}, false
	}
	return options[i], true
}

// Nearest returns the known path that a misspelled one most likely means: the same name in another block, or the
// nearest spelling in the same block, or else in all, or a name that has its words. It is empty where none is near.
func Nearest(path string) string {
	group, name := split(path)
	if near := nearestIn(group, name); near != "" {
		return near
	}
	own := func(o Option) bool { return o.Group == group }
	return cmp.Or(holding(name, own), nearestAnywhere(name), holding(name, func(Option) bool { return true }))
}

// longestName is more letters than any name has.
const longestName = 80

// holding returns the path of the shortest name that has all words of a name, of some options: glareDetectionThreshold
// for glareThreshold. A word alone says too little.
func holding(name string, some func(Option) bool) string {
	if len(name) > longestName {
		return ""
	}
	words := nameWords(name)
	if len(words) < 2 {
		return ""
	}
	best := Option{}
	for i, o := range options {
		lacks := func(word string) bool { return !slices.Contains(indexed[i].words, word) }
		shorter := best.Name == "" || len(o.Name) < len(best.Name)
		if shorter && some(o) && !slices.ContainsFunc(words, lacks) {
			best = o
		}
	}
	return best.Path
}

// nearestIn returns the nearest spelling of a name in one block.
func nearestIn(group, name string) string {
	best, least := "", allowedDistance(name)+1
	for _, o := range options {
		if o.Group != group {
			continue
		}
		for _, known := range append([]string{o.Name}, o.Aliases...) {
			if d := distance(name, known, least-1); d < least {
				best, least = join(group, known), d
			}
		}
	}
	return best
}

func nearestAnywhere(name string) string {
	best, least := "", allowedDistance(name)+1
	for _, o := range options {
		if d := distance(name, o.Name, least-1); d < least {
			best, least = o.Path, d
		}
	}
	return best
}

// nearestBlock returns the nearest path of a block of options, and of an option where no block is near.
func nearestBlock(path string) string {
	_, name := split(path)
	best, least := "", allowedDistance(name)+1
	for block := range blocks {
		_, known := split(block)
		d := distance(name, known, least-1)
		if d < least || d == least && best != "" && block < best {
			best, least = block, d
		}
	}
	if best != "" {
		return best
	}
	return Nearest(path)
}

// allowedDistance returns how many letters a misspelled name may differ in.
func allowedDistance(name string) int { return min(max(len(name)/4, 1), 6) }

// distance compares two names without case, as letters in the wrong case are the commonest mistake.
func distance(a, b string, limit int) int {
	if limit < 0 || len(a) > longestName {
		return limit + 1
	}
	return spelling.Distance(strings.ToLower(a), strings.ToLower(b), limit)
}
