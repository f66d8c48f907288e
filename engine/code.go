package engine

import "proofdesk/engine/finding"

// The codes of checks, see package finding.
const (
	CodeReadable     = finding.CodeReadable
	CodeOriginal     = finding.CodeOriginal
	CodeFocus        = finding.CodeFocus
	CodeGlare        = finding.CodeGlare
	CodeBrightness   = finding.CodeBrightness
	CodeObstruction  = finding.CodeObstruction
	CodeDocument     = finding.CodeDocument
	CodeKind         = finding.CodeKind
	CodeRealness     = finding.CodeRealness
	CodePrint        = finding.CodePrint
	CodeRead         = finding.CodeRead
	CodeMRZ          = finding.CodeMRZ
	CodeBarcode      = finding.CodeBarcode
	CodeCheckDigits  = finding.CodeCheckDigits
	CodeExpiry       = finding.CodeExpiry
	CodeAge          = finding.CodeAge
	CodeDates        = finding.CodeDates
	CodeConsistency  = finding.CodeConsistency
	CodeSecond       = finding.CodeSecond
	CodeSelfie       = finding.CodeSelfie
	CodePortrait     = finding.CodePortrait
	CodeFaceQuality  = finding.CodeFaceQuality
	CodeEyes         = finding.CodeEyes
	CodeMask         = finding.CodeMask
	CodeFaceMatch    = finding.CodeFaceMatch
	CodeSecondFace   = finding.CodeSecondFace
	CodeLiveness     = finding.CodeLiveness
	CodeDuplicate    = finding.CodeDuplicate
	CodeCustomerFace = finding.CodeCustomerFace
	CodeVoice        = finding.CodeVoice
	CodePhrase       = finding.CodePhrase
	CodeSignature    = finding.CodeSignature
	CodeFingerprints = finding.CodeFingerprints
	CodeVideo        = finding.CodeVideo
	CodeFilmFaces    = finding.CodeFilmFaces
	CodeFilmPerson   = finding.CodeFilmPerson
	CodeFilmMotion   = finding.CodeFilmMotion
	CodeChip         = finding.CodeChip
	CodeChipPortrait = finding.CodeChipPortrait
	CodeDisagreement = finding.CodeDisagreement
	CodeCamera       = finding.CodeCamera
)
