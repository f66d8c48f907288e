// Package page is the page of sections: facts, lists and forms under headings, with or without a menu beside it. Wings
// whose pages need no more than that have no views of their own.
package page
