package vault

import "os"

// OnSync replaces the function that makes files and folders durable until restore is called.
func OnSync(sync func(*os.File) error) (restore func()) {
	before := flush
	flush = sync
	return func() { flush = before }
}
