package preset_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

const moveCloser = "idCaptureCustomizationOptions.stringOptions.moveCloser"

func TestEveryDefaultTextIsThereInEveryLanguage(t *testing.T) {
	texts := 0
	for _, o := range preset.Options() {
		english, _ := o.Default.(string)
		if o.Type != preset.String || english == "" {
			if len(o.Texts) > 0 {
				t.Errorf("%s has texts and is no text", o.Path)
			}
			continue
		}
		texts++
		for _, language := range preset.Languages() {
			text, ok := o.Texts[language]
			if language == "EN" {
				text, ok = english, true
			}
			switch n := utf8.RuneCountInString(text); {
			case !ok || strings.TrimSpace(text) != text || n == 0:
				t.Errorf("%s in %s is %q", o.Path, language, text)
			case n > 500:
				t.Errorf("%s in %s has %d characters: 500 is the most", o.Path, language, n)
			case strings.HasSuffix(english, "?") != strings.HasSuffix(text, "?"):
				t.Errorf("%s in %s asks where the English text does not, or the other way round", o.Path, language)
			}
			if _, mistake := o.Check(text); mistake != nil {
				t.Errorf("%s in %s: %s", o.Path, language, mistake.Message)
			}
		}
	}
	if texts < 100 {
		t.Fatalf("only %d options are texts", texts)
	}
}

func TestEveryTextOfALanguageIsTheDefaultOfAnOption(t *testing.T) {
	for _, language := range []string{"es", "fr", "hi"} {
		data, err := os.ReadFile("texts/" + language + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var groups map[string]map[string]string
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for group, texts := range groups {
			for name := range texts {
				path := strings.TrimPrefix(group+"."+name, ".")
				if o, ok := preset.Find(path); !ok || o.Path != path || o.Type != preset.String {
					t.Errorf("%s in %s is the default of no text", path, language)
				}
			}
		}
	}
}

func TestATextThatNothingSetsIsInTheLanguageInForce(t *testing.T) {
	v := version(t, "11.1.13.2.18")
	for _, c := range []struct {
		language string
		content  preset.Content
		want     string
	}{
		{"EN", preset.Content{}, "Move closer"},
		{"ES", preset.Content{}, "Acérquese más"},
		{"FR", preset.Content{}, "Rapprochez-vous"},
		{"HI", preset.Content{}, "पास लाएँ"},
		{"ES", preset.Content{Values: preset.Values{moveCloser: "Closer"}}, "Closer"},
		{"ES", preset.Content{Texts: map[string]preset.Values{"ES": {moveCloser: "Más cerca"}}}, "Más cerca"},
		{"ES", preset.Content{Texts: map[string]preset.Values{"FR": {moveCloser: "Plus près"}}}, "Acérquese más"},
	} {
		values := preset.Values{"language": c.language}
		for path, value := range c.content.Values {
			values[path] = value
		}
		c.content.Values = values
		if got := c.content.Effective(v)[moveCloser]; got != c.want {
			t.Errorf("%s with %v: %q, want %q", c.language, c.content, got, c.want)
		}
	}
}

func TestAPublishedVersionKeepsTheTextsOfItsTime(t *testing.T) {
	v := version(t, "11.1.13.2.18")
	frozen := preset.FreezeDefaults()
	of := frozen[moveCloser]
	of.Texts = map[string]string{"ES": "Más cerca"}
	frozen[moveCloser] = of
	e := preset.Edition{Content: preset.Content{Values: preset.Values{"language": "ES"}}, Defaults: frozen}
	if got := e.Effective(v)[moveCloser]; got != "Más cerca" {
		t.Errorf("%q", got)
	}
	of.Texts = nil // of a version that was published before the languages had texts
	frozen[moveCloser] = of
	if got := e.Effective(v)[moveCloser]; got != "Move closer" {
		t.Errorf("%q", got)
	}
}

func TestCharactersThatTurnATextRoundAreRefused(t *testing.T) {
	o, _ := preset.Find(moveCloser)
	for _, text := range []string{"a\u202eb", "a\u202ab\u202c", "a\u2066b\u2069", "a\tb"} {
		if _, mistake := o.Check(text); mistake == nil || mistake.Rule != "characters" {
			t.Errorf("%q as a text: %+v", text, mistake)
		}
	}
	for _, text := range []string{"a\u202eb", "a\u2066b\u2069", "a\x00b", "a\x7fb", "a\xffb"} {
		if _, err := preset.CheckNote("note", text, true); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q as a note: %v", text, err)
		}
	}
	if _, err := preset.CheckNote("note", "a list:\n\tkiosks", true); err != nil {
		t.Errorf("a tab in a note, as in every other note: %v", err)
	}
	for _, text := range []string{"का\u200dर्ड", "👩\u200d👩\u200d👧", "בית\u200f!", "two\nlines"} {
		if _, mistake := o.Check(text); mistake != nil {
			t.Errorf("%q as a text: %+v", text, mistake)
		}
		if _, err := preset.CheckNote("note", text, true); err != nil {
			t.Errorf("%q as a note: %v", text, err)
		}
	}
}
