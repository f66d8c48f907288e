// Package session keeps the signed-in browsers of the console: gorilla/sessions over rows of the database. The cookie
// holds a random id and nothing else, the row is found by the id's SHA-256, a session ends after 15 minutes of rest or
// 8 hours, a sign-in always makes a new one, and ending one works at once. Proving who signs in is admin's; showing
// pages is web's.
package session
