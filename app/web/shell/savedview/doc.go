// Package savedview holds the saved views of lists: named filters, shown above a list with their counts. The lists
// themselves are the wings'.
package savedview
