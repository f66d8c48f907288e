package presets_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/webtest"
)

const (
	logic  = "idCaptureCustomizationOptions.captureOptions"
	glare  = logic + ".glareDetectionThreshold"
	texts  = "idCaptureCustomizationOptions.stringOptions"
	closer = texts + ".moveCloser"
	ground = "idCaptureCustomizationOptions.colorOptions.captureScreenBgColor"
)

// made adds a preset of a company.
func made(h *webtest.Fixture, company, name string, values preset.Values) preset.Preset {
	h.T.Helper()
	p, err := h.Console.Presets.Create(h.T.Context(), "cli", company,
		presets.NewPreset{Name: name, Description: "for tests", Content: preset.Content{Values: values}})
	if err != nil {
		h.T.Fatal(err)
	}
	return p
}

// published publishes the draft of a preset of acme.
func published(h *webtest.Fixture, name string) preset.Preset {
	h.T.Helper()
	p, err := h.Console.Presets.Publish(h.T.Context(), "agent:cleo", "acme", name, presets.AnyRevision,
		presets.Publication{Note: "as agreed", Origin: preset.ByConsole})
	if err != nil {
		h.T.Fatal(err)
	}
	return p
}

// draft returns what the draft of a preset of acme sets.
func draft(h *webtest.Fixture, name string) preset.Values {
	h.T.Helper()
	p, err := h.Store.Preset(h.T.Context(), "acme", name)
	if err != nil {
		h.T.Fatal(err)
	}
	return p.Draft.Content().Flat()
}

var (
	inputs  = regexp.MustCompile(`<input[^>]*>`)
	areas   = regexp.MustCompile(`(?s)(<textarea[^>]*>)(.*?)</textarea>`)
	selects = regexp.MustCompile(`(?s)(<select[^>]*>)(.*?)</select>`)
	chosen  = regexp.MustCompile(`value="([^"]*)" selected`)
	bases   = regexp.MustCompile(`name="base" value="([^"]*)"`)
)

// attribute returns an attribute of a tag.
func attribute(tag, name string) string {
	_, rest, _ := strings.Cut(tag, " "+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	return html.UnescapeString(value)
}

// filled returns the form of the options that the page shows, as a browser without script would send it.
func filled(b *webtest.Browser) url.Values {
	b.T.Helper()
	form := url.Values{}
	add := func(tag, value string) {
		if name := attribute(tag, "name"); strings.HasPrefix(name, "v:") || strings.HasPrefix(name, "a:") {
			form.Add(name, value)
		}
	}
	for _, tag := range inputs.FindAllString(b.Body, -1) {
		if attribute(tag, "type") != "checkbox" || strings.Contains(tag, " checked") {
			add(tag, attribute(tag, "value"))
		}
	}
	for _, m := range areas.FindAllStringSubmatch(b.Body, -1) {
		add(m[1], html.UnescapeString(m[2]))
	}
	for _, m := range selects.FindAllStringSubmatch(b.Body, -1) {
		value := chosen.FindStringSubmatch(m[2])
		if value == nil {
			value = []string{"", ""}
		}
		add(m[1], html.UnescapeString(value[1]))
	}
	base := bases.FindStringSubmatch(b.Body)
	if base == nil {
		b.T.Fatalf("no form of options: %s", b.Body)
	}
	form.Set("base", html.UnescapeString(base[1]))
	form.Set("csrf", b.Field("csrf"))
	return form
}

func TestAFormSavesWhatWasChangedAndNothingElse(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{ground: "#80102030", closer: "Closer\nplease", "language": "EN"})
	b := h.As(access.Admin)
	for _, group := range []string{"general", logic, texts, "all"} {
		before := draft(h, "retail")
		b.Get("/presets/retail?group=" + group).Want(http.StatusOK)
		b.Send("POST", "/presets/retail?group="+group, filled(b)).Want(http.StatusSeeOther)
		if changed := preset.Compare(before, draft(h, "retail")); len(changed) > 0 {
			t.Errorf("%s: a form that nobody touched changed %v", group, changed)
		}
	}
	b.Get("/presets/retail?group=" + logic)
	form := filled(b)
	form.Set("v:"+glare, "0,12")
	b.Send("POST", "/presets/retail?group="+logic, form).Follow().Want(http.StatusOK, "Saved.", `value="0.12"`,
		"The admin")
	if got := draft(h, "retail"); got[glare] != .12 || len(got) != 4 {
		t.Errorf("the draft sets %v", got)
	}
	form = filled(b)
	form.Set("unset", glare)
	b.Send("POST", "/presets/retail?group="+logic, form).Want(http.StatusSeeOther)
	if _, set := draft(h, "retail")[glare]; set {
		t.Error("the option is not reset")
	}
}

