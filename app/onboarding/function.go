package onboarding

import (
	"regexp"
	"slices"
	"unicode/utf8"
)

// Function is the kind of check that a host application requests; each is a service call of the SDK.
type Function string

// The functions.
const (
	LiveFaceCheck        Function = "LIVE_FACE_CHECK"
	IDValidation         Function = "ID_VALIDATION"
	IDValidationFace     Function = "ID_VALIDATION_FACE_MATCH"
	Enrollment           Function = "ENROLLMENT"
	BiometricEnrollment  Function = "BIOMETRIC_ENROLLMENT"
	CustomerVerification Function = "CUSTOMER_VERIFICATION"
	AutoFill             Function = "AUTO_FILL"
	VideoID              Function = "VIDEO_ID"
	DocumentCapture      Function = "DOCUMENT_CAPTURE"
	VoiceCapture         Function = "VOICE_CAPTURE"
	SignatureCapture     Function = "SIGNATURE_CAPTURE"
	FingerprintCapture   Function = "FINGERPRINT_CAPTURE"
)

// Functions returns every function in the order of the documentation.
func Functions() []Function {
	return []Function{
		LiveFaceCheck, IDValidation, IDValidationFace, Enrollment, BiometricEnrollment, CustomerVerification,
		AutoFill, VideoID, DocumentCapture, VoiceCapture, SignatureCapture, FingerprintCapture,
	}
}

// Known reports whether f is one of Functions.
func (f Function) Known() bool { return slices.Contains(Functions(), f) }

// NeedsUniqueNumber reports whether a job of f must name the person's unique number.
func (f Function) NeedsUniqueNumber() bool {
	return f == Enrollment || f == BiometricEnrollment || f == CustomerVerification || f == VideoID
}

// MaxUniqueNumber is the maximum length of a unique number, in characters.
const MaxUniqueNumber = 64

var uniqueNumber = regexp.MustCompile(`^[\pL\pN]([\pL\pN ._:/@+#-]*[\pL\pN])?$`)

// ValidUniqueNumber reports whether a text can be a person's number at the client: letters and digits, with blanks and
// ._:/@+#- between them, at most MaxUniqueNumber characters.
func ValidUniqueNumber(number string) bool {
	return utf8.RuneCountInString(number) <= MaxUniqueNumber && uniqueNumber.MatchString(number)
}

// Enrols reports whether an approved job of f creates or updates a customer.
func (f Function) Enrols() bool { return f == Enrollment || f == BiometricEnrollment }

// CaptureKind is the kind of one capture of a job.
type CaptureKind string

// The capture kinds.
const (
	IDFront        CaptureKind = "id_front"
	IDBack         CaptureKind = "id_back"
	Passport       CaptureKind = "passport"
	SecondaryFront CaptureKind = "secondary_front"
	SecondaryBack  CaptureKind = "secondary_back"
	Selfie         CaptureKind = "selfie"
	Document       CaptureKind = "document"
	Voice          CaptureKind = "voice"
	Signature      CaptureKind = "signature"
	Fingerprints   CaptureKind = "fingerprints"
	Video          CaptureKind = "video"
	NFC            CaptureKind = "nfc"
)

// CaptureKinds returns every kind in the order in which the console shows them.
func CaptureKinds() []CaptureKind {
	return []CaptureKind{
		IDFront, IDBack, Passport, SecondaryFront, SecondaryBack, Selfie, Document, Voice, Signature, Fingerprints,
		Video, NFC,
	}
}

// Known reports whether k is one of CaptureKinds.
func (k CaptureKind) Known() bool { return slices.Contains(CaptureKinds(), k) }

// Need is one requirement on a job's captures: at least one of the kinds.
type Need []CaptureKind

// identity is an identity document: a passport's data page or an ID card's front.
var identity = Need{Passport, IDFront}

// Needs returns the captures that a job of f must have when it is submitted.
func (f Function) Needs() []Need {
	switch f {
	case LiveFaceCheck, CustomerVerification:
		return []Need{{Selfie}}
	case IDValidation, AutoFill:
		return []Need{identity}
	case IDValidationFace, Enrollment:
		return []Need{identity, {Selfie}}
	case BiometricEnrollment:
		return []Need{{Selfie}}
	case VideoID:
		return []Need{{Video}, {Selfie}}
	case DocumentCapture:
		return []Need{{Document}}
	case VoiceCapture:
		return []Need{{Voice}}
	case SignatureCapture:
		return []Need{{Signature}}
	case FingerprintCapture:
		return []Need{{Fingerprints}}
	}
	return nil
}

// Takes reports whether a job of f has a use for captures of a kind.
func (f Function) Takes(kind CaptureKind) bool {
	return slices.ContainsFunc(f.Needs(), func(n Need) bool {
		return slices.Contains(n, kind) || slices.Contains(n, IDFront) && slices.Contains(besideID, kind) ||
			slices.Contains(n, Video) && kind == Voice || // what is spoken in it
			slices.Contains(n, Selfie) && kind == Video // the moves that were asked for with it
	})
}

// besideID are the captures that a job may have beside the front of an identity document: its back, a crop of the
// barcode on it, and a second document.
var besideID = []CaptureKind{IDBack, Document, SecondaryFront, SecondaryBack}

// Requires returns the capabilities that an SDK must have for f, on the device or on the server. Voices, signatures and
// fingerprints are captured by libraries that every flavor has.
func (f Function) Requires() []Capability {
	var all []Capability
	for _, need := range f.Needs() {
		if slices.Contains(need, Passport) || slices.Contains(need, Document) {
			all = append(all, DocumentDetect)
		}
		if slices.Contains(need, Selfie) {
			all = append(all, FaceDetect)
		}
	}
	if f == VideoID {
		all = append(all, VideoIDCapability)
	}
	return all
}

// Lacks returns the capabilities that f requires and that a plan doesn't have.
func (f Function) Lacks(plan []Step) []Capability {
	return slices.DeleteFunc(f.Requires(), func(c Capability) bool {
		return slices.ContainsFunc(plan, func(s Step) bool { return s.Capability == c && s.RunsOn != NotApplicable })
	})
}

// Missing returns the needs that none of the kinds meets.
func (f Function) Missing(have []CaptureKind) []Need {
	var missing []Need
	for _, need := range f.Needs() {
		if !slices.ContainsFunc(need, func(k CaptureKind) bool { return slices.Contains(have, k) }) {
			missing = append(missing, need)
		}
	}
	return missing
}
