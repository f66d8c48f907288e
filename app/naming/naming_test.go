package naming_test

import (
	"errors"
	"testing"

	"proofdesk/app/fault"
	"proofdesk/app/naming"
)

func TestATextIsReadAsItWasTyped(t *testing.T) {
	for text, fine := range map[string]bool{
		"":                               true,
		"Two lines.\n\tThe second.":      true,
		"a soft\u00adhyphen":             true,
		"مرحبا, שלום":                    true,
		"a\x00b":                         false,
		"a\x1b[31mb":                     false,
		"a line end\r":                   false,
		"a\u202eb":                       false,
		"a\u2066b":                       false,
		"\xff":                           false,
		"next line \u0085, as C1 has it": false,
	} {
		var f *fault.Error
		err := naming.CheckText("note", text)
		if fine && err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if !fine && (!errors.As(err, &f) || len(f.Fields) != 1 || f.Fields[0].Name != "note" ||
			f.Fields[0].Rule != "characters") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
