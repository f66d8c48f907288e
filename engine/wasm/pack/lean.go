package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The barcode reader knows the character sets of golang.org/x/text through a table that keeps all of them in the
// program: a third of a megabyte, compressed, for Chinese, Japanese and Korean byte encodings that no document uses.
// The device is built with a copy of that module whose tables of these four packages are replaced by encodings that
// refuse. A code in one of them is not read on the device but, from the same capture, on the server.

// kept are the packages of the module that are copied as they are.
var kept = []string{
	"encoding", "encoding/charmap", "encoding/internal", "encoding/internal/identifier", "encoding/unicode",
	"internal/utf8internal", "runes", "transform", "unicode/norm",
}

// refused are the encodings that are left out, by package.
var refused = map[string][]string{
	"japanese":           {"EUCJP", "ISO2022JP", "ShiftJIS"},
	"korean":             {"EUCKR"},
	"simplifiedchinese":  {"GB18030", "GBK", "HZGB2312"},
	"traditionalchinese": {"Big5"},
}

const refusing = `// Package %s stands in for encodings that the device does not read.
package %[1]s

import (
	"errors"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

type refused struct{ name string }

func (r refused) String() string { return r.name }

func (refused) NewDecoder() *encoding.Decoder { return &encoding.Decoder{Transformer: refusal{}} }

func (refused) NewEncoder() *encoding.Encoder { return &encoding.Encoder{Transformer: refusal{}} }

type refusal struct{ transform.NopResetter }

func (refusal) Transform([]byte, []byte, bool) (int, int, error) {
	return 0, 0, errors.New("this encoding is not read on the device")
}

`

// named replaces the index of encodings by their registered names: it knows those that are kept.
const named = `// Package ianaindex names the encodings that the device reads.
package ianaindex

import (
	"errors"
	"fmt"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Index finds encodings by name.
type Index struct{}

// IANA is the only index.
var IANA = &Index{}

var errUnknown = errors.New("ianaindex: unknown encoding")

// Encoding finds the encodings that are asked for by name.
func (*Index) Encoding(name string) (encoding.Encoding, error) {
	switch name {
	case "US-ASCII":
		return charmap.Windows1252, nil
	case "UTF-16BE":
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), nil
	}
	return nil, errUnknown
}

// Name is how an encoding calls itself.
func (*Index) Name(e encoding.Encoding) (string, error) {
	if s, ok := e.(fmt.Stringer); ok {
		return s.String(), nil
	}
	return "", errUnknown
}
`

// errorsOnly replaces golang.org/x/xerrors, whose errors carry where in the program they arose: the barcode reader
// makes thousands of them and drops them all.
const errorsOnly = `// Package xerrors makes errors without stack frames.
package xerrors

import (
	"errors"
	"fmt"
)

// Frame is a place in the program; it is not kept.
type Frame struct{}

// Format prints nothing.
func (Frame) Format(Printer) {}

// Caller keeps nothing.
func Caller(int) Frame { return Frame{} }

// Printer prints an error.
type Printer interface {
	Print(args ...any)
	Printf(format string, args ...any)
	Detail() bool
}

// Formatter is an error that prints itself.
type Formatter interface {
	error
	FormatError(Printer) error
}

// FormatError prints the error's text.
func FormatError(f Formatter, s fmt.State, _ rune) { _, _ = s.Write([]byte(f.Error())) }

// New makes an error of a text.
func New(text string) error { return errors.New(text) }

// Errorf makes an error of a format.
func Errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// Is is that of package errors.
func Is(err, target error) bool { return errors.Is(err, target) }

// As is that of package errors.
func As(err error, target any) bool { return errors.As(err, target) }
`

// lean is the folder of both modules, from the root of the repository. The program keeps their paths, so that another
// folder for each build would make each build another one.
const lean = "./.cache/device"

// leanModule writes both modules and a go.mod that uses them, and returns the latter's path.
func leanModule(root string) (string, error) {
	work := filepath.Join(root, lean)
	// on a fresh machine the module isn't there yet, and go list would name no folder for it
	if _, err := ask("mod", "download", "golang.org/x/text"); err != nil {
		return "", err
	}
	source, err := ask("list", "-m", "-f", "{{.Dir}}", "golang.org/x/text")
	if err != nil {
		return "", err
	}
	copied := filepath.Join(work, "text")
	for _, folder := range kept {
		if err := copyPackage(filepath.Join(source, folder), filepath.Join(copied, folder)); err != nil {
			return "", err
		}
	}
	for name, encodings := range refused {
		text := fmt.Sprintf(refusing, name)
		for _, e := range encodings {
			text += fmt.Sprintf("// %s refuses.\nvar %[1]s encoding.Encoding = refused{%[1]q}\n", e)
		}
		if err := writeFile(filepath.Join(copied, "encoding", name, name+".go"), text); err != nil {
			return "", err
		}
	}
	if err := writeFile(filepath.Join(copied, "encoding", "ianaindex", "ianaindex.go"), named); err != nil {
		return "", err
	}
	if err := copyFile(filepath.Join(source, "go.mod"), filepath.Join(copied, "go.mod")); err != nil {
		return "", err
	}
	errorsAt := filepath.Join(work, "xerrors")
	if err := writeFile(filepath.Join(errorsAt, "xerrors.go"), errorsOnly); err != nil {
		return "", err
	}
	if err := writeFile(filepath.Join(errorsAt, "go.mod"), "module golang.org/x/xerrors\n\ngo 1.26\n"); err != nil {
		return "", err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	const format = "%s\nreplace golang.org/x/text => %s/text\n\nreplace golang.org/x/xerrors => %[2]s/xerrors\n"
	replaced := fmt.Sprintf(format, mod, lean)
	path := filepath.Join(work, "device.mod")
	if err := writeFile(path, replaced); err != nil {
		return "", err
	}
	return path, copyFile(filepath.Join(root, "go.sum"), filepath.Join(work, "device.sum"))
}

// copyPackage copies a package's own files, without tests.
func copyPackage(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(to, e.Name()), string(b)); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file in one step, and only where it differs: another build may be reading it.
func writeFile(path, text string) error {
	if before, err := os.ReadFile(path); err == nil && string(before) == text {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(path), ".part-")
	if err != nil {
		return err
	}
	_, err = part.WriteString(text)
	return errors.Join(err, part.Close(), os.Rename(part.Name(), path))
}
