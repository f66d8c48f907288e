// Package form reads what a browser sends: fields of a posted form and the query of a URL. It checks no rules of a use
// case.
package form
