package shell

import (
	"proofdesk/app/access"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
)

// Link is a page that visitors with a permission may see. Key is the section of the pages under it.
type Link struct {
	Key   string
	Label string
	Href  string
	Needs access.Permission
}

// allowed returns those of some links that the visitor may see, with their labels in the visitor's language.
func (v Visitor) allowed(links []Link) []layout.Link {
	var all []layout.Link
	for _, link := range links {
		if v.Role.Can(link.Needs) {
			all = append(all, layout.Link{Key: link.Key, Label: v.T(link.Label), Href: link.Href})
		}
	}
	return all
}

// Group is links of the menu beside the pages of administration, under one heading.
type Group struct {
	Heading string
	Links   []Link
}

// menuLink returns the top bar's entry for administration, which leads to the first page that the visitor may see; none
// where they may see no page of it.
func (w *Shell) menuLink(v Visitor) []layout.Link {
	for _, g := range w.Menu {
		for _, link := range g.Links {
			if v.Role.Can(link.Needs) {
				return []layout.Link{{Key: "office", Label: v.T("Administration"), Href: link.Href}}
			}
		}
	}
	return nil
}

// menuFor returns the menu of administration with the pages that the visitor may see.
func (w *Shell) menuFor(v Visitor) []views.Group {
	var side []views.Group
	for _, g := range w.Menu {
		if links := v.allowed(g.Links); len(links) > 0 {
			side = append(side, views.Group{Heading: v.T(g.Heading), Links: links})
		}
	}
	return side
}
