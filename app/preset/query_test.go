package preset_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/preset"
)

// queries are searches as people type them, each with an option that has to be among the first so many results.
var queries = []struct {
	query, option string
	among         int
}{
	{"glareDetectionThreshold", "glareDetectionThreshold", 1},
	{"GLAREDETECTIONTHRESHOLD", "glareDetectionThreshold", 1},
	{"tooMuchGlare", "tooMuchGlare", 1},
	{"glare threshold", "glareDetectionThreshold", 1},
	{"glare", "glareDetectionThreshold", 3},
	{"reflection threshold", "glareDetectionThreshold", 1},
	{"glarre threshold", "glareDetectionThreshold", 1},
	{"glareDetectionTreshold", "glareDetectionThreshold", 1},
	{"focus", "focusThreshold", 2},
	{"blurry", "focusThreshold", 4},
	{"language", "language", 1},
	{"idioma", "language", 2},
	{"Lenguaje", "language", 3},
	{"enableIDPreviewScreen", "isIDCapturePreviewEnabled", 1},
	{"enableSelfiePreviewScreen", "isSelfieCapturePreviewEnabled", 1},
	{"realness front", "frontRealnessThreshold", 1},
	{"fake limit", "consecutiveFakeFaceLimit", 1},
	{"liveness", "liveFaceProbabilityThreshold", 10},
	{"nfc", "enablePassportNfc", 1},
	{"passport chip", "enablePassportNfc", 1},
	{"4k", "enableIDCapture4K", 2},
	{"selfie 4k", "capture4K", 2},
	{"debug", "isDebugMode", 1},
	{"screen recording", "isScreenRecordingEnabled", 1},
	{"MANUAL_CAPTURE", "wrongDocumentTypeHandlingMode", 1},
	{"wrong document warning", "wrongDocumentTypeWarningDelayInSec", 1},
	{"barcode recovery", "isBarcodeRecoveryEnabled", 1},
	{"move closer", "moveCloser", 5},
	{"eye open", "eyeOpenProbability", 1},
	{"head angle", "minHeadEulerAngle", 2},
	{"nose", "minRelativeNoseHeight", 2},
	{"mask", "faceMaskProbabilityThreshold", 2},
	{"ring finger", "CFC_PROCESS_RING_FINGER", 2},
	{"left hand", "CFC_CAPTURE_LEFT_HAND", 1},
	{"progress bar width", "idCaptureProgressBarLineWidth", 1},
	{"stroke color", "signature_stroke_color", 1},
	{"silhouette", "captureSilhouetteImage", 1},
	{"mrz", "minMrzConfidence", 1},
	{"@group:selfie preview", "isSelfieCapturePreviewEnabled", 1},
	{"@web 4k", "enableIDCapture4K", 2},
	{"reflejo", "glareDetectionThreshold", 4},
	{"boton continuar", "instructionContinueBtnBg", 20},
}

func TestASearchFindsWhatPeopleMean(t *testing.T) {
	for _, g := range queries {
		found := preset.ParseQuery(g.query).Find(preset.Subject{Language: "es"})
		at := slices.IndexFunc(found, func(o preset.Option) bool { return o.Name == g.option })
		if at < 0 || at >= g.among {
			var first []string
			for _, o := range found[:min(len(found), 5)] {
				first = append(first, o.Name)
			}
			t.Errorf("%q: %s is at %d of %d, first are %s", g.query, g.option, at, len(found),
				strings.Join(first, ", "))
		}
	}
}

