package storybook

import (
	"encoding/json"
	"html/template"
	"net/http"
	"strings"

	"proofdesk/static"
	"proofdesk/views/words"
)

// index is the list of all states; ?theme=, ?language= and ?density= of a link hold on every page.
var index = template.Must(template.New("index").Parse(`<!DOCTYPE html>
<html lang="en">
<title>Storybook</title>
<link rel="stylesheet" href="{{.CSS}}">
<main class="content narrow">
<h1>Storybook</h1>
<p class="soft">Add ?theme=dark, ?language=es or ?density=compact to any address.</p>
<ul>{{range .States}}<li><a href="{{.Path}}">{{.Area}}: {{.Name}}</a></li>{{end}}</ul>
</main>
</html>`))

// Handler serves the storybook. Picture returns the PNG or JPEG at /media/name; nil for none.
func Handler(assets static.Bundle, picture func(name string) []byte) http.Handler {
	states := map[string]State{}
	for _, s := range States() {
		states[s.Path()] = s
	}
	mux := http.NewServeMux()
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(assets.Files)))
	mux.HandleFunc("GET /media/{name}", func(w http.ResponseWriter, r *http.Request) {
		content := picture(r.PathValue("name"))
		if content == nil { // sound and film are not drawn
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", http.DetectContentType(content))
		_, _ = w.Write(content)
	})
	nothing := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }
	mux.HandleFunc("GET /favicon.ico", nothing)
	mux.HandleFunc("GET /live", nothing) // ends the stream of news for good
	mux.HandleFunc("GET /jump", jump)
	mux.HandleFunc("POST /", nothing) // whatever a script tells the server
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		_ = index.Execute(w, map[string]any{"CSS": assets.Path("console.css"), "States": States()})
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		state, ok := states[strings.TrimSuffix(r.URL.Path, "/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		page, err := state.Draw(r.Context(), lookOf(r, assets))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; "+
				"media-src 'self'")
		_, _ = w.Write(page)
	})
	return mux
}

// jump answers the box that goes anywhere with the pages of the top bar.
func jump(w http.ResponseWriter, r *http.Request) {
	pairs := [][2]string{}
	for _, link := range links() {
		if r.FormValue("q") == "" {
			pairs = append(pairs, [2]string{link.Label, link.Href})
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(pairs)
}

func lookOf(r *http.Request, assets static.Bundle) Look {
	theme := "auto"
	if t := r.FormValue("theme"); t == "light" || t == "dark" {
		theme = t
	}
	return Look{
		Theme:    theme,
		Language: words.Choose(r.FormValue("language"), ""),
		Compact:  r.FormValue("density") == "compact",
		CSS:      assets.Path("console.css"),
		Charts:   assets.Path("dashboard.css"),
		Icons:    assets.Path("icons.svg"),
		Script:   assets.Path("console.js"),
	}
}
