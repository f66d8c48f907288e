package presets

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"proofdesk/app/preset"
	"proofdesk/app/store"
)

const (
	// UsePeriod is how far back jobs are counted.
	UsePeriod = 30 * 24 * time.Hour
	// givenUp is after how long a job that was not submitted counts as given up.
	givenUp = 24 * time.Hour
)

// Summary is a preset with what was published of it and how it is used.
type Summary struct {
	preset.Preset
	Published   *preset.Edition // the newest version, without its defaults; nil before the first
	Unpublished int             // how many options the draft sets otherwise than the newest version
	Assignments []preset.Assignment
	Uses        []Use // by version, newest first
}

// Jobs returns how many jobs were captured with any version.
func (s Summary) Jobs() int64 {
	var n int64
	for _, u := range s.Uses {
		n += u.Jobs
	}
	return n
}

// Use is what became of the jobs that were captured with one version.
type Use struct {
	store.PresetUse
	Version int
	Ignored []Ignored // options that some of the SDK versions do not have
	bySDK   map[string]int64
}

// Ignored is an SDK version that lacks options which a preset sets.
type Ignored struct {
	SDKVersion string
	Jobs       int64
	Options    []string // names
}

// Overview lists a company's presets by name, with how they were used until now.
func (r *Registry) Overview(ctx context.Context, company string, now time.Time) ([]Summary, error) {
	all, err := r.Store.Presets(ctx, company)
	if err != nil {
		return nil, err
	}
	assignments, err := r.Store.PresetAssignments(ctx, company)
	if err != nil {
		return nil, err
	}
	published, err := r.Store.LatestPresetEditions(ctx, company)
	if err != nil {
		return nil, err
	}
	counts, err := r.Store.PresetUses(ctx, company, now.Add(-UsePeriod), now.Add(-givenUp))
	if err != nil {
		return nil, err
	}
	summaries := make([]Summary, len(all))
	for i, p := range all {
		s := Summary{Preset: p, Assignments: assignedTo(assignments, p.Name)}
		var before preset.Values
		for j, e := range published {
			if e.Preset == p.Name {
				s.Published, before = &published[j], e.Content.Flat()
			}
		}
		s.Unpublished = len(preset.Compare(before, p.Draft.Content().Flat()))
		if s.Uses, err = r.uses(ctx, company, p.Name, counts); err != nil {
			return nil, err
		}
		summaries[i] = s
	}
	return summaries, nil
}

// Ignoring lists the SDK versions of a preset's jobs that lack options which a content sets.
func (s Summary) Ignoring(c preset.Content) []Ignored {
	jobs := map[string]int64{}
	for _, u := range s.Uses {
		for version, n := range u.bySDK {
			jobs[version] += n
		}
	}
	var all []Ignored
	for _, version := range slices.Sorted(maps.Keys(jobs)) {
		if lacking := lackingNames(c, version); len(lacking) > 0 {
			all = append(all, Ignored{SDKVersion: version, Jobs: jobs[version], Options: lacking})
		}
	}
	return all
}

// lackingNames returns the names of the options that an SDK version ignores; none for a text that is no version.
func lackingNames(c preset.Content, sdkVersion string) []string {
	v, ok := preset.ParseVersion(sdkVersion)
	if !ok {
		return nil
	}
	var names []string
	for _, o := range c.Lacking(v) {
		names = append(names, o.Name)
	}
	return names
}

// uses adds up the counts of the versions of one preset.
func (r *Registry) uses(ctx context.Context, company, name string, counts []store.PresetUse) ([]Use, error) {
	type counted struct {
		Use
		content preset.Content
	}
	byVersion := map[int]*counted{}
	var all []*counted
	for _, c := range counts {
		of, text, _ := strings.Cut(c.Preset, "@")
		number, ok := preset.ParseNumber(text)
		if of != name || !ok {
			continue
		}
		u := byVersion[number]
		if u == nil {
			content, err := r.Store.PresetContent(ctx, company, name, number)
			if err != nil {
				return nil, err
			}
			use := Use{PresetUse: store.PresetUse{Preset: c.Preset}, Version: number, bySDK: map[string]int64{}}
			u = &counted{use, content}
			byVersion[number], all = u, append(all, u)
		}
		u.Jobs, u.Due, u.Submitted = u.Jobs+c.Jobs, u.Due+c.Due, u.Submitted+c.Submitted
		u.Outcomes = u.Outcomes.Plus(c.Outcomes)
		u.bySDK[c.SDKVersion] += c.Jobs
		if lacking := lackingNames(u.content, c.SDKVersion); len(lacking) > 0 {
			u.Ignored = append(u.Ignored, Ignored{SDKVersion: c.SDKVersion, Jobs: c.Jobs, Options: lacking})
		}
	}
	slices.SortFunc(all, func(a, b *counted) int { return b.Version - a.Version })
	uses := make([]Use, len(all))
	for i, u := range all {
		uses[i] = u.Use
	}
	return uses, nil
}
