package catalogue

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
)

// Text is a text in English, the source, and in the languages that its code is written down with.
type Text struct {
	English string
	others  map[string]string // by BCP 47 tag
}

// UnmarshalJSON reads a text from an object from BCP 47 tags to texts.
func (t *Text) UnmarshalJSON(data []byte) error {
	var all map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	t.English = all["en"]
	delete(all, "en")
	t.others = all
	return nil
}

// In returns the text in the language with a BCP 47 tag; empty where it is not written down with its code.
func (t Text) In(tag string) string { return t.others[tag] }

// Translations returns the texts of all codes by the tag of a language and the English text: those that are written
// down with their codes, and those of the files codes/TAG/*.json, objects from English texts to translated ones. A
// language is added by adding such a folder.
func Translations() map[string]map[string]string {
	all, err := translations(files)
	if err != nil {
		panic(err)
	}
	return all
}

func translations(from fs.FS) (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	add := func(tag, english, translated string) {
		if all[tag] == nil {
			all[tag] = map[string]string{}
		}
		all[tag][english] = translated
	}
	for _, text := range Texts() {
		for tag, translated := range text.others {
			add(tag, text.English, translated)
		}
	}
	paths, err := fs.Glob(from, "codes/*/*.json")
	if err != nil {
		return nil, err
	}
	for _, file := range paths {
		data, err := fs.ReadFile(from, file)
		if err != nil {
			return nil, err
		}
		var texts map[string]string
		if err := json.Unmarshal(data, &texts); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for english, translated := range texts {
			add(path.Base(path.Dir(file)), english, translated)
		}
	}
	return all, nil
}