func TestATextIsResetInEveryLanguageAndStaysEmptyUntilThen(t *testing.T) {
	h := webtest.Open(t)
	hindi := preset.TextPath("HI", closer)
	p, err := h.Console.Presets.Create(t.Context(), "cli", "acme", presets.NewPreset{
		Name:    "retail",
		Content: preset.Values{closer: "", hindi: "पास", glare: .3}.Content(),
	})
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Admin)
	b.Get("/presets/retail?group=" + texts)
	b.Send("POST", "/presets/retail?group="+texts, filled(b)).Want(http.StatusSeeOther)
	if got := draft(h, p.Name); got[closer] != "" || got[hindi] != "पास" {
		t.Errorf("a form that nobody touched left %v", got)
	}
	form := filled(b.Get("/presets/retail?group=" + texts))
	form.Set("unset", closer)
	b.Send("POST", "/presets/retail?group="+texts, form).Want(http.StatusSeeOther)
	if got := draft(h, p.Name); len(got) != 1 || got[glare] != .3 {
		t.Errorf("after a reset the draft sets %v", got)
	}
}

func TestEachTypeOfOptionIsReadFromItsField(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	b := h.As(access.Admin)
	const images = "idCaptureCustomizationOptions.imageOptions.idCaptureInstructionAnimationImages"
	for _, c := range []struct {
		path, typed, alpha string
		want               any
	}{
		{glare, "0.5", "", .5},
		{"isDebugMode", "true", "", true},
		{"language", "HI", "", "HI"},
		{ground, "#abc", "", "#ABC"},
		{ground, "#a1b2c3", "100", "#A1B2C3"},
		{ground, "#a1b2c3", "50.2", "#80A1B2C3"},
		{ground, "#abc", "0", "#00AABBCC"},
		{ground, "#40a1b2c3", "50", "#40A1B2C3"},
		{closer, "Näher 👍\nbitte", "", "Näher 👍\nbitte"},
		{closer, " Closer, ", "", " Closer, "}, // its spaces are part of a text
		{preset.TextPath("HI", closer), "थोड़ा पास लाएँ", "", "थोड़ा पास लाएँ"},
		{images, " one \n\ntwo", "", []string{"one", "two"}},
	} {
		before := draft(h, "retail")[c.path]
		base, _ := json.Marshal(map[string]any{c.path: before})
		b.Get("/presets/retail").Post("/presets/retail?q=x", url.Values{
			"base": {string(base)}, "v:" + c.path: {c.typed}, "a:" + c.path: {c.alpha},
		}).Want(http.StatusSeeOther)
		if got := draft(h, "retail")[c.path]; !preset.Same(got, c.want) {
			t.Errorf("%s with %q %q is %#v, want %#v", c.path, c.typed, c.alpha, got, c.want)
		}
	}
}

func TestWhatIsNoValueIsNamedAtItsRowAndKept(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	b := h.As(access.Admin)
	long := strings.Repeat("नमस्ते👋", 80)
	for _, c := range []struct{ path, typed, said string }{
		{glare, "NaN", "glareDetectionThreshold must be a number."},
		{glare, "1e308", "glareDetectionThreshold must be from 0 to 1."},
		{glare, "1e999", "glareDetectionThreshold must be from 0 to 1."},
		{glare, "-Inf", "glareDetectionThreshold must be from 0 to 1."},
		{glare, "half", "glareDetectionThreshold must be a number."},
		{logic + ".allowOverrideWrongDocumentTypeAfterMs", "10,000", "must be a whole number"},
		{ground, "rgb(1,2,3)", "must be a colour"},
		{ground, "#12345", "must be a colour"},
		{ground, "rebeccapurple", "must be a colour"},
		{closer, long, "must have at most 500 characters"},
		{preset.TextPath("HI", closer), long, "must have at most 500 characters"},
		{"idCaptureCustomizationOptions.imageOptions.retryScreenImage", "../etc/passwd", "must be a name of letters"},
		{"language", "DE", "must be one of"},
	} {
		search := "?q=" + url.QueryEscape(strings.TrimPrefix(c.path, "texts.HI."))
		b.Get("/presets/retail"+search).Post("/presets/retail"+search,
			url.Values{"base": {"{}"}, "v:" + c.path: {c.typed}, "v:isDebugMode": {"true"}})
		b.Want(http.StatusBadRequest, c.said, "Nothing was saved", "aria-invalid")
		if c.path != "language" && !strings.Contains(b.Body, html.EscapeString(c.typed)) {
			t.Errorf("%s: what was typed is gone", c.path)
		}
	}
	if got := draft(h, "retail"); len(got) > 0 {
		t.Errorf("the draft sets %v", got)
	}
	b.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "v:languge": {"EN"}})
	b.Want(http.StatusBadRequest, "Nothing was saved")
	b.Post("/presets/retail", url.Values{"base": {"["}}).Want(http.StatusBadRequest)
}

