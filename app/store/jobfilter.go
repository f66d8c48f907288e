package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
)

// DecidedBy is who decided a job.
type DecidedBy string

// Who may decide a job: the engine with the policy, or a person.
const (
	ByEngine DecidedBy = "engine"
	ByPerson DecidedBy = "person"
)

// JobFilter narrows a list of jobs; an empty field does not.
type JobFilter struct {
	Text     string            // words, all of which the job has
	Begin    bool              // only the text's last word counts, as the beginning of a word
	Status   onboarding.Status // in upper or lower case
	Function onboarding.Function
	By       DecidedBy
	Agent    string    // id of the agent whose decision stands
	Reason   string    // code of a reason of that decision
	Client   string    // id
	Preset   string    // name, or name@version
	From     time.Time // created on or after
	Until    time.Time // created before
	Viewer   string    // id of an agent from whom the jobs that they judge blind are hidden
}

// needsScan reports whether the filter has parts for which there is no index.
func (f JobFilter) needsScan() bool {
	return f.Function != "" || f.By != "" || f.Agent != "" || f.Reason != "" || f.Client != "" || f.Preset != ""
}

// FoundJobs is one page of a list of jobs.
type FoundJobs struct {
	Jobs    []onboarding.Job
	Next    int64 // the seq before which the next page begins; 0 on the last page
	Partial bool  // whether the page ended because enough jobs were looked at, not because it is full
}

const (
	scanJobs  = 20000 // jobs that one page looks at
	scanCount = 3000  // jobs that one count looks at

	fromJobs   = ` FROM jobs j WHERE j.company = ? AND j.seq < ? AND j.seq >= ? AND ? = ''`
	fromStatus = ` FROM jobs j WHERE j.company = ? AND j.seq < ? AND j.seq >= ? AND j.status = ?`
	fromTerm   = `
		FROM job_terms t
		JOIN jobs j ON j.company = t.company AND j.id = t.job_id
		WHERE t.company = ? AND t.seq < ? AND t.seq >= ? AND t.term = ?`
	fromPrefix = `
		FROM jobs j
		WHERE j.company = ? AND j.seq < ? AND j.seq >= ? AND j.seq IN (
			SELECT t.seq
			FROM job_terms t
			WHERE t.company = ? AND t.term >= ? AND t.term < ? AND t.seq < ?
			LIMIT ?
		)`

	jobWhere = `
		AND (? = '' OR j.function = ?)
		AND (? = '' OR lower(j.status) = ?)
		AND (? = '' OR j.client_id = ?)
		AND (? = '' OR j.preset = ? OR j.preset LIKE ? ESCAPE '!')
		AND (? <> 'person' OR j.reviewed_at > 0)
		AND (? <> 'engine' OR (j.reviewed_at = 0 AND j.decided_at > 0 AND j.status <> 'REVIEW'))
		AND (? = '' OR EXISTS (
			SELECT 1
			FROM reviews r
			WHERE r.company = j.company AND r.job_id = j.id AND r.kind = 'DECISION' AND r.undone_at IS NULL
				AND (? = '' OR r.agent_id = ?) AND r.reasons LIKE ? ESCAPE '!'
		))
		AND j.id NOT IN (` + blindJobs + `)`
	jobOrder  = ` ORDER BY j.seq DESC LIMIT ?`
	termOrder = ` ORDER BY t.seq DESC LIMIT ?`

	floorOfJobs   = `SELECT j.seq` + fromJobs + ` ORDER BY j.seq DESC LIMIT 1 OFFSET ?`
	floorOfStatus = `SELECT j.seq` + fromStatus + ` ORDER BY j.seq DESC LIMIT 1 OFFSET ?`
	floorOfTerm   = `
		SELECT t.seq
		FROM job_terms t
		WHERE t.company = ? AND t.seq < ? AND t.seq >= ? AND t.term = ?
		ORDER BY t.seq DESC
		LIMIT 1 OFFSET ?`

	countJobs   = `SELECT count(*) FROM (SELECT 1` + fromJobs + jobWhere + ` LIMIT ?) n`
	countStatus = `SELECT count(*) FROM (SELECT 1` + fromStatus + jobWhere + ` LIMIT ?) n`
	countPrefix = `SELECT count(*) FROM (SELECT 1` + fromPrefix + jobWhere + ` LIMIT ?) n`
)

