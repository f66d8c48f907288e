// Package session stores the signed-in browsers of the console: gorilla/sessions over rows of the database. The cookie
// holds a random id and nothing else, the row is found by the id's SHA-256, a session ends after 15 idle minutes or 8
// hours, a sign-in always creates a new one, and ending one takes effect at once. Package accounts authenticates users;
// package web renders pages.
package session
