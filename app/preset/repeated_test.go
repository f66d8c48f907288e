package preset_test

import (
	"strings"
	"testing"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

func TestANameThatComesTwiceIsRefusedWithItsPath(t *testing.T) {
	for text, want := range map[string]string{
		`{"HI":{},"ES":{}}`:         "",
		`{"HI":{},"ES":{},"HI":{}}`: "texts.HI:unique",
		`{"HI":{"language":"a","language":"b"}}`: "texts.HI.language:one_of texts.HI.language:one_of " +
			"texts.HI.language:unique",
		`{"HI":{},"HI":{` + strings.Repeat(`"a":{`, 10000): "texts.HI" + strings.Repeat(".a", 31) + ":depth",
	} {
		_, _, err := preset.ParseContent(nil, []byte(text), nil)
		if got := strings.Join(listed(fault.FieldsOf(err)), " "); got != want {
			t.Errorf("%.60s: %q, want %q", text, got, want)
		}
	}
}

func TestRepeatedLooksAsDeepAsItIsTold(t *testing.T) {
	const text = `{"a":{"b":[{"c":1,"c":2}],"b":0},"A":1,"d":"a"}`
	for levels, want := range []string{
		"", "A:unique", "A:unique a.b:unique", "A:unique a.b:unique", "A:unique a.b.c:unique a.b:unique",
	} {
		if got := strings.Join(listed(preset.Repeated([]byte(text), levels)), " "); got != want {
			t.Errorf("%d levels: %q, want %q", levels, got, want)
		}
	}
}
