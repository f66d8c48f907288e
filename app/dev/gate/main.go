// Command gate prints what a run of `make test` cost: the seconds of each step, the packages and tests that took
// longest, the tests that failed and then passed, and the processor time of everything. It exits with 1 where a package
// takes more processor time than a package may and is not one of those in heavy.txt.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
)

//go:embed heavy.txt
var heavy string

func main() {
	folder := flag.String("dir", ".cache/gate", "folder with what the steps wrote")
	flag.Parse()
	run, err := Load(os.DirFS(*folder))
	if err != nil {
		fmt.Fprintln(os.Stderr, "gate:", err)
		os.Exit(2)
	}
	fmt.Print(run)
	grown := run.Grown(Reasons(heavy))
	for _, name := range grown {
		fmt.Printf("%s takes more than %.0f s of processor time and is not in app/dev/gate/heavy.txt\n",
			name, run.Limit().Seconds())
	}
	if len(grown) > 0 {
		os.Exit(1)
	}
}
