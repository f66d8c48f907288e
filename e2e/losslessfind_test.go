package e2e_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/fault"
)

// judged returns the note of the agent's judgement of a job; empty where there is none.
func (w *writer) judged(id string) (string, error) {
	c, err := w.Store.QualityCheckOf(context.Background(), boottest.Company, id)
	if fault.Is(err, fault.NotFound) || c.Second.AgentID != w.ID {
		return "", nil
	}
	return c.Second.Note, err
}

// hidden returns the words that were not sent and that no page shows once all outages are over and both windows have
// opened every job.
func (w *writer) hidden(t *testing.T) []string {
	t.Helper()
	w.outage.Store(noOutage)
	w.goOffline(t, false)
	var shown strings.Builder
	views, err := w.Store.SavedViews(t.Context(), boottest.Company, w.ID, "jobs")
	check(t, err)
	fmt.Fprintln(&shown, views)
	for _, p := range w.tabs {
		w.tab = p
		for q := range viewed {
			fmt.Fprintln(&shown, w.shownAt(t, "/jobs?q="+strconv.Itoa(q)))
		}
	}
	for id := range w.jobs {
		for _, p := range w.tabs {
			w.tab = p
			fmt.Fprintln(&shown, w.shownAt(t, "/jobs/"+id))
		}
		note, err := w.judged(id)
		check(t, err)
		fmt.Fprintln(&shown, note)
		reviews, err := w.Store.Reviews(context.Background(), boottest.Company, id)
		check(t, err)
		for _, r := range reviews {
			if r.UndoneAt.IsZero() {
				fmt.Fprintln(&shown, r.Note, r.Comment)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(w.typed), func(word string) bool {
		return strings.Contains(shown.String(), word)
	})
}

// shownAt returns what a page shows, in its fields too.
func (w *writer) shownAt(t *testing.T, path string) any {
	t.Helper()
	_, _ = w.tab.Goto(w.base + path)
	if w.tab.has("input[name=password]") {
		w.signsIn()
		_, _ = w.tab.Goto(w.base + path)
	}
	w.tab.shown()
	text, err := w.tab.Evaluate(`() => [
		...[...document.querySelectorAll('#job :is(textarea, input:not([type=hidden]))')].map(field => field.value),
		document.getElementById('job')?.innerText,
		...[...document.querySelectorAll('.choice pre')].map(pre => pre.textContent),
	].join('\n')`)
	check(t, err)
	return text
}

// inBar returns the texts of the decision bar of a window, and those that it asks about.
func (w *writer) inBar() string {
	text, _ := w.tab.Evaluate(`() => [
		...[...document.querySelectorAll('#decision textarea')].map(field => field.value),
		...[...document.querySelectorAll('.choice pre')].map(pre => pre.textContent),
	].join('\n')`)
	return fmt.Sprint(text)
}

// found returns every text that an agent can come back to: what the windows show and keep, the drafts on the server,
// the reviews and judgements that were sent and the views that were saved. It is empty while no window can be looked
// into.
func (w *writer) found() string {
	var all strings.Builder
	seen := false
	for _, p := range w.tabs {
		text, err := p.Evaluate(`() => document.getElementById('job') && [
			...[...document.querySelectorAll('textarea, input')].map(field => field.value),
			...[...document.querySelectorAll('.choice pre')].map(pre => pre.textContent),
			...Object.keys(localStorage).filter(key => /^(draft|form)\./.test(key)).map(key => localStorage.getItem(key)),
		].join('\n')`)
		if err == nil && text != nil {
			seen = true
			fmt.Fprintln(&all, text)
		}
	}
	if !seen {
		return ""
	}
	ctx := context.Background()
	views, err := w.Store.SavedViews(ctx, boottest.Company, w.ID, "jobs")
	if err != nil {
		return ""
	}
	fmt.Fprintln(&all, views)
	for id := range w.jobs {
		if d, err := w.Store.Draft(ctx, boottest.Company, id, w.ID); err == nil {
			fmt.Fprintln(&all, d.Body)
		} else if !fault.Is(err, fault.NotFound) {
			return ""
		}
		note, err := w.judged(id)
		if err != nil {
			return ""
		}
		fmt.Fprintln(&all, note)
		reviews, err := w.Store.Reviews(ctx, boottest.Company, id)
		if err != nil {
			return ""
		}
		for _, r := range reviews {
			fmt.Fprintln(&all, r.Note, r.Comment)
		}
	}
	return all.String()
}

// lost returns the words that are nowhere. A request that is under way may have taken them along, so what is missing is
// looked for again until it has arrived.
func (w *writer) lost(t *testing.T) []string {
	t.Helper()
	deadline := time.After(patience)
	for {
		text := w.found()
		if text == "" {
			return nil
		}
		missing := slices.DeleteFunc(slices.Clone(w.typed), func(word string) bool {
			return strings.Contains(text, word)
		})
		if len(missing) == 0 {
			return nil
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-deadline:
			return missing
		}
	}
}
