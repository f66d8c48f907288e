// Package policy decides which findings lead to which outcome. It does no I/O. A weak provider may lower a result but
// never approves by itself.
package policy

import (
	"maps"
	"slices"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// Requirement is a check that must pass for a function, by a provider of at least this assurance.
type Requirement struct {
	Check     string           `json:"check"`
	Assurance engine.Assurance `json:"assurance"`
}

// Policy is a company's rules.
type Policy struct {
	Version      int                                   `json:"version"`
	Requirements map[onboarding.Function][]Requirement `json:"requirements"`
	DeclineOn    []string                              `json:"declineOn"` // data checks whose FAIL declines by itself
	MinimumAge   int                                   `json:"minimumAge"`
	// lower assurances that the operator accepted by name
	Accepted map[string]engine.Assurance `json:"accepted,omitempty"`
}

// DeclineAssurance is the assurance from which a FAIL declines by itself.
const DeclineAssurance = engine.Calibrated

var quality = []Requirement{{engine.CodeFocus, 1}, {engine.CodeGlare, 1}, {engine.CodeBrightness, 1}}

var identityDocument = append(slices.Clone(quality),
	Requirement{engine.CodeKind, 1}, Requirement{engine.CodeRealness, 1}, Requirement{engine.CodeRead, 1},
	Requirement{engine.CodeCheckDigits, 1},
	Requirement{engine.CodeExpiry, 1}, Requirement{engine.CodeAge, 1}, Requirement{engine.CodeDates, 1},
	Requirement{engine.CodeConsistency, 1})

var liveFace = []Requirement{{engine.CodeSelfie, 1}, {engine.CodeFaceQuality, 1}, {engine.CodeLiveness, 3}}

// Default returns the policy of a company that has set none.
func Default() Policy {
	matched := slices.Concat(identityDocument, liveFace, []Requirement{{engine.CodeFaceMatch, 2}})
	known := append(slices.Clone(liveFace), Requirement{engine.CodeCustomerFace, 2})
	unique := Requirement{engine.CodeDuplicate, 2}
	return Policy{
		Version: 1,
		Requirements: map[onboarding.Function][]Requirement{
			onboarding.LiveFaceCheck:        liveFace,
			onboarding.IDValidation:         identityDocument,
			onboarding.IDValidationFace:     matched,
			onboarding.Enrollment:           append(slices.Clone(matched), unique),
			onboarding.BiometricEnrollment:  append(slices.Clone(liveFace), unique),
			onboarding.CustomerVerification: known,
			onboarding.VideoID: append(slices.Clone(known), Requirement{engine.CodeFilmFaces, 1},
				Requirement{engine.CodeFilmPerson, 2}, Requirement{engine.CodeFilmMotion, 1},
				Requirement{engine.CodeVideo, 3}, Requirement{engine.CodePhrase, 3}),
			onboarding.AutoFill: {{engine.CodeRead, 1}},
			onboarding.DocumentCapture: {
				{engine.CodeDocument, 1}, {engine.CodeFocus, 1}, {engine.CodeBrightness, 1},
			},
			onboarding.VoiceCapture:       {{engine.CodeVoice, 1}},
			onboarding.SignatureCapture:   {{engine.CodeSignature, 1}},
			onboarding.FingerprintCapture: {{engine.CodeFingerprints, 2}},
		},
		DeclineOn:  []string{engine.CodeExpiry, engine.CodeCheckDigits, engine.CodeAge},
		MinimumAge: 18,
	}
}

// required returns the requirements of a function under the policy, with the lower assurances that the operator
// accepted.
func (p Policy) required(f onboarding.Function) []Requirement {
	needs := slices.Clone(p.Requirements[f])
	for i, need := range needs {
		if lower, ok := p.Accepted[need.Check]; ok && lower < need.Assurance {
			needs[i].Assurance = lower
		}
	}
	return needs
}

// AcceptedNames returns the checks for which the operator accepted a lower assurance, for the job's record.
func (p Policy) AcceptedNames() []string { return slices.Sorted(maps.Keys(p.Accepted)) }
