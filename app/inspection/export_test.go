package inspection

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// ChildThat serves as a child like Child, but captures whose bytes begin with "do:" have deed carry out what follows,
// as a flaw of the engine would; "do:pid" and "do:environment" tell of the process, "do:reading"
// of the recogniser's limit.
func ChildThat(deed func(what string)) {
	if len(os.Args) < 2 || os.Args[1] != Argument {
		return
	}
	err := confine()
	if err == nil {
		err = serve(os.Stdin, os.Stdout, func(r request) response {
			for _, blob := range r.Blobs {
				switch what, _ := strings.CutPrefix(string(blob), "do:"); {
				case what == string(blob):
				case what == "pid":
					return response{Fault: fmt.Sprint(os.Getpid())}
				case what == "environment":
					return response{Fault: strings.Join(os.Environ(), " ")}
				case what == "reading":
					return response{Fault: r.Reading.String()}
				default:
					deed(what)
				}
			}
			return work(r)
		})
	}
	if err != nil {
		os.Exit(4)
	}
	os.Exit(0)
}

// Language is what documents of a State are read in, of the languages that are installed.
func Language(state string, installed ...string) string {
	have := map[string]bool{}
	for _, name := range installed {
		have[name] = true
	}
	return language(state, have)
}

// SetAfter replaces the timers of all requests: a request is out of time when something arrives.
func (p *Pool) SetAfter(c <-chan time.Time) {
	p.after = func(time.Duration) <-chan time.Time { return c }
}
