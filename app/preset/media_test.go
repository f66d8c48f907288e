package preset_test

import (
	"reflect"
	"strings"
	"testing"

	"proofdesk/app/preset"
)

const (
	frames = "idCaptureCustomizationOptions.imageOptions.idCaptureInstructionAnimationImages"
	symbol = "idCaptureCustomizationOptions.imageOptions.retryScreenImage"
	label  = "idCaptureCustomizationOptions.fontOptions.labelFont"
)

var one, two = strings.Repeat("1", 64), strings.Repeat("2", 64)

func TestUploadsAreFoundAndReplacedByTheirAddresses(t *testing.T) {
	values := preset.Values{
		symbol: preset.MediaRef(one),
		label:  "@font/brand",
		frames: []string{preset.MediaRef(two), "R.drawable.first", preset.MediaRef(one)},
		closer: preset.MediaRef(one), // a text that applicants read
	}
	var found []string
	for _, used := range values.Media() {
		found = append(found, used.Option.Name+" "+used.SHA256[:1])
	}
	want := []string{
		"retryScreenImage 1", "idCaptureInstructionAnimationImages 2", "idCaptureInstructionAnimationImages 1",
	}
	if !reflect.DeepEqual(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
	shown := values.WithMedia(func(sha256 string) string { return "https://desk.example/" + sha256[:1] })
	if !reflect.DeepEqual(shown, preset.Values{
		symbol: "https://desk.example/1",
		label:  "@font/brand",
		frames: []string{"https://desk.example/2", "R.drawable.first", "https://desk.example/1"},
		closer: preset.MediaRef(one),
	}) {
		t.Errorf("%v", shown)
	}
	if values[symbol] != preset.MediaRef(one) {
		t.Error("the values themselves were changed")
	}
}

func TestOnlyExactNamesOfUploadsAreTaken(t *testing.T) {
	o, _ := preset.Find(symbol)
	for name, ok := range map[string]bool{
		"media:sha256-" + one:                          true,
		"media:" + one:                                 false,
		"media:sha256-" + one[1:]:                      false,
		"media:sha256-" + strings.ToUpper(one[1:]+"a"): false,
		"media:sha256-" + one + ".png":                 false,
		"@drawable/media":                              true,
		"":                                             true,
		"mediafile.png":                                true,
		"https://files.example/pixel.png":              false,
		"HTTP://files.example/pixel.png":               false,
		"file:///android_asset/brand.ttf":              true,
	} {
		if _, mistake := o.Check(name); (mistake == nil) != ok {
			t.Errorf("%q: %v", name, mistake)
		}
	}
}

func TestKotlinNamesUploadsAsResourcesAndSaysWhichFilesTheyAre(t *testing.T) {
	e := preset.Edition{Content: preset.Content{Values: preset.Values{symbol: preset.MediaRef(one)}}}
	x := preset.Exported{SDK: version(t, "10.1.4.2.3"), Uploads: []preset.Media{{SHA256: one, Name: "a\n.png"}}}
	if named := e.Kotlin(x); !strings.Contains(named, `Add the "a\n.png", upload `+one+", to the") {
		t.Errorf("the file is not named:\n%s", named)
	} else if !strings.Contains(named, "for SDK 10.1.4.2.03.") {
		t.Errorf("the version is spelled otherwise:\n%s", named)
	}
	code := e.Kotlin(preset.Exported{SDK: version(t, preset.CurrentSDK)})
	for _, want := range []string{
		"retryScreenImage = R.drawable.upload_1111111111111111\n",
		"// Add the upload " + one + " to the application as R.drawable.upload_1111111111111111.\n",
	} {
		if !strings.Contains(code, want) {
			t.Errorf("lacks %q:\n%s", want, code)
		}
	}
}