var (
	findJobs   = selectJobs + fromJobs + jobWhere + jobOrder
	findStatus = selectJobs + fromStatus + jobWhere + jobOrder
	findPrefix = selectJobs + fromPrefix + jobWhere + jobOrder
)

// conditions returns the arguments of jobWhere.
func (f JobFilter) conditions(company string) []any {
	marks := strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")
	pattern := "%"
	if f.Reason != "" {
		pattern = `%"code":"` + marks.Replace(f.Reason) + `"%`
	}
	status := strings.ToLower(string(f.Status))
	return []any{
		string(f.Function), string(f.Function), status, status, f.Client, f.Client, f.Preset, f.Preset,
		marks.Replace(f.Preset) + "@%", string(f.By), string(f.By), f.Agent + f.Reason, f.Agent, f.Agent, pattern,
		company, f.Viewer,
	}
}

// spellings returns the ways in which rows write a status: automated processing in upper case, a review in mixed case.
func (f JobFilter) spellings() []string {
	if f.Status == "" {
		return nil
	}
	upper := strings.ToUpper(string(f.Status))
	all := []string{upper}
	for _, s := range onboarding.ReviewOutcomes() {
		if s.Is(f.Status) {
			all = append(all, string(s))
		}
	}
	return all
}

// readings returns the ways in which the text may be meant, each as the words that a job must have.
func (f JobFilter) readings() [][]string {
	if !f.Begin {
		return readings(f.Text)
	}
	if word := beginning(f.Text); word != "" {
		return [][]string{{word}}
	}
	return nil
}

// matchesNothing reports whether the text has no word to look for.
func (f JobFilter) matchesNothing() bool { return f.Text != "" && len(f.readings()) == 0 }

// span is the part of a list that is looked at: the seqs from floor up to, but without, before.
type span struct {
	company       string
	before, floor int64
}

func (f JobFilter) span(company string, before int64) span {
	s := span{company: company, before: before}
	if before == 0 {
		s.before = 1<<63 - 1
	}
	if !f.Until.IsZero() {
		s.before = min(s.before, ids.FirstSeq(f.Until))
	}
	if !f.From.IsZero() {
		s.floor = ids.FirstSeq(f.From)
	}
	return s
}

// FindJobs lists a company's jobs that match a filter, newest first, before a seq (0 for the newest). A filter without
// an index looks at a bounded number of jobs, so that a page may have fewer than limit jobs although there are more.
func (q queries) FindJobs(
	ctx context.Context, company string, f JobFilter, before int64, limit int,
) (FoundJobs, error) {
	if f.matchesNothing() {
		return FoundJobs{}, nil
	}
	s, whole := f.span(company, before), int64(0)
	if f.needsScan() {
		floor, err := q.floor(ctx, f, s, scanJobs)
		if err != nil {
			return FoundJobs{}, err
		}
		whole, s.floor = s.floor, max(s.floor, floor)
	}
	jobs, err := q.jobsOf(ctx, f, s, limit+1)
	if err != nil {
		return FoundJobs{}, err
	}
	switch {
	case len(jobs) > limit:
		return FoundJobs{Jobs: jobs[:limit], Next: jobs[limit-1].Seq}, nil
	case f.needsScan() && s.floor > whole:
		return FoundJobs{Jobs: jobs, Next: s.floor, Partial: true}, nil
	}
	return FoundJobs{Jobs: jobs}, nil
}

// floor returns the seq of the row after which enough rows were looked at; 0 where there are no more than that.
func (q queries) floor(ctx context.Context, f JobFilter, s span, rows int) (int64, error) {
	args := []any{s.company, s.before, s.floor}
	highest := int64(0)
	for _, words := range f.readings() {
		if f.Begin {
			return 0, nil
		}
		at, err := q.seq(ctx, floorOfTerm, append(slices.Clone(args), words[0], rows)...)
		if err != nil {
			return 0, err
		}
		highest = max(highest, at)
	}
	if f.Text != "" {
		return highest, nil
	}
	for _, status := range f.spellings() {
		at, err := q.seq(ctx, floorOfStatus, append(slices.Clone(args), status, rows)...)
		if err != nil {
			return 0, err
		}
		highest = max(highest, at)
	}
	if f.Status != "" {
		return highest, nil
	}
	return q.seq(ctx, floorOfJobs, append(args, "", rows)...)
}

