package finding

// faultWords are what is wrong with the bytes of a capture, by the code of its fault.
var faultWords = map[string]string{
	"empty":           "it is empty",
	"truncated":       "it ends too early",
	"too_large":       "it is larger than is taken",
	"too_many_pixels": "it has more pixels than are taken",
	"too_many_scans":  "it has more scans than are taken",
	"too_long":        "it is longer than is taken",
	"corrupt":         "it is damaged",
	"timeout":         "it took too long",
	"memory":          "it took too much memory",
	"panic":           "the engine failed on it",
}

// acceptedFormats are the formats of captures that are not pictures alone, by kind.
var acceptedFormats = map[string]string{
	"voice":        "WAV or FLAC",
	"video":        "MP4 or WebM",
	"nfc":          "a JSON object",
	"signature":    "JPEG, PNG or a JSON object",
	"fingerprints": "JPEG, PNG or a JSON object",
}

// FaultWords returns what is wrong with a capture whose report has a fault, in words; for an unsupported format, which
// formats are taken.
func FaultWords(r CaptureReport) string {
	if r.Fault == "unsupported" {
		formats, ok := acceptedFormats[r.Kind]
		if !ok {
			formats = "JPEG or PNG"
		}
		return "its format is not taken: it must be " + formats
	}
	if words, ok := faultWords[r.Fault]; ok {
		return words
	}
	return r.Fault
}