func TestFiltersChooseByTheStateOfTheDraft(t *testing.T) {
	const language, debug, glare = "language", "isDebugMode", "idCaptureCustomizationOptions.stringOptions.tooMuchGlare"
	s := preset.Subject{
		Content: preset.Content{
			Values: preset.Values{language: "EN", debug: true},
			Texts:  map[string]preset.Values{"HI": {glare: "चमक"}},
		},
		Changed: map[string]bool{debug: true},
		Wrong:   map[string]bool{language: true},
		Filled:  map[string]bool{debug: true},
	}
	for query, want := range map[string]string{
		"@set":                   "language tooMuchGlare",
		"@different":             "isDebugMode tooMuchGlare",
		"@changed":               "isDebugMode",
		"@invalid":               "language",
		"@set @web language":     "language",
		"@set @android language": "language",
		"@set @server":           "",
		"@palette":               "isDebugMode",
		"@set @group:idcapture":  "tooMuchGlare",
		"@SET चमक":               "tooMuchGlare",
		"@set nothing-like-this": "",
	} {
		var names []string
		for _, o := range preset.ParseQuery(query).Find(s) {
			names = append(names, o.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
		if n := preset.ParseQuery(query).Count(s); n != len(names) {
			t.Errorf("%s finds %d and counts %d", query, len(names), n)
		}
	}
	if n := preset.ParseQuery("@server").Count(s); n < 5 || n > len(preset.Options())/4 {
		t.Errorf("%d options act on the server", n)
	}
}

func TestCountingWhatAFilterFindsCopiesNoOption(t *testing.T) {
	const most = 40_000 // bytes; a copy of all options has five times as many
	q, before, after := preset.ParseQuery("@android"), runtime.MemStats{}, runtime.MemStats{}
	runtime.ReadMemStats(&before)
	n := q.Count(preset.Subject{})
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > most {
		t.Errorf("counting %d options takes %d bytes", n, used)
	}
}

func TestASearchFindsSlotsOfThePalette(t *testing.T) {
	const primary = "palette.primaryColor"
	s := preset.Subject{
		Palette:  preset.Values{primary: "#C8102E"},
		Wrong:    map[string]bool{primary: true},
		Language: "es",
	}
	for _, query := range []string{
		"primaryColor", "@invalid", "c8102e", "botones enlaces", "@group:paleta primary",
	} {
		found := preset.ParseQuery(query).Find(s)
		if !slices.ContainsFunc(found, func(o preset.Option) bool { return o.Path == primary }) {
			t.Errorf("%s finds %d options without the slot", query, len(found))
		}
	}
	if found := preset.ParseQuery("@set").Find(s); len(found) > 0 {
		t.Errorf("@set takes a slot for an option that is set: %v", found)
	}
}

func TestAFilterThatDoesNotExistIsNamed(t *testing.T) {
	q := preset.ParseQuery("glare @shiny @web @group:")
	if got := strings.Join(q.Unknown, " "); got != "@shiny @group:" {
		t.Errorf("unknown: %q", got)
	}
	if !preset.ParseQuery(" @shiny ").Empty() || preset.ParseQuery("@web").Empty() {
		t.Error("a query with nothing but an unknown filter asks for nothing")
	}
}

func TestEveryGroupHasAKeyOfItsOwn(t *testing.T) {
	keys, options := map[string]bool{}, 0
	for _, g := range preset.Groups() {
		if keys[g.Key()] {
			t.Errorf("%s is there twice", g.Key())
		}
		keys[g.Key()] = true
		options += len(g.Options)
		for _, o := range g.Options {
			if of, ok := preset.GroupOf(o.Path); !ok || of.Key() != g.Key() {
				t.Errorf("%s is in %s, not in %s", o.Path, of.Key(), g.Key())
			}
		}
	}
	if options != len(preset.Options()) {
		t.Errorf("the groups hold %d options of %d", options, len(preset.Options()))
	}
}

func FuzzParseQuery(f *testing.F) {
	f.Add("@set glare @group:selfie @x")
	f.Fuzz(func(t *testing.T, text string) {
		q := preset.ParseQuery(text)
		if found := q.Find(preset.Subject{Language: "en"}); len(found) > len(preset.Options())+len(preset.Slots()) {
			t.Errorf("%d options found", len(found))
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	for b.Loop() {
		preset.ParseQuery("glare threshold").Find(preset.Subject{Language: "es"})
	}
}

func TestATextDiffersFromTheDefaultOfItsLanguage(t *testing.T) {
	const closer = "idCaptureCustomizationOptions.stringOptions.moveCloser"
	o, _ := preset.Find(closer)
	for text, differs := range map[string]bool{o.Texts["HI"]: false, "Move closer": true, "पास": true} {
		c := preset.Content{Texts: map[string]preset.Values{"HI": {closer: text}}}
		if c.Differs(o) != differs {
			t.Errorf("%q in Hindi, whose default is %q: differs is %v", text, o.Texts["HI"], !differs)
		}
	}
}
