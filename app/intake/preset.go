package intake

import (
	"context"
	"strconv"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

// PresetVersion names a version of a preset.
type PresetVersion struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
}

// String returns the version as a host application names it: name@3. It is empty where there is no preset.
func (v PresetVersion) String() string {
	if v.Name == "" {
		return ""
	}
	return v.Name + "@" + strconv.Itoa(v.Version)
}

// Explained is an option in force and where it comes from: DEFAULT, HOST, or PRESET, of which Version is the number.
type Explained struct {
	Value   any    `json:"value"`
	Reason  string `json:"reason"`
	Version int    `json:"version,omitempty"`
}

// inForce is the options of a session or a job.
type inForce struct {
	edition preset.Edition // without a name where no preset applies
	options preset.Values
	host    preset.Values // what the host application chose
}

// with returns the options with those that the host application sets in their place.
func (f inForce) with(host preset.Values, v preset.Version) inForce {
	f.edition, f.host = f.edition.With(host), host
	f.options = f.edition.Effective(v)
	return f
}

func (f inForce) version() PresetVersion {
	return PresetVersion{Name: f.edition.Preset, Version: f.edition.Number}
}

// explain returns each option with the reason for its value.
func (f inForce) explain() map[string]Explained {
	set := f.edition.Content
	language, _ := f.options["language"].(string)
	all := make(map[string]Explained, len(f.options))
	for path, value := range f.options {
		e := Explained{Value: value, Reason: "DEFAULT"}
		_, forAll := set.Values[path]
		_, forLanguage := set.Texts[language][path]
		switch {
		case f.host[path] != nil:
			e.Reason = "HOST"
		case forAll || forLanguage:
			e.Reason, e.Version = "PRESET", f.edition.Number
		}
		all[path] = e
	}
	return all
}

// placement is for whom options are wanted.
type placement struct {
	preset    string // name or name@version as the host application chose; empty for what is assigned
	function  onboarding.Function
	applicant string              // the same for every session of an applicant, where that is known
	drawn     bool                // preset is what the session got, which may be none
	inForce   []preset.Assignment // when the session got it; nil for those of today
}

// optionsFor returns the options in force for an SDK version.
func (in *Intake) optionsFor(ctx context.Context, c Caller, p placement, v preset.Version) (inForce, error) {
	e, err := in.edition(ctx, c, p)
	if err != nil {
		return inForce{}, err
	}
	return inForce{edition: e, options: e.Effective(v)}, nil
}

// guarded returns the options that the server acts on for a job. A host application runs on the applicant's device,
// from which any of the company's presets could be named: one that it names can't protect a job less than the
// company's assignments do for its client and function. For the job of a session these are the assignments of when it
// began, so that a job is judged by what its captures were taken with.
func (in *Intake) guarded(
	ctx context.Context, c Caller, p placement, v preset.Version, options preset.Values,
) (preset.Values, error) {
	if p.preset == "" && !p.drawn {
		return options, nil
	}
	all := p.inForce
	if all == nil {
		var err error
		if all, err = in.Store.PresetAssignments(ctx, c.Company); err != nil {
			return nil, err
		}
	}
	possible, everybody := preset.Possible(all, c.ClientID, p.function, in.Clock.Now())
	var floors []preset.Values
	if !everybody {
		floors = append(floors, preset.Defaults(v))
	}
	for _, a := range possible {
		e, err := in.assigned(ctx, c.Company, a)
		if err != nil {
			return nil, err
		}
		floors = append(floors, e.Effective(v))
	}
	return options.AtLeast(floors...), nil
}

func (in *Intake) edition(ctx context.Context, c Caller, p placement) (preset.Edition, error) {
	switch {
	case p.preset != "":
		return in.namedEdition(ctx, c.Company, p.preset)
	case p.drawn:
		return preset.Edition{}, nil
	}
	all, err := in.Store.PresetAssignments(ctx, c.Company)
	if err != nil {
		return preset.Edition{}, err
	}
	a, ok := preset.Choose(all, c.ClientID, p.function, p.applicant, in.Clock.Now())
	if !ok {
		return preset.Edition{}, nil
	}
	return in.assigned(ctx, c.Company, a)
}

// assigned returns the version that an assignment is of.
func (in *Intake) assigned(ctx context.Context, company string, a preset.Assignment) (preset.Edition, error) {
	return in.Store.PresetEdition(ctx, company, a.Preset, a.InForce())
}

// namedEdition returns the version that name@version names, or the latest for a name alone. An archived preset is found
// with its version only, for a job whose session began before.
func (in *Intake) namedEdition(ctx context.Context, company, ref string) (preset.Edition, error) {
	name, text, numbered := strings.Cut(ref, "@")
	of, err := in.Store.Preset(ctx, company, name)
	switch {
	case err != nil && !fault.Is(err, fault.NotFound):
		return preset.Edition{}, err
	case err != nil:
		return preset.Edition{}, fault.BadField("preset", "one_of", "there is no preset with this name")
	case of.Latest == 0:
		return preset.Edition{}, fault.BadField("preset", "one_of", "nothing of this preset is published yet")
	case !numbered && of.Archived:
		return preset.Edition{}, fault.BadField("preset", "one_of", "this preset is archived")
	}
	number := of.Latest
	if numbered {
		var ok bool
		if number, ok = preset.ParseNumber(text); !ok {
			return preset.Edition{}, fault.BadField("preset", "format", "preset must be a name, or name@version")
		}
	}
	e, err := in.Store.PresetEdition(ctx, company, name, number)
	if fault.Is(err, fault.NotFound) {
		return e, fault.BadField("preset", "one_of", "the preset has no version %d; the newest is %d", number,
			of.Latest)
	}
	return e, err
}
