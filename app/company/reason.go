package company

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"proofdesk/app/fault"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
)

// The limits of a list of reasons.
const (
	maxReasonsOfBand  = 30
	maxReasonText     = 80
	maxReasonCodeWord = 40
)

// builtInReasons are the reasons of a company that has set none of its own: the first three of a band are chosen with
// the keys 1 to 9, the others with the same keys and Shift.
var builtInReasons = []onboarding.ReviewReason{
	{Code: "fraud.document_altered", Band: onboarding.Fraud, Text: "Document forged or altered"},
	{Code: "fraud.document_copy", Band: onboarding.Fraud, Text: "Photocopy or screen, not the document"},
	{Code: "fraud.face_mismatch", Band: onboarding.Fraud, Text: "Not the person on the document"},
	{Code: "fraud.face_presentation", Band: onboarding.Fraud, Text: "Selfie of a picture, screen or mask"},
	{Code: "fraud.known", Band: onboarding.Fraud, Text: "Known or reported identity fraud"},
	{Code: "data.mismatch", Band: onboarding.Data, Text: "Values differ between sources"},
	{Code: "data.expired", Band: onboarding.Data, Text: "Document has expired"},
	{Code: "data.not_accepted", Band: onboarding.Data, Text: "Document type not accepted"},
	{Code: "data.underage", Band: onboarding.Data, Text: "Person is under age"},
	{Code: "data.duplicate", Band: onboarding.Data, Text: "Person is known under another number"},
	{Code: "quality.unreadable", Band: onboarding.Quality, Text: "Document can't be read"},
	{Code: "quality.face_unclear", Band: onboarding.Quality, Text: "Face can't be seen clearly"},
	{Code: "quality.incomplete", Band: onboarding.Quality, Text: "Document cut off or covered"},
	{Code: "quality.missing", Band: onboarding.Quality, Text: "A needed capture is missing"},
}

// Bands returns the bands of reasons in the order in which the console shows them.
func Bands() []onboarding.Band {
	return []onboarding.Band{onboarding.Fraud, onboarding.Data, onboarding.Quality}
}

// BuiltIn reports whether a reason is a built-in one with its original text.
func BuiltIn(r onboarding.ReviewReason) bool { return slices.Contains(builtInReasons, r) }

// BuiltInReason returns the built-in reason with a code.
func BuiltInReason(code string) (onboarding.ReviewReason, bool) {
	i := slices.IndexFunc(builtInReasons, func(r onboarding.ReviewReason) bool { return r.Code == code })
	if i < 0 {
		return onboarding.ReviewReason{}, false
	}
	return builtInReasons[i], true
}

// ActiveReasons returns the reasons that agents may choose, in order.
func (s Settings) ActiveReasons() []onboarding.ReviewReason {
	if len(s.Reasons) == 0 {
		return slices.Clone(builtInReasons)
	}
	return s.Reasons
}

// AddReason adds a reason at the end of its band and returns its code, which is derived from the band and the text and
// never changes.
func (s *Settings) AddReason(band onboarding.Band, text string) (code string, err error) {
	if text, err = reasonText(text); err != nil {
		return "", err
	}
	if !slices.Contains(Bands(), band) {
		return "", fault.BadField("band", "one_of", "choose a group of reasons: fraud, data or quality")
	}
	active := s.ActiveReasons()
	if err := roomFor(active, band, text); err != nil {
		return "", err
	}
	code = s.newReasonCode(band, text)
	s.Reasons = append(active, onboarding.ReviewReason{Code: code, Band: band, Text: text})
	return code, nil
}

// RenameReason sets the text of a reason; its code stays. It returns a Conflict where the text is no longer the one
// that the caller has seen.
func (s *Settings) RenameReason(code, was, text string) error {
	text, err := reasonText(text)
	if err != nil {
		return err
	}
	active := s.ActiveReasons()
	at, err := findReason(active, code)
	if err != nil {
		return err
	}
	if active[at].Text != was {
		return fault.New(fault.Conflict, "somebody else changed the text of this reason: review it and save again")
	}
	if err := unusedText(active, text, code); err != nil {
		return err
	}
	active[at].Text = text
	s.Reasons = active
	return nil
}

