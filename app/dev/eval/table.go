package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// row holds the figures of one kind, by name.
type row map[string]float64

// table holds every kind's row, in the order in which they were measured.
type table struct {
	kinds []string
	rows  map[string]row
}

// column is a figure that most kinds have, under one of several names.
type column struct {
	head  string
	names []string
}

// columns are printed for every kind; the other figures of a kind follow by name.
var columns = []column{
	{"of", []string{"images", "strings", "single", "passports", "same", "cards", "originals"}},
	{"read", []string{"correct", "exact", "all_right", "found", "all_four", "iou_90"}},
	{"key", []string{"key"}},
	{
		"false",
		[]string{
			"wrong", "false_accepts", "false_faces", "others_passed", "false_matches", "photocopies_passed",
			"screens_passed",
		},
	},
	{"median ms", []string{"median_ms"}},
	{"p95 ms", []string{"p95_ms"}},
}

// in returns the figure of a row and whether the row has it.
func (c column) in(r row) (string, bool) {
	for _, name := range c.names {
		if _, ok := r[name]; ok {
			return name, true
		}
	}
	return "", false
}

// put adds a row and prints it: the common columns, the share that was read, then all other figures by name.
func (t *table) put(kind string, r row) {
	if len(t.kinds) == 0 {
		fmt.Print(head())
	}
	t.kinds = append(t.kinds, kind)
	t.rows[kind] = r
	fmt.Print(line(kind, r))
}

func head() string {
	out := fmt.Sprintf("%-22s", "kind")
	for _, c := range columns {
		out += fmt.Sprintf("%10s", c.head)
		if c.head == "read" {
			out += fmt.Sprintf("%8s", "rate")
		}
	}
	return out + "\n"
}

func line(kind string, r row) string {
	out := fmt.Sprintf("%-22s", kind)
	var shown []string
	for _, c := range columns {
		name, ok := c.in(r)
		shown = append(shown, name)
		out += cell(r[name], ok, 10)
		if c.head == "read" {
			of, counted := columns[0].in(r)
			out += cell(100*r[name]/max(r[of], 1), ok && counted, 7) + percent(ok && counted)
		}
	}
	for _, name := range sorted(r) {
		if !slices.Contains(shown, name) {
			out += fmt.Sprintf("  %s %.4g", name, r[name])
		}
	}
	return strings.TrimRight(out, " ") + "\n"
}

func percent(has bool) string {
	if has {
		return "%"
	}
	return " "
}

// cell formats a figure, a dash where there is none.
func cell(v float64, has bool, width int) string {
	if !has {
		return fmt.Sprintf("%*s", width, "-")
	}
	return fmt.Sprintf("%*.4g", width, v)
}

func sorted(r row) []string {
	names := make([]string, 0, len(r))
	for name := range r {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// write writes the figures as JSON, if a file name is set.
func (t *table) write(file string) error {
	if file == "" {
		return nil
	}
	b, err := json.MarshalIndent(t.rows, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(b, '\n'), 0o644)
}
