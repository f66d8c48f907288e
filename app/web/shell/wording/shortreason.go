package wording

import (
	"strings"

	"proofdesk/app/policy"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

// shortReasons are reasons in a few words, by their codes.
var shortReasons = map[string]string{
	"capture.corrupt":              "Capture can't be opened",
	"capture.missing":              "Capture missing",
	"capture.too_large":            "Capture too large",
	"capture.truncated":            "Capture cut short",
	"chip.unreadable":              "Chip can't be read",
	"customer.no_selfie":           "No selfie of the customer to compare",
	"customer.no_template":         "No template of the customer",
	"customer.same_face":           "Face of an enrolled customer",
	"customer.unique_number_known": "Unique number is known",
	"customer.unknown":             "Customer unknown",
	"data.age_unsure":              "Age not certain",
	"data.birth_unknown":           "Date of birth unknown",
	"data.born_later":              "Born after the issue",
	"data.dates_order":             "Dates out of order",
	"data.dates_unknown":           "Dates unknown",
	"data.expired":                 "Document expired",
	"data.expiry_unknown":          "Expiry unknown",
	"data.expiry_unsure":           "Expiry not certain",
	"data.issued_later":            "Issued in the future",
	"data.one_source":              "Only one source",
	"data.under_age":               "Under age",
	"document.cut":                 "Document cut off",
	"document.fields_missing":      "Fields missing",
	"document.kind_unknown":        "Kind of document unknown",
	"document.multiple":            "More than one document",
	"document.no_code":             "No code on the document",
	"document.none":                "No document found",
	"document.photocopy":           "Photocopy",
	"document.print":               "Print-out",
	"document.print_unread":        "Print can't be read",
	"document.print_cut":           "Print is cut by the edge",
	"document.print_late":          "Reading the print took too long",
	"document.print_failed":        "Reading the print failed",
	"document.realness_unsure":     "Realness not certain",
	"document.screen":              "Picture of a screen",
	"document.wrong_side":          "Wrong side",
	"document.wrong_type":          "Wrong type of document",
	"document.outline_unknown":     "Outline not found",
	"document.outline_unsure":      "Outline not certain",
	"face.eyes_closed":             "Eyes closed",
	"face.mismatch":                "Faces differ",
	"face.multiple":                "More than one face",
	"face.no_portrait":             "No portrait on the document",
	"face.no_pupils":               "Pupils not found",
	"face.none":                    "No face found",
	"face.small":                   "Face small",
	"face.too_small":               "Face too small",
	"face.unsure":                  "Faces not surely alike",
	"fingerprint.poor":             "Poor fingerprint",
	"fingerprint.unusable":         "Fingerprint unusable",
	"liveness.unproven":            "Liveness not proven",
	"liveness.not_run":             "Liveness not checked",
	"mrz.composite_digit":          "Composite check digit wrong",
	"mrz.not_read":                 "Zone not read",
	"mrz.number_digit":             "Check digit of the number wrong",
	"mrz.repaired":                 "Zone repaired",
	"data.consistency":             "Sources differ",
	"mrz.unsure":                   "Zone not certain",
	"barcode.not_licence":          "Barcode of no driving licence",
	"barcode.unsure":               "Barcode not certain",
	"quality.blurred":              "Blurred",
	"quality.bright":               "Too bright",
	"quality.dark":                 "Too dark",
	"quality.finger":               "Finger in the picture",
	"quality.no_texture":           "No texture",
}

// ShortReason words the code of a reason in a few words: what it says, the field that differs, or the title of its
// check.
func ShortReason(l words.Language, code string) string {
	for _, prefix := range []string{"data.mismatch.", "data.differs."} {
		if field, ok := strings.CutPrefix(code, prefix); ok {
			return l.T("%s differs", l.T(Field(field)))
		}
	}
	if field, ok := strings.CutPrefix(code, "data.unclear."); ok {
		return l.T("%s not certain", l.T(Field(field)))
	}
	if name := shortReasons[code]; name != "" {
		return l.T(name)
	}
	if check, ok := strings.CutSuffix(code, ".not_run"); ok {
		return l.T("%s was not checked", l.T(policy.Title(check)))
	}
	if check, ok := strings.CutSuffix(code, ".unproven"); ok {
		return l.T("%s is not proven", l.T(policy.Title(check)))
	}
	if s, ok := Reasons[code]; ok {
		return l.T(s.Text)
	}
	if title := policy.Title(code); title != strings.NewReplacer("_", " ", ".", " ").Replace(code) {
		return l.T(title)
	}
	return format.Sentence(format.Words(code))
}
