package store

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"proofdesk/app/onboarding"
)

const (
	maxTerm  = 64 // bytes of one word
	maxWords = 4  // of one query
)

// Terms folds texts into the words that search compares: no accents, lower case, letters and digits only, each once.
// A text that holds joining marks ("AB-12") also gives itself without them.
func Terms(texts ...string) []string {
	var terms []string
	for _, text := range texts {
		words := strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(words) > 1 && !strings.ContainsAny(text, " \t\n") {
			words = append(words, strings.Join(words, ""))
		}
		for _, word := range words {
			if len(word) > maxTerm {
				word = strings.ToValidUTF8(word[:maxTerm], "")
			}
			if !slices.Contains(terms, word) {
				terms = append(terms, word)
			}
		}
	}
	return terms
}

// fold takes accents and case away.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
}

const insertTerm = "INSERT INTO job_terms (company, term, seq, job_id) VALUES (?, ?, ?, ?) ON CONFLICT (company, term, seq) DO NOTHING"

// IndexJob lets search find a job by the words of the texts: name, document number, unique number and the like.
func (tx *Tx) IndexJob(ctx context.Context, j onboarding.Job, texts ...string) error {
	for _, term := range Terms(texts...) {
		if err := tx.insert(ctx, insertTerm, j.Company, term, j.Seq, j.ID); err != nil {
			return err
		}
	}
	return nil
}

const (
	searchFrom = ` FROM job_terms t JOIN jobs j ON j.company = t.company AND j.id = t.job_id WHERE t.company = ? AND t.seq < ? AND t.term = ?`
	searchAnd  = ` AND EXISTS (SELECT 1 FROM job_terms w WHERE w.company = t.company AND w.term = ? AND w.seq = t.seq)`
	searchEnd  = ` ORDER BY t.seq DESC LIMIT ?`
)

var searchColumns = "SELECT " + qualify("j", jobColumns)

// qualify puts a table's name before each column of a list.
func qualify(table, columns string) string {
	parts := strings.Split(columns, ",")
	for i, part := range parts {
		parts[i] = table + "." + strings.TrimSpace(part)
	}
	return strings.Join(parts, ", ")
}

// SearchJobs lists the jobs that hold every word of the query (the longest four), newest first, before a seq (0 for the
// newest). A query without a word finds nothing.
func (q queries) SearchJobs(ctx context.Context, company, query string, before int64, limit int) ([]onboarding.Job, error) {
	words := Terms(strings.Fields(query)...)
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	words = words[:min(len(words), maxWords)]
	if len(words) == 0 {
		return nil, nil
	}
	if before == 0 {
		before = 1<<63 - 1
	}
	args := []any{company, before}
	for _, word := range words {
		args = append(args, word)
	}
	text := searchColumns + searchFrom + strings.Repeat(searchAnd, len(words)-1) + searchEnd
	return list(ctx, q, scanJob, text, append(args, limit)...)
}

const (
	maxPrefixed  = 2000 // words that a beginning may stand for
	searchPrefix = ` FROM jobs j WHERE j.company = ? AND j.seq IN (
	SELECT t.seq FROM job_terms t WHERE t.company = ? AND t.term >= ? AND t.term < ? AND t.seq < ? LIMIT ?) ORDER BY j.seq DESC LIMIT ?`
)

// SearchJobsBeginning lists jobs that hold a word which begins with the query's last word, newest first, before a seq (0 for
// the newest). It is for words that are not complete yet; one of fewer than three characters finds nothing.
func (q queries) SearchJobsBeginning(ctx context.Context, company, query string, before int64, limit int) ([]onboarding.Job, error) {
	words := Terms(strings.Fields(query)...)
	if len(words) == 0 || len([]rune(words[len(words)-1])) < 3 {
		return nil, nil
	}
	if before == 0 {
		before = 1<<63 - 1
	}
	word := words[len(words)-1]
	return list(ctx, q, scanJob, searchColumns+searchPrefix, company, company, word, word+"\U0010FFFF", before, maxPrefixed, limit)
}

const jobOfEvent = "SELECT job_id FROM events WHERE company = ? AND id = ?"

// JobOfEvent gives the job that an event tells of.
func (q queries) JobOfEvent(ctx context.Context, company, eventID string) (string, error) {
	var id string
	err := q.row(ctx, jobOfEvent, company, eventID).or("no such event").scan(&id)
	return id, err
}
