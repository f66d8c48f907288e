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

// filled returns a file of prose for a server with what belongs in its places: pairs of a place and its text. A place
// that the file lacks is a mistake: its number was written out there, which nothing keeps right.
func filled(name, base string, places ...string) string {
	text := read(name, base)
	for i := 0; i < len(places); i += 2 {
		if !strings.Contains(text, places[i]) {
			panic(name + " has no place " + places[i]) // a test reads every page
		}
	}
	return strings.NewReplacer(places...).Replace(text)
}
