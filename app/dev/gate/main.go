// Command gate prints what a run of `make test` cost: the seconds of each step, the packages and tests that took
// longest, the tests that failed and then passed, and the processor time of everything. It exits with 1 where a package
// was not run or failed outside its tests, and where one takes more processor time than it may; more than others may
// those in heavy.txt.
package main

import (
	"cmp"
	_ "embed"
	"flag"
	"fmt"
	"os"
)

//go:embed heavy.txt
var heavy string

func main() {
	folder := flag.String("dir", ".cache/gate", "folder with what the steps wrote")
	whole := flag.Bool("whole", false, "whether tables were run whole, so that packages may take what they need")
	flag.Parse()
	run, err := Load(os.DirFS(*folder))
	reasons, wrong := Reasons(heavy)
	if err := cmp.Or(err, wrong); err != nil {
		fmt.Fprintln(os.Stderr, "gate:", err)
		os.Exit(2)
	}
	fmt.Print(run)
	var grown []string
	if !*whole {
		grown = run.Grown(reasons)
	}
	for _, sentence := range grown {
		fmt.Println("red:", sentence)
	}
	if len(grown)+len(run.Faults) > 0 {
		os.Exit(1)
	}
}
