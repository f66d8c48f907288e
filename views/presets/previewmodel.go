package presets

// Preview is the document in the frame of the live preview.
type Preview struct {
	Title     string
	Script    string // URL path of the screens
	Catalogue string // JSON object: options by path, with their defaults
	Draft     string // JSON object: values by path, and texts by language and path
	Media     string // where uploads are loaded from, before their hash
}
