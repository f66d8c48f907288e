package preset

import (
	"encoding/json"
	"testing"
)

// A host may choose whatever the catalogue offers, and each default.
func TestAHostMayChooseEveryValueOfTheCatalogue(t *testing.T) {
	n := 0
	for _, o := range options {
		if !o.In(newest) {
			continue
		}
		choices := []any{o.Default}
		for _, one := range o.Allowed {
			choices = append(choices, one)
		}
		if o.Type == Boolean {
			choices = append(choices, true, false)
		}
		for _, one := range choices {
			n++
			text, err := json.Marshal(Values{o.Path: one}.Nested())
			if err != nil {
				t.Fatal(err)
			}
			values, wrong := ParseHost(text, newest)
			if len(wrong) > 0 || values[o.Path] == nil {
				t.Errorf("%s is refused: %v", text, wrong)
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d values were tried", n)
	}
}
