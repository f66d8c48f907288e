package concurrency_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
)

// requests is how many are sent at the same instant.
const requests = 12

// writer is one write use case under test. Its requests are alike but for their number, which stands in what they write
// as word(i), so that they may come in any order.
type writer struct {
	name  string   // package.Type.Method
	also  []string // other use cases that are nothing but this one
	stage func(w *world) func(i int) error
	blur  *regexp.Regexp // what else differs with the order, such as a number that a request writes
	skip  string         // regular expression of rows that depend on timing alone, with the reason in a comment
}

// word is what request i writes, where it writes a text. It is long, since hashes and identifiers, whose letters are
// random, must not hold it by chance.
func word(i int) string { return "zzqz" + string(rune('a'+i)) + "zqzz" }

var numbered = regexp.MustCompile(`(?i)zzqz[a-l]zqzz`)

// outcome is what requests leave and answer.
type outcome struct {
	answers []string // sorted
	rows    []string // that were added or changed, sorted
	removed []string
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// racing are the databases on which requests meet: with -short PostgreSQL alone, as SQLite's writes come one after the
// other.
func racing() []string {
	if testing.Short() {
		return []string{"postgres"}
	}
	return []string{"postgres", "sqlite"}
}

func TestEveryWriteEqualsSomeSerialOrder(t *testing.T) {
	for _, name := range racing() {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			e := open(t, name, now)
			for i, tt := range table() {
				t.Run(tt.name, func(t *testing.T) {
					one := run(newWorld(t, e, now, 2*i), tt, false)
					all := run(newWorld(t, e, now, 2*i+1), tt, true)
					compare(t, "answers", one.answers, all.answers)
					compare(t, "rows that are new", one.rows, all.rows)
					compare(t, "rows that are gone", one.removed, all.removed)
				})
			}
		})
	}
}

// run sends the twelve requests, at once or one after the other.
func run(w *world, tt writer, atOnce bool) outcome {
	w.Helper()
	write := tt.stage(w)
	normalise := normaliser(w.slug, tt.blur)
	before := w.engine.dump(w.T, w.slug, normalise)
	answers := make([]string, requests)
	if atOnce {
		together(func(i int) { answers[i] = answer(write(i)) })
	} else {
		for i := range requests {
			answers[i] = answer(write(i))
		}
	}
	slices.Sort(answers)
	w.everyFileHasARow()
	after := w.engine.dump(w.T, w.slug, normalise)
	o := outcome{answers: answers, rows: added(before, after), removed: added(after, before)}
	if tt.skip != "" {
		skip := regexp.MustCompile(tt.skip)
		o.rows = slices.DeleteFunc(o.rows, skip.MatchString)
		o.removed = slices.DeleteFunc(o.removed, skip.MatchString)
	}
	return o
}

// everyFileHasARow reports the files of captures that no row names: nobody knows of them, and they stay until a sweeper
// finds them a day later.
func (w *world) everyFileHasARow() {
	w.Helper()
	root := w.safe.Store.(*evidence.Folder).Root
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.Fatal(err)
	}
	if len(files) == 0 {
		return
	}
	rows := strings.Join(slices.Collect(maps.Keys(w.engine.dump(w.T, w.slug, asItIs))), "\n")
	for _, name := range files {
		if !strings.Contains(rows, name) {
			w.Errorf("no row names the file %s", name)
		}
	}
}

// together runs the twelve at the same instant.
func together(request func(i int)) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range requests {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			request(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}

// answer names what a request was told: its code, and the field and rule where it names one.
func answer(err error) string {
	var f *fault.Error
	switch {
	case err == nil:
		return "ok"
	case !errors.As(err, &f):
		return "unexpected: " + err.Error()
	case errors.Is(err, intake.ErrPaused): // a conflict with a decision, which may be undone
		return string(fault.Conflict)
	case f.Code == fault.Internal || f.Code == fault.Unavailable:
		return fmt.Sprintf("%s: %v", f.Code, err)
	case len(f.Fields) > 0:
		return string(f.Code) + " " + f.Fields[0].Name + " " + f.Fields[0].Rule
	}
	return string(f.Code)
}

func compare(t *testing.T, what string, serial, parallel []string) {
	t.Helper()
	if slices.Equal(serial, parallel) {
		return
	}
	count := func(all []string) map[string]int {
		n := map[string]int{}
		for _, one := range all {
			n[one]++
		}
		return n
	}
	a, b := count(serial), count(parallel)
	var lines []string
	for row, n := range a {
		if b[row] != n {
			lines = append(lines, fmt.Sprintf("%3d one by one, %3d at once: %.400s", n, b[row], row))
		}
	}
	for row, n := range b {
		if a[row] == 0 {
			lines = append(lines, fmt.Sprintf("%3d one by one, %3d at once: %.400s", 0, n, row))
		}
	}
	slices.Sort(lines)
	t.Errorf("%s:\n%s", what, strings.Join(lines, "\n"))
}
