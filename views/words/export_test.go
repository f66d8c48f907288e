package words

import "io/fs"

// Add adds languages to those of the program for a test, from their folders and the texts of codes, and returns the
// function that takes them away.
func Add(from fs.FS, codes map[string]map[string]string) (remove func(), err error) {
	before := current
	more, err := load(from, codes)
	if err != nil {
		return nil, err
	}
	current = more
	return func() { current = before }, nil
}