// seq reads one number; 0 where there is no row.
func (q queries) seq(ctx context.Context, query string, args ...any) (int64, error) {
	var n int64
	err := q.row(ctx, query, args...).scan(&n)
	if fault.Is(err, fault.NotFound) {
		return 0, nil
	}
	return n, err
}

func (q queries) jobsOf(ctx context.Context, f JobFilter, s span, limit int) ([]onboarding.Job, error) {
	args := []any{s.company, s.before, s.floor}
	if f.Text == "" && f.Status == "" {
		return list(ctx, q, scanJob, findJobs, append(append(args, ""), append(f.conditions(s.company), limit)...)...)
	}
	var all []onboarding.Job
	take := func(text string, args ...any) error {
		some, err := list(ctx, q, scanJob, text, append(append(args, f.conditions(s.company)...), limit)...)
		all = append(all, some...)
		return err
	}
	for _, words := range f.readings() {
		var err error
		if f.Begin {
			err = take(findPrefix, append(args, s.company, words[0], words[0]+"\U0010FFFF", s.before, maxPrefixed)...)
		} else {
			query := selectJobs + fromTerm + strings.Repeat(andTerm, len(words)-1) + jobWhere + termOrder
			err = take(query, append(slices.Clone(args), bound(words)...)...)
		}
		if err != nil {
			return nil, err
		}
	}
	if f.Text == "" {
		for _, status := range f.spellings() {
			if err := take(findStatus, append(slices.Clone(args), status)...); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(all, func(a, b onboarding.Job) int { return cmp.Compare(b.Seq, a.Seq) })
	all = slices.CompactFunc(all, func(a, b onboarding.Job) bool { return a.Seq == b.Seq && a.ID == b.ID })
	return all[:min(len(all), limit)], nil
}

// bound returns words as arguments of a query.
func bound(words []string) []any {
	args := make([]any, len(words))
	for i, word := range words {
		args[i] = word
	}
	return args
}

// CountJobs counts the jobs that match a filter, up to a bound. More is true where there may be further ones.
func (q queries) CountJobs(ctx context.Context, company string, f JobFilter, bound int) (n int, more bool, err error) {
	if f.matchesNothing() {
		return 0, false, nil
	}
	s := f.span(company, 0)
	floor, err := q.floor(ctx, f, s, scanCount)
	if err != nil {
		return 0, false, err
	}
	partial := f.needsScan() && floor > s.floor
	if partial {
		s.floor = floor
	}
	n, err = q.countIn(ctx, f, s, bound)
	return n, partial || n >= bound, err
}

// CountAllJobs counts every job that matches a filter, up to a bound. It may look at all of a company's jobs.
func (q queries) CountAllJobs(ctx context.Context, company string, f JobFilter, bound int) (int, error) {
	if f.matchesNothing() {
		return 0, nil
	}
	return q.countIn(ctx, f, f.span(company, 0), bound)
}

func (q queries) countIn(ctx context.Context, f JobFilter, s span, bound int) (n int, err error) {
	args, tally := []any{s.company, s.before, s.floor}, func(query string, args ...any) error {
		one := 0
		err := q.row(ctx, query, append(append(args, f.conditions(s.company)...), bound)...).scan(&one)
		n += one
		return err
	}
	switch word := beginning(f.Text); {
	case f.Begin:
		err = tally(countPrefix, append(args, s.company, word, word+"\U0010FFFF", s.before, maxPrefixed)...)
	case f.Text != "":
		var jobs []onboarding.Job
		jobs, err = q.jobsOf(ctx, f, s, bound)
		n = len(jobs)
	case f.Status == "":
		err = tally(countJobs, append(args, "")...)
	default:
		for _, status := range f.spellings() {
			if err = tally(countStatus, append(slices.Clone(args), status)...); err != nil {
				break
			}
		}
	}
	return min(n, bound), err
}
