package layout

// Frame is what every page needs around its content.
type Frame struct {
	Title   string
	Theme   string // auto, light or dark
	Section string // the Link.Key that is current
	CSS     string // URL paths of the assets
	Script  string
	CSRF    string // token of the session, for every form
	Agent   Agent  // empty when nobody is signed in
	Links   []Link
	Look    Look
	Narrow  bool // whether the content is one column of text or a form
}

// PathOf gives where the link with a key leads; empty where the visitor has no such link.
func (f Frame) PathOf(key string) string {
	for _, link := range f.Links {
		if link.Key == key {
			return link.Href
		}
	}
	return ""
}

// Agent is who is signed in.
type Agent struct {
	Name string
	Role string
}

// Link is one entry of the top bar.
type Link struct {
	Key   string
	Label string
	Href  string
}

// Look is how somebody wants pages to be.
type Look struct {
	Density string // comfortable or compact
	Blur    bool   // pictures of people are blurred until they are pointed at
	Grey    bool   // pictures have no colour
	KeysOff bool   // single letters are no shortcuts
}
