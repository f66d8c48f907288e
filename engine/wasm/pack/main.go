// Command pack builds the device half of the engine: engine.wasm, with the wasm_exec.js of the Go that built it, into a
// folder. Large character sets are left out (see lean.go).
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	out := flag.String("o", "bin/device", "folder to write")
	flag.Parse()
	if err := build(*out); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// calm are packages that no loop over a camera's pixels or samples lies in: they are built without inlining, which
// makes the program smaller and not slower. A camera's pictures are no PNG.
var calm = []string{
	"bufio", "bytes", "compress/zlib", "context", "embed", "encoding/binary", "errors", "fmt", "image/png",
	"internal/bisect", "internal/filepathlite", "internal/fmtsort", "internal/godebug", "internal/poll",
	"internal/reflectlite", "internal/strconv", "internal/syscall/unix", "io", "io/fs", "math/rand", "os",
	"path", "path/filepath", "reflect", "sort", "strconv", "strings", "sync", "syscall", "syscall/js", "time",
	"unicode", "unicode/utf16",
	"golang.org/x/text/encoding", "golang.org/x/text/encoding/charmap", "golang.org/x/text/encoding/ianaindex",
	"golang.org/x/text/encoding/unicode", "golang.org/x/text/runes", "golang.org/x/text/transform",
	"golang.org/x/xerrors", "golang.org/x/xerrors/internal", "proofdesk/engine/barcode/eci",
	"proofdesk/engine/spelling",
	"proofdesk/engine", "proofdesk/engine/aamva", "proofdesk/engine/check", "proofdesk/engine/crosscheck",
	"proofdesk/engine/finding", "proofdesk/engine/signature", "proofdesk/engine/wasm",
}

func build(out string) error {
	root, err := ask("list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	out, err = filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	mod, err := leanModule(root)
	if err != nil {
		return err
	}
	target := filepath.Join(out, "engine.wasm")
	args := []string{
		"build", "-mod=mod", "-modfile=" + mod, "-buildvcs=false", "-trimpath", "-tags=device",
		"-ldflags=-s -w -buildid=",
	}
	for _, p := range calm {
		args = append(args, "-gcflags="+p+"=-l")
	}
	cmd := exec.Command("go", append(args, "-o", target, "./engine/wasm")...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	return loader(out)
}

// loader copies the script that starts the program in a browser; it belongs to the Go that built it.
func loader(out string) error {
	home, err := ask("env", "GOROOT")
	if err != nil {
		return err
	}
	return copyFile(filepath.Join(home, "lib", "wasm", "wasm_exec.js"), filepath.Join(out, "wasm_exec.js"))
}

// ask runs the go command and returns its one line.
func ask(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, string(b))
}
