package preset_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"proofdesk/app/preset"
)

const (
	closer = "idCaptureCustomizationOptions.stringOptions.moveCloser"
	away   = "idCaptureCustomizationOptions.stringOptions.moveAway"
)

// awkward are texts that a careless writer of code gets wrong.
var awkward = []string{
	`a "quoted" word`, `$name and ${1 + 1}`, `C:\new\u0041`, "two\nlines", "👩‍👩‍👧 🇫🇷", "पास लाएँ", "مرحبا\u200f!",
	"a\u2028b", `\`, `"""`,
	"",
}

// sample returns a valid value of an option that is not its default.
func sample(o preset.Option) any {
	switch o.Type {
	case preset.Boolean:
		return o.Default != true
	case preset.Float, preset.Int, preset.Long, preset.Size:
		return *o.Max
	case preset.Enum:
		return o.Allowed[len(o.Allowed)-1]
	case preset.Color:
		return "#80102030"
	case preset.ImageList:
		return []string{"frames/One.png", "@drawable/two"}
	case preset.String:
		return "It's \"new\": $5\n👍"
	case preset.Font:
		return "fonts/Brand Sans.ttf"
	}
	return "R.drawable.object"
}

// uploaded returns a value that names an upload, or any valid value for an option that shows none.
func uploaded(o preset.Option) any {
	ref := preset.MediaRef(strings.Repeat("0a", 32))
	switch {
	case o.Type == preset.ImageList:
		return []string{ref, "@drawable/two"}
	case o.Wants() != "":
		return ref
	}
	return sample(o)
}

func everything(of func(preset.Option) any) preset.Values {
	all := preset.Values{}
	for _, o := range preset.Options() {
		all[o.Path] = of(o)
	}
	return all
}

// wordings are the texts of ID capture.
func wordings() []preset.Option {
	return slices.DeleteFunc(slices.Clone(preset.Options()), func(o preset.Option) bool {
		return o.Group != "idCaptureCustomizationOptions.stringOptions"
	})
}

// exports are the editions and versions whose code is compiled, by the name of a Kotlin package.
func exports(t *testing.T) map[string]string {
	t.Helper()
	full := preset.Edition{Preset: "full", Number: 3, Content: preset.Content{Values: everything(sample)}}
	made := map[string]string{}
	for i, v := range sdkVersions {
		made[fmt.Sprintf("all%d", i)] = preset.Edition{}.Kotlin(preset.Exported{SDK: version(t, v), All: true})
		made[fmt.Sprintf("set%d", i)] = full.Kotlin(preset.Exported{SDK: version(t, v)})
	}
	current := preset.Exported{SDK: version(t, preset.CurrentSDK)}
	made["empty"] = preset.Edition{Preset: "empty"}.Kotlin(current)
	spoken := preset.Content{Values: preset.Values{}, Texts: map[string]preset.Values{"HI": {}, "FR": {away: "Loin"}}}
	for i, text := range awkward {
		spoken.Values[wordings()[i].Path], spoken.Texts["HI"][wordings()[i].Path] = text, text+"!"
	}
	made["uploads"] = preset.Edition{Content: preset.Content{Values: everything(uploaded)}}.Kotlin(current)
	made["awkward"] = preset.Edition{Content: spoken}.Kotlin(current)
	return made
}

// declarations returns the classes of the SDK that exports use, as the catalogue describes them, and JSONObject.
func declarations() string {
	classes, enums := map[string]map[string]string{"SDKCustomizationOptions": {}}, map[string][]string{}
	for _, o := range preset.Options() {
		if strings.HasPrefix(o.Path, "signatureConfiguration.") ||
			strings.HasPrefix(o.Path, "fourFingerConfiguration.") {
			continue
		}
		member(classes, o.Group, o.Name, kotlinType(o))
		for block := o.Group; block != ""; {
			at := strings.LastIndexByte(block, '.')
			class := preset.KotlinClass(block)
			member(classes, block[:max(at, 0)], block[at+1:], class+" = "+class+"()")
			block = block[:max(at, 0)]
		}
		if o.Type == preset.Enum {
			enums[upper(o.Name)] = o.Allowed
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", preset.KotlinPackage)
	for _, name := range slices.Sorted(maps.Keys(enums)) {
		fmt.Fprintf(&b, "enum class %s { %s }\n", name, strings.Join(enums[name], ", "))
	}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		fmt.Fprintf(&b, "class %s {\n", class)
		for _, name := range slices.Sorted(maps.Keys(classes[class])) {
			fmt.Fprintf(&b, "    var %s: %s\n", name, classes[class][name])
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func member(classes map[string]map[string]string, block, name, of string) {
	class := preset.KotlinClass(block)
	if classes[class] == nil {
		classes[class] = map[string]string{}
	}
	classes[class][name] = of
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func kotlinType(o preset.Option) string {
	switch o.Type {
	case preset.Boolean:
		return "Boolean = false"
	case preset.Float, preset.Size:
		return "Float = 0f"
	case preset.Int:
		return "Int = 0"
	case preset.Long:
		return "Long = 0L"
	case preset.Enum:
		return upper(o.Name) + " = " + upper(o.Name) + "." + o.Allowed[0]
	case preset.ImageList:
		return "List<Int> = emptyList()"
	case preset.Font, preset.Image, preset.Drawable:
		return "Int? = null"
	}
	return `String = ""`
}

var referenced = regexp.MustCompile("[ (]R\\.(font|drawable)\\.(`?\\w+`?)")

// resources declares the resources that code refers to, as the build of a host application does.
func resources(code string) string {
	folders := map[string]map[string]bool{"font": {}, "drawable": {}}
	for _, m := range referenced.FindAllStringSubmatch(code, -1) {
		folders[m[1]][m[2]] = true
	}
	var b strings.Builder
	b.WriteString("\nobject R {\n")
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		fmt.Fprintf(&b, "    object %s {\n", folder)
		for _, id := range slices.Sorted(maps.Keys(folders[folder])) {
			fmt.Fprintf(&b, "        const val %s = 1\n", id)
		}
		b.WriteString("    }\n")
	}
	return b.String() + "}\n"
}

// spoken returns a program that prints the UTF-16 code units of the awkward texts as exports hold them.
func spoken() string {
	var b strings.Builder
	fmt.Fprintf(&b, "import %s.Language\n", preset.KotlinPackage)
	b.WriteString("fun show(text: String) = println(text.map { it.toInt() }.joinToString(\" \"))\nfun main() {\n")
	for i := range awkward {
		for _, language := range []string{"EN", "HI"} {
			fmt.Fprintf(&b, "    show(awkward.sdkCustomizationOptions(Language.%s).%s)\n", language, wordings()[i].Path)
		}
	}
	return b.String() + "}\n"
}

func units(text string) string {
	var all []string
	for _, unit := range utf16.Encode([]rune(text)) {
		all = append(all, strconv.Itoa(int(unit)))
	}
	return strings.Join(all, " ")
}

func TestExportedKotlinCompilesAndSaysWhatThePresetSays(t *testing.T) {
	dir := t.TempDir()
	files := []string{}
	write := func(name, text string) {
		path := filepath.Join(dir, name+".kt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	write("sdk", declarations())
	write("json", "package org.json\nclass JSONObject {\n    fun put(name: String, value: Any): JSONObject = this\n}\n")
	write("Main", spoken())
	for name, code := range exports(t) {
		write(name, "package "+name+"\n"+code+resources(code))
	}
	classes := filepath.Join(dir, "classes")
	run(t, "kotlinc", append([]string{"-nowarn", "-d", classes}, files...)...)
	printed := strings.Split(run(t, "kotlin", "-classpath", classes, "MainKt"), "\n")
	for i, text := range awkward {
		for at, want := range map[int]string{2 * i: text, 2*i + 1: text + "!"} {
			if got := printed[at]; got != units(want) {
				t.Errorf("%q became %s, want %s", want, got, units(want))
			}
		}
	}
}

// run runs a program that make tools installs, and returns what it prints.
func run(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), program, args...)
	var errs strings.Builder
	cmd.Stderr = &errs
	cmd.Env = append(os.Environ(), "JAVA_OPTS=-XX:+UseSerialGC -XX:TieredStopAtLevel=1") // for a short run
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, cmp.Or(errs.String(), "is it installed? make tools"))
	}
	return string(out)
}

func TestOlderVersionsGetTheNamesAndDefaultsOfTheirTime(t *testing.T) {
	for v, want := range map[string][]string{
		"9.6.24.2.15": {
			"consecutiveFakeFaceLimit = 15\n", "captureBackgroundColor = ",
			"import " + preset.KotlinPackage + ".ColorOptions\n",
		},
		"10.1.16.2.11":    {"consecutiveFakeFaceLimit = 15\n"},
		"10.1.18.2.01":    {"consecutiveFakeFaceLimit = 10\n"},
		preset.CurrentSDK: {"consecutiveFakeFaceLimit = 10\n", "isBarcodeRecoveryEnabled = true\n"},
	} {
		code := preset.Edition{}.Kotlin(preset.Exported{SDK: version(t, v), All: true})
		for _, text := range want {
			if !strings.Contains(code, text) {
				t.Errorf("%s lacks %q", v, text)
			}
		}
		if v != preset.CurrentSDK && strings.Contains(code, "isBarcodeRecoveryEnabled") {
			t.Errorf("%s has barcode recovery", v)
		}
		if !strings.HasPrefix(v, "9.") && strings.Contains(code, "captureBackgroundColor") {
			t.Errorf("%s has a name of version 9", v)
		}
	}
	set := preset.Edition{Content: preset.Content{Values: preset.Values{recovery: false}}}
	code := set.Kotlin(preset.Exported{SDK: version(t, "10.1.18.2.01")})
	if !strings.Contains(code, "// This version lacks "+recovery+".\n") || strings.Contains(code, "false") {
		t.Errorf("a set option that the version lacks: %s", code)
	}
}

const recovery = "idCaptureCustomizationOptions.captureOptions.isBarcodeRecoveryEnabled"

var literalText = regexp.MustCompile(`moveCloser = "((?:[^"\\]|\\.)*)"`)

// unescaped reads a Kotlin literal's inside (Kotlin specification, 1.2.4 "string mode").
func unescaped(t *testing.T, text string) string {
	t.Helper()
	var all []uint16
	for rest := text; rest != ""; {
		switch {
		case strings.HasPrefix(rest, `\u`):
			n, err := strconv.ParseUint(rest[2:6], 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			all, rest = append(all, uint16(n)), rest[6:]
		case rest[0] == '\\':
			at := strings.IndexByte(`nrtb"'\$`, rest[1])
			if at < 0 {
				t.Fatalf("there is no escape %q", rest[:2])
			}
			all, rest = append(all, uint16("\n\r\t\b\"'\\$"[at])), rest[2:]
		case rest[0] == '$':
			t.Fatalf("a template: %q", rest)
		default:
			r, size := rune(0), 0
			for i, c := range rest {
				if i > 0 {
					size = i
					break
				}
				r = c
			}
			if size == 0 {
				size = len(rest)
			}
			all, rest = utf16.AppendRune(all, r), rest[size:]
		}
	}
	return string(utf16.Decode(all))
}

func FuzzATextIsTheSameInKotlin(f *testing.F) {
	for _, text := range awkward {
		f.Add(text)
	}
	o, _ := preset.Find(closer)
	f.Fuzz(func(t *testing.T, text string) {
		if _, mistake := o.Check(text); mistake != nil {
			return
		}
		e := preset.Edition{Content: preset.Content{Values: preset.Values{closer: text}}}
		m := literalText.FindStringSubmatch(e.Kotlin(preset.Exported{SDK: version(t, preset.CurrentSDK)}))
		if m == nil {
			t.Fatalf("no literal for %q", text)
		}
		if got := unescaped(t, m[1]); got != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}
