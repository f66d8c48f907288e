package docs

import (
	"fmt"
	"strings"
)

// receivers are the programs that receive events, as a file each and the command that starts it.
var receivers = []struct{ language, file, command string }{
	{"Node.js", "receiver.mjs", "node receiver.mjs"},
	{"Python", "receiver.py", "python3 receiver.py"},
	{"Go", "receiver.go", "go run receiver.go"},
	{"Java", "Receiver.java", "java Receiver.java"},
	{"PHP", "receiver.php", "php -S 127.0.0.1:$PORT receiver.php"},
}

// receiversPage is the page of the programs. A test starts each of them.
func receiversPage(base string) string {
	var all []string
	for _, r := range receivers {
		name := r.file
		if strings.HasSuffix(name, ".go") {
			name += ".txt" // a package of this program would be made of it
		}
		anchor := strings.ToLower(strings.ReplaceAll(r.language, ".", ""))
		all = append(all, fmt.Sprintf("## %s {#%s}\n\nSave this as `%s` and start it with `%s`:\n\n```\n%s\n```",
			r.language, anchor, r.file, r.command, strings.TrimSpace(read("receivers/"+name, base))))
	}
	return strings.ReplaceAll(read("receivers.md", base), "{receivers}", strings.Join(all, "\n\n"))
}
