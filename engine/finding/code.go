package finding

// The codes of checks. Each is asked once per capture that it applies to, or once per submission.
const (
	CodeReadable     = "capture.readable"     // the bytes are a whole file of a kind that is taken
	CodeOriginal     = "capture.original"     // … and came for no other applicant
	CodeFocus        = "quality.focus"        // a document photograph is sharp
	CodeGlare        = "quality.glare"        // … and free of reflections
	CodeBrightness   = "quality.brightness"   // … and neither dark nor burnt out
	CodeObstruction  = "quality.obstruction"  // … and no finger lies over its edge
	CodeDocument     = "document.found"       // a document's outline is in the picture
	CodeKind         = "document.kind"        // it is the side and type that was asked for
	CodeRealness     = "document.realness"    // it is neither a screen nor a photocopy
	CodePrint        = "document.print"       // its printed text was read
	CodeRead         = "document.read"        // its key fields were read from a machine-readable source
	CodeMRZ          = "mrz.read"             // a machine-readable zone was read
	CodeBarcode      = "barcode.read"         // a barcode was read
	CodeCheckDigits  = "data.check_digits"    // every printed check digit agrees with what it covers
	CodeExpiry       = "data.expiry"          // the document has not expired
	CodeAge          = "data.age"             // the applicant is old enough
	CodeDates        = "data.dates"           // birth, issue and expiry follow each other
	CodeConsistency  = "data.consistency"     // all sources agree
	CodeSecond       = "data.second_document" // a second document is another one, of the same person
	CodeSelfie       = "face.selfie"          // the selfie shows exactly one face, large enough
	CodePortrait     = "face.portrait"        // the document carries a portrait
	CodeFaceQuality  = "face.quality"         // the selfie is fit for comparison
	CodeEyes         = "face.eyes"            // both eyes are open
	CodeMask         = "face.mask"            // no mask covers the face
	CodeFaceMatch    = "face.match"           // selfie and portrait show the same person
	CodeSecondFace   = "face.second"          // the portraits of both documents show the same person
	CodeLiveness     = "liveness.face"        // the face was there in person
	CodeDuplicate    = "customer.duplicate"   // no enrolled customer has this face
	CodeCustomerFace = "customer.face"        // the face is that of the enrolled customer
	CodeVoice        = "voice.quality"        // speech that can be heard
	CodePhrase       = "voice.phrase"         // the phrase that was asked for
	CodeSignature    = "signature.ink"        // a signature, not a dot
	CodeFingerprints = "fingerprint.quality"  // prints with enough minutiae
	CodeVideo        = "video.challenge"      // the video shows what was asked for
	CodeFilmFaces    = "video.faces"          // … exactly one face throughout
	CodeFilmPerson   = "video.person"         // … the person of the selfie and of the document
	CodeFilmMotion   = "video.motion"         // … more than one still picture
	CodeChip         = "chip.authentication"  // the chip's data is signed by its State
	CodeChipPortrait = "chip.portrait"        // the chip's portrait is the printed one
	CodeDisagreement = "device.disagreement"  // the device and the server use the same words
	CodeCamera       = "device.camera"        // no virtual camera in place of one
)
