// Package presetfile keeps presets as files, one per preset, for companies that keep them under version control. It
// compares a folder with a server and makes the one like the other, over the REST API. It publishes and assigns
// nothing.
package presetfile
