package preset_test

import (
	"fmt"
	"testing"
	"time"

	"proofdesk/app/preset"
)

const (
	focus = capture + "focusThreshold"
	glare = capture + "glareDetectionThreshold"
)

var (
	monday  = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	tuesday = monday.AddDate(0, 0, 1)
)

// drafted is what ann has set on Monday.
func drafted(values preset.Values) preset.Draft {
	return preset.Draft{}.Replaced(preset.Filling{Content: values.Content()}, "ann", monday)
}

func TestEditsOfOtherOptionsMergeAndThoseOfTheSameOverlap(t *testing.T) {
	d := drafted(preset.Values{focus: .5, glare: .3})
	edits := []preset.Edit{
		{Path: focus, Base: .4, Value: .6}, // ann has set it since ben read it
		{Path: glare, Base: .2, Value: .3}, // to what ann has set too
		{Path: "language", Value: "HI"},
	}
	next, overlaps := d.Edited(edits, "ben", tuesday)
	want := fmt.Sprint([]preset.Overlap{{Path: focus, Yours: .6, Theirs: .5, By: "ann", At: monday}})
	if got := fmt.Sprint(overlaps); got != want {
		t.Errorf("overlaps %s, want %s", got, want)
	}
	if next[focus].Value != .5 || next[glare].By != "ann" || next["language"].By != "ben" || len(d) != 2 {
		t.Errorf("the draft is %v", next)
	}
}

func TestAnEditIsInTheFormInWhichItsOptionIsKept(t *testing.T) {
	const color = "idCaptureCustomizationOptions.colorOptions.captureScreenBgColor"
	e, mistake := preset.CheckEdit(preset.Edit{Path: color, Base: "#a0b0c0", Value: "#abc"})
	if mistake != nil || e.Base != "#A0B0C0" || e.Value != "#ABC" {
		t.Error(e, mistake)
	}
	e, mistake = preset.CheckEdit(preset.Edit{Path: color, Base: "red", Value: "#abc"})
	if mistake != nil || e.Base != "red" {
		t.Error("a base that is no longer valid is not kept as it was seen:", e, mistake)
	}
	e, mistake = preset.CheckEdit(preset.Edit{Path: capture + "enableIDPreviewScreen", Value: true})
	if mistake != nil || e.Path != capture+"isIDCapturePreviewEnabled" {
		t.Error("an alias is not the option itself:", e, mistake)
	}
}

func TestAFileThatReplacesADraftLeavesTheAuthorsOfWhatItDoesNotChange(t *testing.T) {
	d := drafted(preset.Values{focus: .5, glare: .3})
	file := preset.Filling{Content: preset.Values{focus: .5, "language": "HI"}.Content(), Imported: true}
	next := d.Replaced(file, "ben", tuesday)
	want := preset.Draft{
		focus:      {Value: .5, By: "ann", At: monday},
		glare:      {By: "ben", At: tuesday}, // who unset it
		"language": {Value: "HI", By: "ben", At: tuesday, Imported: true},
	}
	if got := fmt.Sprint(next); got != fmt.Sprint(want) {
		t.Errorf("got %s, want %v", got, want)
	}
}

func TestAVersionIsAnImportWhereAllThatItChangesCameWithAFile(t *testing.T) {
	before := preset.Values{focus: .5}.Content()
	byHand := preset.SetOption{Value: .5, By: "ann"}
	imported := preset.SetOption{Value: .3, By: "ben", Imported: true}
	for name, c := range map[string]struct {
		draft preset.Draft
		want  bool
	}{
		"nothing changes":           {preset.Draft{focus: byHand}, false},
		"a file alone":              {preset.Draft{focus: byHand, glare: imported}, true},
		"a file that unsets too":    {preset.Draft{focus: {By: "ben"}, glare: imported}, true},
		"a file and somebody":       {preset.Draft{focus: {Value: .6, By: "ann"}, glare: imported}, false},
		"somebody who only unsets":  {preset.Draft{focus: {By: "ann"}}, false},
		"a file with the same only": {preset.Draft{focus: {Value: .5, By: "ben", Imported: true}}, false},
	} {
		if got := c.draft.Imported(before); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestADraftCountsATextOnceAndNoSlot(t *testing.T) {
	d := drafted(preset.Values{
		moveCloser:                        "Closer",
		preset.TextPath("HI", moveCloser): "पास",
		preset.TextPath("FR", moveCloser): "Plus près",
		"palette.barColor":                "#102030",
		focus:                             .5,
	})
	d[glare] = preset.SetOption{By: "ann"} // unset
	if got := d.Options(); got != 2 {
		t.Errorf("%d options", got)
	}
}
