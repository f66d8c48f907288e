package presets

import "proofdesk/views/layout"

// Library is the page of a company's uploaded images and fonts, or of those that one option can show.
type Library struct {
	Frame   layout.Frame
	Script  string // URL path of the script that draws fonts
	Heading string
	Action  string // where files are sent
	Accept  string // the endings of files that the browser offers
	May     bool   // whether the visitor may upload, choose and delete
	Preset  string // whose option a file is chosen for; empty on the page of all uploads
	Back    string // the option, in the editor of the preset
	Problem string
	Done    string
	Wrong   string // what is wrong with the file that was sent
	Empty   string // shown where there are no uploads
	Uploads []Upload
}

// Upload is an uploaded image or font.
type Upload struct {
	File    File
	Ref     string // the value by which presets name it
	Added   string // by whom and when
	Uses    []Use
	More    string // how many further uses there are; empty for none
	Delete  string // where its deletion is sent
	Confirm string // what is asked before it is deleted
	Use     *UseForm
}

// after returns what separates a use from the next one.
func (u Upload) after(use int) string {
	if use < len(u.Uses)-1 || u.More != "" {
		return ","
	}
	return ""
}

// File is an upload as a field shows it.
type File struct {
	Ref     string
	Name    string
	Title   string // of a font: the name that its designer gave it
	Note    string // size and type
	Address string
	Font    bool
}

// Use is a draft or a version that shows an upload.
type Use struct {
	Text string
	Href string
}

// UseForm sets an option to an upload.
type UseForm struct {
	Action string
	Base   string // JSON object: what the option is set to, by path
	Field  string // the name of the option's field, and what it is to hold
	Value  string
	On     bool // whether the option names the upload already
}
