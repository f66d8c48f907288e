//go:build !(js && wasm)

// Package main is the device build of the engine; it is compiled for GOOS=js GOARCH=wasm only.
package main

import "fmt"

func main() { fmt.Println("build this with GOOS=js GOARCH=wasm") }
