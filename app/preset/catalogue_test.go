package preset_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

// documented returns the options that the SDK's documentation names: paths, and aliases by path.
func documented(t *testing.T) (paths []string, aliases map[string]string) {
	t.Helper()
	file, err := os.Open("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	aliases = map[string]string{}
	group := ""
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			group = strings.Trim(line, "[]")
		default:
			for _, name := range expand(line) {
				name, alias, _ := strings.Cut(name, "=")
				path := strings.TrimPrefix(group+"."+name, ".")
				paths = append(paths, path)
				if alias != "" {
					aliases[path] = alias
				}
			}
		}
	}
	return paths, aliases
}

// expand returns the two options that a font with its size stands for, and any other name as it is.
func expand(name string) []string {
	font, size, pair := strings.Cut(name, "/")
	if !pair {
		return []string{name}
	}
	base := strings.TrimSuffix(font, "Font")
	if size == "Size" {
		return []string{font, base + "FontSize=" + base + "Size"}
	}
	return []string{font, base + "FontSize"}
}

func TestEveryDocumentedOptionIsKnownWithItsAlias(t *testing.T) {
	paths, aliases := documented(t)
	if len(paths) < 330 {
		t.Fatalf("the list has %d names", len(paths))
	}
	for _, path := range paths {
		o, ok := preset.Find(path)
		if !ok || o.Path != path {
			t.Errorf("%s is not known", path)
		}
		if alias := aliases[path]; alias != "" && !slices.Contains(o.Aliases, alias) {
			t.Errorf("%s lacks its alias %s", path, alias)
		}
	}
}

// The blocks that the documentation names without options have those of the shared pattern; the two flags are from the
// SDK's history.
func TestNoOptionIsInvented(t *testing.T) {
	paths, _ := documented(t)
	shared := []string{
		"documentCaptureCustomizationOptions.", "signatureCaptureCustomizationOptions.",
		"voiceCaptureCustomizationOptions.", "autoFillCaptureCustomizationOptions.",
		"sendProcessedImagesInResponse", "sendInputImagesInResponse",
	}
	named := []string{ // in prose, not in the lists
		"sendProcessedImagesInResponse", "sendInputImagesInResponse", "instructionText", "instructionScreenButtonText",
	}
	patterned := map[string]bool{}
	for _, path := range paths {
		patterned[path[strings.LastIndexByte(path, '.')+1:]] = true
	}
	for _, o := range preset.Options() {
		inBlock := slices.ContainsFunc(shared, func(s string) bool { return strings.HasPrefix(o.Path, s) })
		switch {
		case slices.Contains(paths, o.Path):
		case !inBlock:
			t.Errorf("%s is in no list of the documentation", o.Path)
		case !patterned[o.Name] && !slices.Contains(named, o.Name):
			t.Errorf("%s is in no list of the documentation, and no other block has an option of this name", o.Path)
		}
	}
}

func TestNoNameStandsForTwoOptions(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range preset.Options() {
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			path := strings.TrimPrefix(o.Group+"."+name, ".")
			if seen[path] {
				t.Errorf("%s comes twice", path)
			}
			seen[path] = true
		}
	}
}

func TestEveryDefaultIsAValidValue(t *testing.T) {
	for _, o := range preset.Options() {
		value := o.Default
		if list, ok := value.([]string); ok && len(list) == 0 {
			value = []any{}
		}
		if _, mistake := o.Check(value); mistake != nil {
			t.Errorf("%s: %s", o.Path, mistake.Message)
		}
		if o.Earlier != nil {
			if _, mistake := o.Check(o.Earlier.Default); mistake != nil {
				t.Errorf("%s before %s: %s", o.Path, o.Earlier.Before, mistake.Message)
			}
		}
	}
	all := preset.Values{}
	for _, o := range preset.Options() {
		all[o.Path] = o.Default
	}
	if wrong := append(all.Conflicts(), all.Warnings()...); len(wrong) > 0 {
		t.Errorf("the defaults contradict each other: %v", wrong)
	}
}

func TestEveryOptionSaysWhatItIsFor(t *testing.T) {
	for _, o := range preset.Options() {
		for _, language := range []string{"en", "es"} {
			if text := o.Meaning[language]; len(text) < 8 || !strings.HasSuffix(text, ".") {
				t.Errorf("%s: the meaning in %s is %q", o.Path, language, text)
			}
		}
		if len(o.Acts) == 0 || o.Line == "" {
			t.Errorf("%s says not where it acts or of which line it is", o.Path)
		}
		for _, text := range []string{o.Since, o.Until} {
			if _, ok := preset.ParseVersion(text); text != "" && !ok {
				t.Errorf("%s: %q is no version", o.Path, text)
			}
		}
		if o.Numeric() && (o.Min == nil || o.Max == nil) {
			t.Errorf("%s has no range", o.Path)
		}
		if behind, ok := preset.Find(o.On); o.On != "" && (!ok || behind.Type != preset.Color) {
			t.Errorf("%s stands on %s, which is no colour", o.Path, o.On)
		}
	}
}

// A browser has no model of what covers a face, and reads no print to tell whose front a back is.
func TestWhatABrowserCannotTellActsThereNowhere(t *testing.T) {
	const texts = "selfieCaptureCustomizationOptions.stringOptions."
	paths := []string{"idCaptureCustomizationOptions.stringOptions.frontBackMismatch"}
	for _, worn := range []string{
		"faceMask", "hat", "hand", "scarf", "mask", "scarfHat", "glassesHat", "scarfGlasses", "maskHat", "scarfMask",
		"maskGlasses",
	} {
		paths = append(paths, texts+worn+"Detected")
	}
	for _, path := range paths {
		if o, ok := preset.Find(path); !ok || slices.Contains(o.Acts, preset.Web) {
			t.Errorf("%s acts in %v", path, o.Acts)
		}
	}
	if o, _ := preset.Find(texts + "glassesDetected"); !slices.Contains(o.Acts, preset.Web) {
		t.Errorf("glasses act in %v", o.Acts)
	}
}

func TestAnOptionIsThereFromItsVersionOn(t *testing.T) {
	const recovery = "idCaptureCustomizationOptions.captureOptions.isBarcodeRecoveryEnabled"
	for text, want := range map[string]bool{"9.6.24.2.15": false, "11.1.07.2.23": false, "11.1.13.2.18": true} {
		if _, ok := preset.Defaults(version(t, text))[recovery]; ok != want {
			t.Errorf("barcode recovery in %s: %v", text, ok)
		}
	}
	for text, want := range map[string]bool{"9.6.24.2.15": true, "10.1.4.2.03": false} {
		if _, ok := preset.Defaults(version(t, text))["colorOptions.captureBackgroundColor"]; ok != want {
			t.Errorf("the names of version 9 in %s: %v", text, ok)
		}
	}
}

func TestAnOptionIsThereUntilTheVersionThatLacksIt(t *testing.T) {
	o := preset.Option{Since: "10.1", Until: "11.0", Line: onboarding.CurrentLine}
	for text, want := range map[string]bool{"10.0": false, "10.1": true, "10.9.9": true, "11.0": false, "11.1": false} {
		if got := o.In(version(t, text)); got != want {
			t.Errorf("in %s: %v", text, got)
		}
	}
}
