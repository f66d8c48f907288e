// Package presets is the wing of the console about presets of SDK options: the list, the editor of a draft, publishing,
// versions, and for whom a preset is used.
package presets
