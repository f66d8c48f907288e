package evidence

import "os"

// OnSync replaces the function that makes files and folders durable.
func (f *Folder) OnSync(flush func(*os.File) error) { f.flush = flush }
