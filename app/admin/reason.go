package admin

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// ReasonList are the reasons that a company's agents may give, in order, and those that it has retired. A retired one
// keeps its code for ever, so that it never comes to mean something else.
type ReasonList struct {
	Active  []onboarding.ReviewReason
	Retired []onboarding.ReviewReason
}

// The bounds of a list of reasons.
const (
	maxReasonsOfBand = 30
	maxReasonText    = 80
)

// ReasonsOf reads a company's reasons; active are those that agents are offered now, which a company that has set none
// of its own has too.
func (a *Accounts) ReasonsOf(
	ctx context.Context, company string, active []onboarding.ReviewReason,
) (ReasonList, error) {
	c, err := a.Store.Company(ctx, company)
	if err != nil {
		return ReasonList{}, err
	}
	list, _, err := reasonsIn(c, active)
	return list, err
}

func reasonsIn(c store.Company, active []onboarding.ReviewReason) (ReasonList, map[string]json.RawMessage, error) {
	members := map[string]json.RawMessage{}
	var own struct {
		Active  []onboarding.ReviewReason `json:"reviewReasons"`
		Retired []onboarding.ReviewReason `json:"retiredReasons"`
	}
	if json.Unmarshal([]byte(c.Settings), &members) != nil || json.Unmarshal([]byte(c.Settings), &own) != nil {
		return ReasonList{}, nil, fault.New(fault.Internal, "the company's settings can't be read")
	}
	list := ReasonList{Active: own.Active, Retired: own.Retired}
	if len(list.Active) == 0 {
		list.Active = slices.Clone(active)
	}
	return list, members, nil
}

// AddReason adds a reason at the end of its band. Its code is made of the band and the text, and never changes.
func (a *Accounts) AddReason(
	ctx context.Context, actor, company string, active []onboarding.ReviewReason, band onboarding.Band, text string,
) error {
	text, err := reasonText(text)
	if err != nil {
		return err
	}
	if !slices.Contains([]onboarding.Band{onboarding.Fraud, onboarding.Data, onboarding.Quality}, band) {
		return fault.BadField("band", "one_of", "choose fraud, data or quality")
	}
	return a.editReasons(ctx, actor, company, active, "reason.add", func(l *ReasonList) (string, error) {
		if count := l.inBand(band); count >= maxReasonsOfBand {
			return "", fault.BadField("text", "maximum", "a band has at most 30 reasons: retire one first")
		}
		if err := l.fresh(text, ""); err != nil {
			return "", err
		}
		code := l.newCode(band, text)
		l.Active = append(l.Active, onboarding.ReviewReason{Code: code, Band: band, Text: text})
		return code, nil
	})
}

// RenameReason sets the text of a reason; its code stays.
func (a *Accounts) RenameReason(
	ctx context.Context, actor, company string, active []onboarding.ReviewReason, code, text string,
) error {
	text, err := reasonText(text)
	if err != nil {
		return err
	}
	return a.editReasons(ctx, actor, company, active, "reason.rename", func(l *ReasonList) (string, error) {
		at, err := l.find(code)
		if err != nil {
			return "", err
		}
		if err := l.fresh(text, code); err != nil {
			return "", err
		}
		l.Active[at].Text = text
		return code, nil
	})
}

// MoveReason changes places with the one before (up) or after it in its band. The first three of a band have keys.
func (a *Accounts) MoveReason(
	ctx context.Context, actor, company string, active []onboarding.ReviewReason, code string, up bool,
) error {
	return a.editReasons(ctx, actor, company, active, "reason.order", func(l *ReasonList) (string, error) {
		at, err := l.find(code)
		if err != nil {
			return "", err
		}
		step := 1
		if up {
			step = -1
		}
		for other := at + step; other >= 0 && other < len(l.Active); other += step {
			if l.Active[other].Band == l.Active[at].Band {
				l.Active[at], l.Active[other] = l.Active[other], l.Active[at]
				break
			}
		}
		return code, nil
	})
}

