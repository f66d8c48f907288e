package preset_test

import (
	"fmt"
	"testing"

	"proofdesk/app/preset"
)

func TestADefaultThatIsAnotherTodayCountsAsAChange(t *testing.T) {
	const focus = capture + "focusThreshold"
	defaults := preset.FreezeDefaults()
	defaults[focus] = preset.FrozenDefault{Default: .9}
	moved := defaults[moveCloser]
	moved.Texts = map[string]string{"ES": "Más cerca", "FR": moved.Texts["FR"], "HI": moved.Texts["HI"]}
	defaults[moveCloser] = moved
	then := preset.Edition{Number: 1, Defaults: defaults}
	today := preset.Edition{}
	want := fmt.Sprint([]preset.Difference{{Path: focus, From: .9}, {
		Path: "texts.ES." + moveCloser,
		From: "Más cerca",
	}})
	if got := fmt.Sprint(preset.Compare(then.Frozen().Flat(), today.Frozen().Flat())); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	set := preset.Content{Values: preset.Values{focus: .5, moveCloser: "Closer"}}
	then.Content, today.Content = set, set
	if got := preset.Compare(then.Frozen().Flat(), today.Frozen().Flat()); len(got) > 0 {
		t.Errorf("what is set counts as a change: %v", got)
	}
	if o, ok := then.Option(focus); !ok || o.Default != .9 {
		t.Errorf("the default of the time is %v", o.Default)
	}
}
