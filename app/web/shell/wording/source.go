package wording

import (
	"cmp"

	"proofdesk/app/policy"
	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
)

// Sources are the sources of values in their order.
var Sources = []engine.Source{
	engine.VIZ, engine.MRZ, engine.Barcode, engine.Chip, engine.Submitted, policy.SourceCustomer,
}

// sourceNames are the names of sources, short enough for the head of a column.
var sourceNames = map[engine.Source]string{
	engine.VIZ:            "Printed",
	engine.MRZ:            "MRZ",
	engine.Barcode:        "Barcode",
	engine.Chip:           "Chip",
	engine.Submitted:      "Submitted",
	policy.SourceCustomer: "Customer",
}

// sourcesInSentence are the names of sources inside a sentence.
var sourcesInSentence = map[engine.Source]string{
	engine.VIZ:            "printed",
	engine.MRZ:            "MRZ",
	engine.Barcode:        "barcode",
	engine.Chip:           "chip",
	engine.Submitted:      "submitted",
	policy.SourceCustomer: "enrolled customer",
}

// sourceHints explain the names of sources.
var sourceHints = map[engine.Source]string{
	engine.VIZ:            "Printed text, read from the picture (OCR)",
	engine.MRZ:            "Machine-readable zone",
	engine.Barcode:        "Barcode",
	engine.Chip:           "Chip of the document",
	engine.Submitted:      "Provided by the app that the applicant used",
	policy.SourceCustomer: "The enrolled customer that the applicant is compared with",
}

// Source names a source of values in the head of a column.
func Source(s engine.Source) string { return cmp.Or(sourceNames[s], format.Words(string(s))) }

// SourceInSentence names a source of values inside a sentence.
func SourceInSentence(s engine.Source) string {
	return cmp.Or(sourcesInSentence[s], format.Words(string(s)))
}

// SourceHint explains the name of a source.
func SourceHint(s engine.Source) string { return sourceHints[s] }
