// Package storybook holds every page of the console in every state that it can be in, drawn from fixtures: to look at,
// to check for accessibility, and to compare with what was meant. It knows no domain type and reads no database.
package storybook