func TestOfTwoValuesOfAnOptionNoneIsTaken(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	b := h.As(access.Admin)
	for _, fields := range []url.Values{
		{"v:language": {"HI", "ES"}},
		{"v:isDebugMode": {"true", "false"}},
		{"v:language": {"HI"}, "v:lang\x00uage": {"ES"}},
	} {
		fields.Set("base", "{}")
		b.Get("/presets/retail").Post("/presets/retail", fields).Want(http.StatusBadRequest, "This form is not valid")
	}
	if got := draft(h, "retail"); len(got) > 0 {
		t.Errorf("the draft sets %v", got)
	}
	b.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "v:isDebugMode": {"false", "true"}})
	if got := draft(h, "retail"); got["isDebugMode"] != true {
		t.Errorf("a ticked checkbox is saved as %v", got)
	}
}

func TestAnAlphaThatIsNoPercentageIsNamedAndNotTakenAsOpaque(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	b := h.As(access.Admin)
	page := "/presets/retail?q=" + ground
	for _, c := range []struct{ typed, alpha string }{
		{"#a1b2c3", "abc"},
		{"#a1b2c3", "150"},
		{"#a1b2c3", "-5"},
		{"#a1b2c3", "100.1"},
		{"#a1b2c3", "NaN"},
		{"#40a1b2c3", "half"},
	} {
		b.Get(page).Post(page, url.Values{"base": {"{}"}, "v:" + ground: {c.typed}, "a:" + ground: {c.alpha}})
		b.Want(http.StatusBadRequest, "captureScreenBgColor must have an alpha from 0 to 100 per cent.",
			"Nothing was saved", `value="`+c.alpha+`"`)
	}
	if got := draft(h, "retail"); len(got) > 0 {
		t.Errorf("the draft sets %v", got)
	}
	b.Get(page).Post(page, url.Values{"base": {"{}"}, "v:" + ground: {""}, "a:" + ground: {"100"}})
	b.Want(http.StatusSeeOther)
}

func TestNoFieldOfAnOptionCutsWhatIsPasted(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	b := h.As(access.Admin).Get("/presets/retail?group=all")
	_, rows, _ := strings.Cut(b.Body, "data-rows")
	if rows == "" || strings.Contains(rows, "maxlength") {
		t.Error("a field of an option has a maxlength, which cuts a paste without a word")
	}
}

func TestTwoEditorsOfOneOptionAreBothAskedAndLoseNothing(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	anna, ben := h.As(access.Admin), h.As(access.Admin)
	page := "/presets/retail?group=" + logic
	anna.Get(page)
	ben.Get(page)
	first, second := filled(anna), filled(ben)
	first.Set("v:"+glare, "0.15")
	anna.Send("POST", page, first).Want(http.StatusSeeOther)
	second.Set("v:"+glare, "0.12")
	second.Set("v:"+logic+".focusThreshold", "0.8")
	ben.Send("POST", page, second)
	ben.Want(http.StatusConflict, "The admin set this to “0.15”", "Save mine", "Keep theirs", `value="0.12"`)
	if got := draft(h, "retail"); got[glare] != .15 || got[logic+".focusThreshold"] != .8 {
		t.Fatalf("the draft sets %v", got)
	}
	kept := filled(ben)
	kept.Set("theirs", glare)
	ben.Send("POST", page, kept).Want(http.StatusOK, `value="0.15"`)
	ben.Send("POST", page, second)
	ben.Send("POST", page, filled(ben)).Want(http.StatusSeeOther)
	if got := draft(h, "retail")[glare]; got != .12 {
		t.Errorf("after saving again it is %v", got)
	}
}

func TestWhoUnsetAnOptionIsToldToWhoStillSawItSet(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	anna, ben := h.As(access.Admin), h.As(access.Admin)
	page := "/presets/retail?group=" + logic
	anna.Get(page)
	ben.Get(page)
	first, second := filled(anna), filled(ben)
	first.Set("unset", glare)
	anna.Send("POST", page, first).Follow()
	anna.Want(http.StatusOK, "0 set")
	second.Set("v:"+glare, "0.12")
	ben.Send("POST", page, second)
	ben.Want(http.StatusConflict, "Not saved: The admin unset this option (", "Save mine", `value="0.12"`)
	ben.Send("POST", page, filled(ben)).Want(http.StatusSeeOther)
	if got := draft(h, "retail")[glare]; got != .12 {
		t.Errorf("after saving again it is %v", got)
	}
}

