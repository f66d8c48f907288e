package format

import (
	"cmp"
	"strings"
)

// documentNames are the words for the types of document that the engine recognises.
var documentNames = map[string]string{
	"PASSPORT":        "passport",
	"ID_CARD":         "ID card",
	"DRIVING_LICENCE": "driving licence",
	"VISA":            "visa",
}

// Document names a type of document.
func Document(kind string) string {
	return cmp.Or(documentNames[strings.ToUpper(kind)], Words(kind))
}