// MoveReason swaps a reason with the one before it (up) or after it in its band, which the caller has seen there. Where
// it is another one by now, it is a Conflict. The first three of a band have keys.
func (s *Settings) MoveReason(code, past string, up bool) error {
	active := s.ActiveReasons()
	at, err := findReason(active, code)
	if err != nil {
		return err
	}
	step := 1
	if up {
		step = -1
	}
	other := at + step
	for other >= 0 && other < len(active) && active[other].Band != active[at].Band {
		other += step
	}
	if other < 0 || other >= len(active) || active[other].Code != past {
		return fault.New(fault.Conflict, "somebody else changed the order of the reasons: look at it again")
	}
	active[at], active[other] = active[other], active[at]
	s.Reasons = active
	return nil
}

// RetireReason stops offering a reason. Its code stays reserved, so that it never gets another meaning. Each band keeps
// at least one reason.
func (s *Settings) RetireReason(code string) error {
	active := s.ActiveReasons()
	at, err := findReason(active, code)
	if err != nil {
		return err
	}
	if inBand(active, active[at].Band) == 1 {
		return fault.New(fault.Conflict, "this is the last reason of its group: add another one first")
	}
	s.RetiredReasons = append(s.RetiredReasons, active[at])
	s.Reasons = slices.Delete(active, at, at+1)
	return nil
}

// RestoreReason offers a retired reason again, at the end of its band. The rules of AddReason for the text and for the
// size of the band apply, as either may have been taken up since the reason was retired.
func (s *Settings) RestoreReason(code string) error {
	at, err := findReason(s.RetiredReasons, code)
	if err != nil {
		return err
	}
	active, restored := s.ActiveReasons(), s.RetiredReasons[at]
	if err := roomFor(active, restored.Band, restored.Text); err != nil {
		return err
	}
	s.Reasons = append(active, restored)
	s.RetiredReasons = slices.Delete(s.RetiredReasons, at, at+1)
	return nil
}

func findReason(all []onboarding.ReviewReason, code string) (int, error) {
	at := slices.IndexFunc(all, func(r onboarding.ReviewReason) bool { return r.Code == code })
	if at < 0 {
		return 0, fault.New(fault.NotFound, "this reason no longer exists: reload the page")
	}
	return at, nil
}

func inBand(all []onboarding.ReviewReason, band onboarding.Band) int {
	n := 0
	for _, r := range all {
		if r.Band == band {
			n++
		}
	}
	return n
}

// roomFor returns an error if a reason with this band and text can't join the active ones: the band is full, or another
// reason has the text.
func roomFor(active []onboarding.ReviewReason, band onboarding.Band, text string) error {
	if inBand(active, band) >= maxReasonsOfBand {
		return fault.BadField("text", "limit", "a group can have at most %d reasons: retire one first",
			maxReasonsOfBand)
	}
	return unusedText(active, text, "")
}

// unusedText refuses a text that a reason other than code has.
func unusedText(all []onboarding.ReviewReason, text, code string) error {
	for _, r := range all {
		if r.Code != code && strings.EqualFold(r.Text, text) {
			return fault.BadField("text", "unique", "another reason already has this text")
		}
	}
	return nil
}

// newReasonCode returns a code that no reason has or had.
func (s *Settings) newReasonCode(band onboarding.Band, text string) string {
	used := func(code string) bool {
		same := func(r onboarding.ReviewReason) bool { return r.Code == code }
		return slices.ContainsFunc(s.ActiveReasons(), same) || slices.ContainsFunc(s.RetiredReasons, same)
	}
	first := strings.ToLower(string(band)) + "." + codeWord(text)
	code := first
	for n := 2; used(code); n++ {
		code = first + "_" + strconv.Itoa(n)
	}
	return code
}

// codeWord converts a text to a word of lower-case ASCII letters, digits and underscores.
func codeWord(text string) string {
	word := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			return unicode.ToLower(r)
		case unicode.IsSpace(r) || r == '-' || r == '_':
			return '_'
		}
		return -1
	}, text), "_")
	word = strings.Trim(word[:min(len(word), maxReasonCodeWord)], "_")
	if word == "" {
		return "reason"
	}
	return word
}

func reasonText(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	switch n := len([]rune(text)); {
	case n == 0:
		return "", fault.BadField("text", "required", "enter the text that agents and clients will read")
	case n > maxReasonText:
		return "", fault.BadField("text", "max_length", "the text can have at most %d characters", maxReasonText)
	}
	return text, naming.CheckWords("text", text)
}