func TestTheScriptIsAnsweredWithWhatItShows(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	b := h.As(access.Admin)
	csrf := b.Get("/presets/retail").Field("csrf")
	b.Headers["Accept"] = "application/json"
	send := func(status int, changes string) map[string]any {
		t.Helper()
		b.Send("POST", "/presets/retail", url.Values{"csrf": {csrf}, "changes": {changes}})
		if b.Status != status {
			t.Fatalf("%s: %d %s", changes, b.Status, b.Body)
		}
		var answer map[string]any
		if err := json.Unmarshal([]byte(b.Body), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	answer := send(http.StatusOK, `[{"path":"`+glare+`","base":0.3,"text":"0.12"}]`)
	if answer["saved"] != "12:00" || answer["values"].(map[string]any)[glare] != .12 {
		t.Errorf("%v", answer)
	}
	answer = send(http.StatusConflict, `[{"path":"`+glare+`","base":0.3,"text":"0.2"}]`)
	if over := answer["overlaps"].(map[string]any)[glare].(map[string]any); over["theirs"] != .12 {
		t.Errorf("%v", answer)
	}
	answer = send(http.StatusBadRequest, `[{"path":"`+glare+`","base":0.12,"text":"NaN"}]`)
	if answer["wrong"].(map[string]any)[glare] == "" {
		t.Errorf("%v", answer)
	}
	send(http.StatusOK, `[{"path":"`+glare+`","base":0.12,"exact":true,"value":null}]`)
	send(http.StatusOK, `[{"path":"`+glare+`","base":0.12,"exact":true,"value":null}]`)
	if got := draft(h, "retail"); len(got) > 0 {
		t.Errorf("the draft sets %v", got)
	}
	b.Send("POST", "/presets/retail", url.Values{"csrf": {csrf}, "changes": {`[{"base":1e999}]`}})
	if b.Status != http.StatusBadRequest {
		t.Errorf("a number that is none: %d", b.Status)
	}
}

func TestWhoMayDoWhatWithPresets(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	for role, may := range map[access.Role]struct{ look, change bool }{
		access.Agent:   {},
		access.Senior:  {look: true},
		access.Auditor: {look: true},
		access.Admin:   {true, true},
	} {
		b := h.As(role)
		for _, page := range []string{
			"", "/retail", "/retail/publish", "/retail/versions", "/retail/versions/1", "/retail/compare",
			"/retail/use",
			"/retail/export",
		} {
			if b.Get("/presets" + page); (b.Status == http.StatusOK) != may.look {
				t.Errorf("%s, %s: %d", role, page, b.Status)
			}
			if may.look && !may.change && strings.Contains(b.Body, `action="/presets`) &&
				strings.Contains(b.Body, `method="post" action="/presets`) && page != "/retail" {
				t.Errorf("%s, %s: there is a form", role, page)
			}
		}
		csrf := b.Get("/queue").Field("csrf")
		if strings.Contains(b.Body, `href="/presets"`) != may.look {
			t.Errorf("%s: the link in the top bar", role)
		}
		for _, action := range []string{
			"", "/import", "/retail", "/retail/publish", "/retail/approve", "/retail/withdraw",
			"/retail/versions/1/rollback", "/retail/assignments", "/retail/assignments/remove", "/retail/describe",
			"/retail/assignments/resume", "/retail/copy", "/retail/replace", "/retail/archive", "/retail/restore",
		} {
			b.Post("/presets"+action, url.Values{"csrf": {csrf}, "base": {"{}"}})
			if (b.Status == http.StatusForbidden) == may.change {
				t.Errorf("%s, %s: %d", role, action, b.Status)
			}
		}
		b.Post("/presets/retail/watch", url.Values{"csrf": {csrf}}) // whoever looks is seen by the others
		if (b.Status == http.StatusOK) != may.look {
			t.Errorf("%s, /retail/watch: %d", role, b.Status)
		}
	}
}

func TestAPresetOfAnotherCompanyDoesNotExist(t *testing.T) {
	h := webtest.Open(t)
	made(h, "globex", "secret", preset.Values{glare: .3})
	b := h.As(access.Admin)
	csrf := b.Get("/presets").Field("csrf")
	b.Lacks("secret")
	for _, page := range []string{"", "/publish", "/versions", "/versions/1", "/compare", "/use", "/export"} {
		b.Get("/presets/secret" + page).Want(http.StatusNotFound)
	}
	for _, action := range []string{
		"", "/publish", "/approve", "/withdraw", "/versions/1/rollback", "/assignments/remove", "/describe", "/copy",
		"/archive", "/restore", "/watch",
	} {
		form := url.Values{
			"csrf":       {csrf},
			"base":       {"{}"},
			"v:language": {"HI"},
			"note":       {"x"},
			"name":       {"other"},
			"place":      {"0"},
		}
		if b.Post("/presets/secret"+action, form); b.Status != http.StatusNotFound && b.Status != http.StatusConflict {
			t.Errorf("%s: %d", action, b.Status)
		}
	}
	b.Post("/presets", url.Values{"csrf": {csrf}, "name": {"mine"}, "from": {"secret"}})
	if b.Status == http.StatusSeeOther {
		t.Error("a preset of another company was copied")
	}
}

// full returns values for every option, texts in each language included.
func full() preset.Content {
	c := preset.Content{Values: preset.Values{}, Texts: map[string]preset.Values{}}
	for _, o := range preset.Options() {
		c.Values[o.Path] = o.Default
		for _, language := range preset.Languages() {
			if o.Type == preset.String {
				if c.Texts[language] == nil {
					c.Texts[language] = preset.Values{}
				}
				c.Texts[language][o.Path] = fmt.Sprint(o.Default, " ", language)
			}
		}
	}
	return c
}

func TestEveryOptionTogetherFitsInto120Kilobytes(t *testing.T) {
	h := webtest.Open(t)
	if _, err := h.Console.Presets.Create(t.Context(), "cli", "acme",
		presets.NewPreset{Name: "full", Content: full()}); err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Admin)
	b.Get("/presets/full?group=all").Want(http.StatusOK, "421 of 421")
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(b.Body))
	_ = w.Close()
	if packed.Len() > 120_000 {
		t.Errorf("the page has %d bytes, gzipped", packed.Len())
	}
	t.Logf("%d bytes, %d gzipped", len(b.Body), packed.Len())
	if found := webtest.Inline.FindString(b.Body); found != "" {
		t.Errorf("the page holds %q", found)
	}
}