// RetireReason offers a reason no longer. Each band keeps at least one.
func (a *Accounts) RetireReason(
	ctx context.Context, actor, company string, active []onboarding.ReviewReason, code string,
) error {
	return a.editReasons(ctx, actor, company, active, "reason.retire", func(l *ReasonList) (string, error) {
		at, err := l.find(code)
		if err != nil {
			return "", err
		}
		if l.inBand(l.Active[at].Band) == 1 {
			return "", fault.New(fault.Conflict, "this is the last reason of its band: add another one first")
		}
		l.Retired = append(l.Retired, l.Active[at])
		l.Active = slices.Delete(l.Active, at, at+1)
		return code, nil
	})
}

// RestoreReason offers a retired reason again, at the end of its band.
func (a *Accounts) RestoreReason(
	ctx context.Context, actor, company string, active []onboarding.ReviewReason, code string,
) error {
	return a.editReasons(ctx, actor, company, active, "reason.restore", func(l *ReasonList) (string, error) {
		at := slices.IndexFunc(l.Retired, func(r onboarding.ReviewReason) bool { return r.Code == code })
		if at < 0 {
			return "", fault.New(fault.NotFound, "there is no such reason")
		}
		l.Active = append(l.Active, l.Retired[at])
		l.Retired = slices.Delete(l.Retired, at, at+1)
		return code, nil
	})
}

func (a *Accounts) editReasons(
	ctx context.Context, actor, company string, active []onboarding.ReviewReason, action string,
	edit func(*ReasonList) (string, error),
) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		c, err := tx.Company(ctx, company)
		if err != nil {
			return err
		}
		list, members, err := reasonsIn(c, active)
		if err != nil {
			return err
		}
		code, err := edit(&list)
		if err != nil {
			return err
		}
		for name, reasons := range map[string][]onboarding.ReviewReason{
			"reviewReasons":  list.Active,
			"retiredReasons": list.Retired,
		} {
			if members[name], err = json.Marshal(reasons); err != nil {
				return fault.Wrap(err, fault.Internal, "the settings do not encode")
			}
		}
		text, err := json.Marshal(members)
		if err != nil {
			return fault.Wrap(err, fault.Internal, "the settings do not encode")
		}
		if err := tx.SetCompanySettings(ctx, company, string(text)); err != nil {
			return err
		}
		return tx.Audit(ctx, entry(company, actor, action, "reason:"+code, nil))
	})
}

func (l *ReasonList) find(code string) (int, error) {
	at := slices.IndexFunc(l.Active, func(r onboarding.ReviewReason) bool { return r.Code == code })
	if at < 0 {
		return 0, fault.New(fault.NotFound, "there is no such reason")
	}
	return at, nil
}

func (l *ReasonList) inBand(band onboarding.Band) int {
	n := 0
	for _, r := range l.Active {
		if r.Band == band {
			n++
		}
	}
	return n
}

// fresh refuses a text that another reason has.
func (l *ReasonList) fresh(text, code string) error {
	for _, r := range l.Active {
		if r.Code != code && strings.EqualFold(r.Text, text) {
			return fault.BadField("text", "unique", "another reason has this text already")
		}
	}
	return nil
}

// newCode makes a code that no reason has or had.
func (l *ReasonList) newCode(band onboarding.Band, text string) string {
	word := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			return unicode.ToLower(r)
		case unicode.IsSpace(r) || r == '-' || r == '_':
			return '_'
		}
		return -1
	}, text), "_")
	if word = strings.Trim(word[:min(len(word), 40)], "_"); word == "" {
		word = "reason"
	}
	first := strings.ToLower(string(band)) + "." + word
	for code, n := first, 2; ; n++ {
		taken := func(r onboarding.ReviewReason) bool { return r.Code == code }
		if !slices.ContainsFunc(l.Active, taken) && !slices.ContainsFunc(l.Retired, taken) {
			return code
		}
		code = first + "_" + strconv.Itoa(n)
	}
}

func reasonText(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	switch n := len([]rune(text)); {
	case n == 0:
		return "", fault.BadField("text", "required", "write what agents and clients are to read")
	case n > maxReasonText:
		return "", fault.BadField("text", "max_length", "the text may have at most 80 characters")
	}
	return text, checkWords("text", text)
}
