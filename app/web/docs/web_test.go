package docs_test

import (
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"proofdesk/app/api"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/webtest"
)

// source returns a file of the SDK.
func source(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../static/sdk/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestThePageOfTheWebSDKHasEveryPromptWithoutAnOption(t *testing.T) {
	twin := opened(t)["/docs/web.md"]
	_, prompts, _ := strings.Cut(twin, "{#prompts}")
	prompts, _, _ = strings.Cut(prompts, "{#errors}")
	own := regexp.MustCompile(`own\('(\w+)'|name: '(\w+)', text: ''`)
	count := 0
	for _, file := range []string{"hand.ts", "id.ts", "others.ts", "selfie.ts", "spoken.ts", "video.ts"} {
		for _, m := range own.FindAllStringSubmatch(source(t, "screens/captures/"+file), -1) {
			count++
			if name := m[1] + m[2]; !strings.Contains(prompts, "`"+name+"`") {
				t.Errorf("%s: %s is not there", file, name)
			}
		}
	}
	if count < 12 {
		t.Errorf("only %d are found", count)
	}
}

func TestThePageOfErrorsHasEveryCodeOfTheWebSDKWithWhatToDo(t *testing.T) {
	twin := opened(t)["/docs/errors.md"]
	codes := regexp.MustCompile(`(?m)^  ([A-Z_]+): (true|false)`).
		FindAllStringSubmatch(source(t, "client/errors.ts"), -1)
	shown := strings.Count(twin, " {#sdk.")
	if len(codes) < 20 || shown != len(codes) {
		t.Errorf("%d codes are found, %d are shown", len(codes), shown)
	}
	for _, m := range codes {
		_, about, ok := strings.Cut(twin, "### `"+m[1]+"` {#sdk."+m[1]+"}\n\n")
		about, _, _ = strings.Cut(about, "\n### ")
		paragraphs := strings.Split(strings.TrimSpace(about), "\n\n")
		if !ok || len(paragraphs) < 2 {
			t.Errorf("%s and what to do about it is not there: %q", m[1], about)
		} else if strings.HasSuffix(paragraphs[1], "It is `retryable`.") != (m[2] == "true") {
			t.Errorf("%s is retryable: %s; the page says %q", m[1], m[2], paragraphs[1])
		}
	}
}

func TestThePageOfTheWebSDKHasEveryScreenOfAStep(t *testing.T) {
	twin := opened(t)["/docs/web.md"]
	_, list, _ := strings.Cut(source(t, "screens/scene.ts"), "export const screens = [")
	list, _, _ = strings.Cut(list, "]")
	names := regexp.MustCompile(`\w+`).FindAllString(list, -1)
	_, about, ok := strings.Cut(twin, "\n| `step` | ")
	about, _, _ = strings.Cut(about, "\n")
	for _, name := range names {
		if !strings.Contains(about, "`"+name+"`") {
			t.Errorf("the screen %s is not there", name)
		}
	}
	if !ok || len(names) < 6 {
		t.Errorf("only the screens %v are found", names)
	}
}

func TestThePageOfTheWebSDKHasEveryFunctionOfItsEntryPoints(t *testing.T) {
	page := opened(t)["/docs/web.md"]
	entries := map[string]string{"IdentityProofing": "", "Signatures": "", "FingerPrints": ""} // with their names
	for _, m := range regexp.MustCompile(`(?m)^export const (\w+) = new (\w+)\(`).
		FindAllStringSubmatch(source(t, "proofdesk.ts"), -1) {
		if _, known := entries[m[2]]; !known {
			t.Errorf("nobody looks at the functions of %s", m[1])
		}
		entries[m[2]] = m[1]
	}
	method := regexp.MustCompile(`(?m)^  (?:async )?([a-z]\w+)(?:<[^>]*>)?\(`)
	count := 0
	for class, file := range map[string]string{
		"IdentityProofing": "identity.ts", "Signatures": "signature.ts", "FingerPrints": "fingers.ts",
	} {
		_, body, _ := strings.Cut(source(t, "client/"+file), "\nexport class "+class+" {")
		for _, m := range method.FindAllStringSubmatch(body, -1) {
			name := entries[class] + "." + m[1] + "("
			if m[1] == "constructor" {
				continue
			}
			count++
			if !strings.Contains(page, name) && !strings.Contains(page, "| `"+m[1]+"(") {
				t.Errorf("%s is not there", name)
			}
		}
	}
	if count < 22 {
		t.Errorf("only %d functions are found", count)
	}
}

func TestThePageOfTheWebSDKHasEveryExportOfItsScript(t *testing.T) {
	page := opened(t)["/docs/web.md"]
	for _, m := range regexp.MustCompile(`(?m)^export (?:const|\{) (.*?)(?: = new|, type|\})`).
		FindAllStringSubmatch(source(t, "proofdesk.ts"), -1) {
		for name := range strings.SplitSeq(m[1], ", ") {
			if !strings.Contains(page, "`"+name) {
				t.Errorf("the export %s is not there", name)
			}
		}
	}
}

func TestThePageOfTheWebSDKHasEveryCallAndEventAndTheHashOfItsScript(t *testing.T) {
	twin := opened(t)["/docs/web.md"]
	for what, found := range map[string]struct {
		file    string
		pattern string
		shown   string
	}{
		"call":      {"client/identity.ts", `(?m)^  (?:async )?([a-z]\w+)(?:<[^>]*>)?\([^)]*\): [Pv(]`, "| `%s("},
		"event":     {"client/events.ts", `(?m)^  ([a-z]+): (?:\{|Record)`, "| `%s` |"},
		"parameter": {"client/config.ts", `(?m)^  ([a-zA-Z]+)\??: .*$`, "\n- `%s` "},
	} {
		names := regexp.MustCompile(found.pattern).FindAllStringSubmatch(source(t, found.file), -1)
		if len(names) < 9 {
			t.Errorf("only %d are found: %s", len(names), what)
		}
		for _, m := range names {
			if !strings.Contains(twin, fmt.Sprintf(found.shown, m[1])) && m[1] != "initialize" {
				t.Errorf("the %s %s is not there", what, m[1])
			}
		}
	}
	shown := regexp.MustCompile(`src="(/sdk/[^"]+)"\s+integrity="sha384-([^"]+)"`).FindStringSubmatch(twin)
	if shown == nil {
		t.Fatal("there is no hash")
	}
	sum := sha512.Sum384([]byte(webtest.Open(t).Browser().Get(shown[1]).Body))
	if base64.StdEncoding.EncodeToString(sum[:]) != shown[2] {
		t.Errorf("%s has another hash", shown[1])
	}
}

func TestThePageOfTheWebSDKNamesTheBrowsersThatItIsBuiltFor(t *testing.T) {
	twin := opened(t)["/docs/web.md"]
	_, about, _ := strings.Cut(twin, "{#browsers}\n")
	about, _, _ = strings.Cut(about, "\n## ")
	script := source(t, "../build.mjs")
	bundles := regexp.MustCompile(`bundle\('sdk/\S+', \{.*\}\)`).FindAllString(script, -1)
	targets := regexp.MustCompile(`bundle\('sdk/\S+', \{.* target: 'chrome(\d+)'`).FindAllStringSubmatch(script, -1)
	if len(bundles) < 5 || len(targets) != len(bundles) {
		t.Errorf("of %d scripts %d have a target", len(bundles), len(targets))
	}
	for _, m := range targets {
		if !strings.Contains(about, "\n| Chrome, Edge | "+m[1]+" | ") {
			t.Errorf("a script is built for Chrome %s", m[1])
		}
	}
	const timeout = "AbortSignal.timeout"
	if !strings.Contains(about, timeout) || !strings.Contains(source(t, "hosted/post.ts"), timeout) {
		t.Errorf("the page and the script of a link have to agree on %s", timeout)
	}
	needs := regexp.MustCompile(`!globalThis\.(\w+)(?:\?\.prototype\.(\w+))?`).
		FindAllStringSubmatch(source(t, "client/support.ts"), -1)
	if len(needs) < 5 {
		t.Errorf("only %d needs are found", len(needs))
	}
	for _, m := range needs {
		for _, name := range m[1:] {
			if name != "" && name != "document" && !strings.Contains(about, "`"+name+"`") {
				t.Errorf("the page does not say that browsers need %s", name)
			}
		}
	}
}

func TestTheTypesOfTheWebSDKHaveEveryFlavorAndWhatIsAskedForAnew(t *testing.T) {
	names := regexp.MustCompile(`'([\w]+)'`)
	flavors := []string{"FULL"} // which alone has no other without models
	_, line, _ := strings.Cut(source(t, "client/config.ts"), "\ntype Build = ")
	line, _, _ = strings.Cut(line, "\n")
	for _, m := range names.FindAllStringSubmatch(line, -1) {
		flavors = append(flavors, m[1], m[1]+"_WITHOUT_MODELS")
	}
	d, err := openapi3.NewLoader().LoadFromData(api.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, flavor := range d.Components.Schemas["Flavor"].Value.Enum {
		known = append(known, flavor.(string))
	}
	slices.Sort(flavors)
	slices.Sort(known)
	if !slices.Equal(flavors, known) {
		t.Errorf("the script takes the flavors %v, the server %v", flavors, known)
	}
	_, line, _ = strings.Cut(source(t, "client/called.ts"), "\nexport type SingleKind = ")
	line, _, _ = strings.Cut(line, "\n")
	var kinds []onboarding.CaptureKind
	for _, m := range names.FindAllStringSubmatch(line, -1) {
		kinds = append(kinds, onboarding.CaptureKind(m[1]))
	}
	if askable := onboarding.Enrollment.Askable(); !slices.Equal(kinds, askable) {
		t.Errorf("the script takes the kinds %v, an agent can ask for %v", kinds, askable)
	}
}

func TestThePageOfTheWebSDKHasTheTimesOfItsScript(t *testing.T) {
	said := strings.Join(strings.Fields(opened(t)["/docs/web.md"]), " ")
	for _, one := range []struct{ file, pattern, sentence string }{
		{"flow/selfie.ts", `(?m)^const rest = (\d+)$`, "filmed: %s seconds at rest, then "},
		{
			"flow/seen.ts", `(?m)^const patience = \{ picture: (\d+)000, film: (\d+)_000 \}$`,
			"within %s seconds for a picture and %s for a film",
		},
	} {
		found := regexp.MustCompile(one.pattern).FindStringSubmatch(source(t, one.file))
		if found == nil {
			t.Errorf("%s has no %s", one.file, one.pattern)
			continue
		}
		var times []any
		for _, seconds := range found[1:] {
			times = append(times, seconds)
		}
		if sentence := fmt.Sprintf(one.sentence, times...); !strings.Contains(said, sentence) {
			t.Errorf("the page does not say %q", sentence)
		}
	}
}