// BenchmarkEditor measures the page of every option with 50 versions; the target is 30 ms.
func BenchmarkEditor(b *testing.B) {
	h := webtest.Open(b)
	p, err := h.Console.Presets.Create(b.Context(), "cli", "acme", presets.NewPreset{Name: "full", Content: full()})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 50 {
		edit := preset.Edit{Path: closer, Base: p.Draft[closer].Value, Value: fmt.Sprint("Closer ", i)}
		if p, _, err = h.Console.Presets.EditDraft(b.Context(), "cli", "acme", "full",
			[]preset.Edit{edit}); err != nil {
			b.Fatal(err)
		}
		what := presets.Publication{Note: "n", Origin: preset.ByConsole}
		if p, err = h.Console.Presets.Publish(b.Context(), "cli", "acme", "full", p.Revision, what); err != nil {
			b.Fatal(err)
		}
	}
	browser := h.As(access.Admin)
	for _, group := range []string{"all", texts, logic} {
		b.Run(group, func(b *testing.B) {
			for b.Loop() {
				browser.Get("/presets/full?group=" + group)
			}
		})
	}
}

func TestTheListCountsTheOptionsThatTheEditorCounts(t *testing.T) {
	h := webtest.Open(t)
	p := made(h, "acme", "retail", preset.Values{glare: .3, closer: "Closer"})
	_, _, err := h.Console.Presets.EditDraft(t.Context(), "cli", "acme", p.Name, []preset.Edit{
		{Path: preset.TextPath("HI", closer), Value: "पास"},
		{Path: preset.TextPath("FR", closer), Value: "Plus près"},
		{Path: "palette.barColor", Value: "#102030"},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Admin)
	b.Get("/presets/retail").Want(http.StatusOK, ">2 set")
	b.Get("/presets").Want(http.StatusOK, "2 options set")
}

func TestTheListDoesNotCallADraftPublishedThatNeverWas(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	b := h.As(access.Admin)
	b.Get("/presets").Want(http.StatusOK, "nothing published", "0 options set")
	if strings.Contains(b.Body, "as published") {
		t.Error("the draft is called as published")
	}
	b.Get("/dashboard").Want(http.StatusOK, ">retail<")
	b.Lacks(">as published<")
	published(h, "retail")
	b.Get("/presets").Want(http.StatusOK, "as published")
	b.Get("/dashboard").Want(http.StatusOK, ">as published<")
}
