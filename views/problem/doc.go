// Package problem is the view of what went wrong: it shows what happened, what was kept and what to do.
package problem
