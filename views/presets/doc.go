// Package presets is the view of the editor of presets. The other pages of presets are made of sections, which package
// page shows. It names no domain type; the console fills its models.
package presets
