// Command eval measures the engine on a folder of samples with ground truth and prints a table per kind. It creates the
// degraded copies itself. Each kind reads its own index.tsv; kinds whose folder is missing are left out. With -peers it
// measures other readers on the same pictures, and the engine again beside them.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofdesk/app/inspection"
)

// kinds holds what can be measured, in this order.
var kinds = []struct {
	name string
	run  func(dir string, t *table) error
}{
	{"aamva", evalAAMVA},
	{"pdf417", evalPDF417},
	{"other", evalOther},
	{"mrz", evalMRZ},
	{"quads", evalQuads},
	{"biometrics", evalFaces},
	{"prints", evalPrints},
	{"realness", evalRealness},
	{"front", evalFront},
}

func main() {
	inspection.Child() // whole inspections run in children of this program
	samples := flag.String("samples", "", "folder of the samples")
	file := flag.String("json", "", "file for the figures")
	only := flag.String("only", "", "kinds to measure, by comma; all unless given")
	others := flag.Bool("peers", false, "measure other readers instead")
	flag.Parse()
	if err := measure(*samples, *file, *only, *others); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

func measure(samples, file, only string, others bool) error {
	t := &table{rows: map[string]row{}}
	if others {
		if err := evalPeers(samples, t); err != nil {
			return err
		}
		return t.write(file)
	}
	for _, kind := range kinds {
		if only != "" && !slices.Contains(strings.Split(only, ","), kind.name) {
			continue
		}
		if err := kind.run(samples, t); err != nil {
			return err
		}
	}
	return t.write(file)
}

// index reads a folder's index.tsv: one map per line, with the names of its header. A missing folder has no lines.
func index(dir string) ([]map[string]string, error) {
	b, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
	head := strings.Split(lines[0], "\t")
	var all []map[string]string
	for _, line := range lines[1:] {
		one := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			if i < len(head) {
				one[head[i]] = cell
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// stopwatch collects how long each of many things took.
type stopwatch struct{ took []time.Duration }

func (s *stopwatch) time(work func()) {
	began := time.Now()
	work()
	s.took = append(s.took, time.Since(began))
}

// into sets median and 95th percentile, in milliseconds.
func (s *stopwatch) into(r row) {
	if len(s.took) == 0 {
		return
	}
	slices.Sort(s.took)
	ms := func(share float64) float64 {
		return float64(s.took[min(len(s.took)-1, int(share*float64(len(s.took))))].Microseconds()) / 1000
	}
	r["median_ms"], r["p95_ms"] = ms(.5), ms(.95)
}
