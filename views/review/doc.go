// Package review is the view of one job under review: everything that a decision rests on, on one screen.
package review
