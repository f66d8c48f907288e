package preset_test

import (
	"fmt"
	"testing"

	"proofdesk/app/preset"
)

func TestAnEarlierSDKVersionKeepsTheDefaultThatItHadWhenTheVersionWasPublished(t *testing.T) {
	defaults := preset.FreezeDefaults()
	defaults[fakeFaceLimit] = preset.FrozenDefault{Default: 11., Earlier: 16.}
	e := preset.Edition{Number: 1, Defaults: defaults}
	for sdk, want := range map[string]float64{"10.1.16.2.11": 16, "11.1.13.2.18": 11} {
		if got := e.Effective(version(t, sdk))[fakeFaceLimit]; got != want {
			t.Errorf("SDK %s gets %v, want %v", sdk, got, want)
		}
	}
}

func TestAVersionIsNotInForceAlikeWhereTheDefaultTextOfALanguageHasChanged(t *testing.T) {
	defaults := preset.FreezeDefaults()
	of := defaults[moveCloser]
	of.Texts = map[string]string{"ES": of.Texts["ES"], "FR": of.Texts["FR"], "HI": "और पास"}
	defaults[moveCloser] = of
	then, today := preset.Edition{Defaults: defaults}, preset.Edition{}
	if then.SameInForce(today) || today.SameInForce(then) {
		t.Error("a text of another language is not looked at")
	}
	if !then.SameInForce(then) || !today.SameInForce(preset.Edition{Defaults: preset.FreezeDefaults()}) {
		t.Error("what is the same is not in force alike")
	}
}

func TestADefaultThatIsAnotherTodayCountsAsAChange(t *testing.T) {
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
