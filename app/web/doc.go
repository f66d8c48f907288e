// Package web assembles the console, the pages for agents and administrators, from its wings. A wing is a package in a
// folder here whose Handler has what the wing needs and adds its routes. Wings never import each other: what they share
// lies in shell and in the packages below it. Use cases decide, wings turn what these return into view models, and
// views draw them.
//
// A new wing is a folder here with a Handler, its views in views and its styles in static/css under the same name, and
// one line in Console.wings.
package web
