package ui

import (
	"context"

	"proofdesk/views/words"
)

// Kept is the saved views of a list, and what to do about the one that is shown.
type Kept struct {
	CSRF    string
	Page    string // which list
	Query   string // of the list as it is shown, what would be saved
	Words   bool   // whether it has words to search for, which are not saved
	Views   []KeptView
	Current *KeptView // the view whose filters are shown; nil where they are not saved
	Share   bool      // whether the visitor may share views with the company
	Name    string    // what was typed
	Problem string    // which rule the name breaks
}

// KeptView is one saved view.
type KeptView struct {
	ID      string
	Name    string
	Version string // of what a form that renames it was filled with
	Href    string
	Count   string // "999+" beyond what is counted; empty where nothing was counted
	On      bool
	Shared  bool
	Start   bool
	Changes bool // whether the visitor may rename and delete it
}

// title describes a view beyond its name.
func (v KeptView) title(ctx context.Context) string {
	text := words.T(ctx, "Your own view")
	if v.Shared {
		text = words.T(ctx, "Shared with the company")
	}
	if v.Start {
		text += " · " + words.T(ctx, "your start page")
	}
	return text
}

// Chip is one part of a filter that can be taken away.
type Chip struct {
	Label string
	Value string
	Off   string // URL of the list without it
}

// Select is one field of a filter with its choices; one without choices takes words, or days where it says so.
type Select struct {
	Name    string
	Label   string
	Value   string
	Days    bool
	Choices []Choice
}

// Choice is one value to choose.
type Choice struct {
	Value string
	Label string
	On    bool
}

// firstName is what the field of the name holds.
func firstName(k Kept) string {
	if k.Problem != "" {
		return k.Name
	}
	return k.Current.Name
}
