package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoCodeSizesItselfByTheMachine guards that the program respects the processor quota of a container. GOMAXPROCS(0)
// is the number that the quota allows; NumCPU counts the processors of the machine.
func TestNoCodeSizesItselfByTheMachine(t *testing.T) {
	const machine = "runtime." + "NumCPU"
	sources(t, func(path, _ string, _ []string) {
		b, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), machine) {
			t.Errorf("%s calls %s: call runtime.GOMAXPROCS(0)", path, machine)
		}
	})
}
