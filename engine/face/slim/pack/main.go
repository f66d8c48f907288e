// Command pack writes a face cascade in the device's smaller form: pack FROM TO.
package main

import (
	"fmt"
	"os"

	"proofdesk/engine/face/slim"
)

func main() {
	if err := pack(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func pack(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("pack FROM TO")
	}
	b, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	small, err := slim.Pack(b)
	if err != nil {
		return err
	}
	part := args[1] + ".part"
	if err := os.WriteFile(part, small, 0o644); err != nil {
		return err
	}
	return os.Rename(part, args[1])
}
