package docs

import (
	"embed"
	"strings"
)

// prose holds the parts of pages that people write, as Markdown; {desk} stands for the origin of the server.
//
//go:embed prose
var prose embed.FS

// read returns a file of prose for a server.
func read(name, base string) string {
	text, err := prose.ReadFile("prose/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return strings.ReplaceAll(string(text), "{desk}", base)
}
