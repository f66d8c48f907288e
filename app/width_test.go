package main_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	mostColumns   = 120
	columnsPerTab = 4
)

// widthChecked are the kinds of hand-written files whose width is checked.
var widthChecked = []string{".go", ".templ", ".ts", ".mjs", ".css", ".sql", ".sh", ".md"}

// address matches an absolute URL, which can't be broken and doesn't count.
var address = regexp.MustCompile(`\S*://\S*`)

// generatedMark is the line by which Go tools recognise generated code.
var generatedMark = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// TestNoLineIsTooWide checks that no line is wider than 120 columns, a tab counting up to the next multiple of four.
// Left out are rows of Markdown tables and URLs, which can't be broken; struct tags, as a line may be too wide by its
// tag alone; and in Go tests the lines of raw strings, which are data or scripts that have to stay as they are.
func TestNoLineIsTooWide(t *testing.T) {
	eachTextFile(t, func(path string, text []byte) {
		var exempt map[int]int
		if strings.HasSuffix(path, ".go") {
			exempt = uncounted(t, path, text)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasSuffix(path, ".md") && strings.HasPrefix(strings.TrimSpace(line), "|") {
				continue
			}
			if width := columns(address.ReplaceAllString(line, "")) - exempt[i+1]; width > mostColumns {
				t.Errorf("%s:%d: the line is %d columns wide: %d is the limit", path, i+1, width, mostColumns)
			}
		}
	})
}

// eachTextFile visits the hand-written files of the repository whose width is checked.
func eachTextFile(t *testing.T, visit func(path string, text []byte)) {
	t.Helper()
	skipped := []string{"node_modules", ".git", ".cache", "dist", "data", "bin", "testdata"}
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(skipped, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		generated := strings.HasSuffix(path, "_templ.go")
		if generated || !slices.Contains(widthChecked, filepath.Ext(path)) {
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err == nil && !generatedMark.Match(text) {
			visit(path, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// columns returns the width of a line.
func columns(line string) int {
	n := 0
	for _, r := range line {
		if r == '\t' {
			n += columnsPerTab - n%columnsPerTab
			continue
		}
		n++
	}
	return n
}

// uncounted returns how many columns of each line of a Go file don't count: those of struct tags, and in tests those of
// raw strings.
func uncounted(t *testing.T, path string, text []byte) map[int]int {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(text, []byte("\n"))
	exempt := map[int]int{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Field:
			if n.Tag != nil {
				exempt[files.Position(n.Tag.Pos()).Line] += columns(n.Tag.Value)
			}
		case *ast.BasicLit:
			if !strings.HasSuffix(path, "_test.go") || !strings.HasPrefix(n.Value, "`") {
				break
			}
			first, last := files.Position(n.Pos()).Line, files.Position(n.End()).Line
			if first == last {
				exempt[first] += columns(n.Value)
				break
			}
			for line := first; line <= last; line++ {
				exempt[line] = columns(string(lines[line-1]))
			}
		}
		return true
	})
	return exempt
}
