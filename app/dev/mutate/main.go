// Command mutate checks that the tests notice when the code is wrong. It plants one plausible bug at a time from the
// tables in the folder mutations, runs the tests of the packages that should notice it, and exits with 1 if any bug
// survives. No file of the repository is changed: each bug is compiled in through the go command's -overlay flag.
package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"time"
)

//go:embed mutations/*.txt
var embedded embed.FS

func main() {
	dir := flag.String("dir", ".", "root of the module")
	table := flag.String("table", "", "folder of the mutations; those of this program where it is empty")
	only := flag.String("only", "",
		"run only the mutations whose file, sentence or place in the table contains this text")
	timeout := flag.Duration("timeout", 5*time.Minute, "limit for the tests of one package")
	flag.Parse()
	mutations, err := load(*table)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := Runner{Dir: *dir, Timeout: *timeout, Out: os.Stdout}
	if !r.Run(ctx, Choose(mutations, *only)) {
		os.Exit(1)
	}
}

// load reads the mutations of a folder, or the embedded ones.
func load(folder string) ([]Mutation, error) {
	if folder != "" {
		return Load(os.DirFS(folder))
	}
	tables, err := fs.Sub(embedded, "mutations")
	if err != nil {
		return nil, err
	}
	return Load(tables)
}

// Load reads the mutations of every .txt file of a folder, in order of the files' names.
func Load(folder fs.FS) ([]Mutation, error) {
	names, err := fs.Glob(folder, "*.txt")
	if err != nil {
		return nil, err
	}
	var all []Mutation
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		found, err := Parse(name, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// Choose returns the mutations whose file, sentence or place contains a text; all of them where it is empty.
func Choose(all []Mutation, text string) []Mutation {
	var chosen []Mutation
	for _, m := range all {
		if strings.Contains(m.File+"\n"+m.Harm+"\n"+m.Place, text) {
			chosen = append(chosen, m)
		}
	}
	return chosen
}

// printf writes a line of the report.
func (r *Runner) printf(format string, args ...any) {
	out := r.Out
	if out == nil {
		out = io.Discard
	}
	_, _ = fmt.Fprintf(out, format+"\n", args...)
}
