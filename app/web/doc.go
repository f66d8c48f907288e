// Package web is the console: pages for agents and administrators, their sessions' guards and the pictures that pages
// show. It turns use cases into view models and fills the views; rules live in the use cases and looks in the views.
package web
