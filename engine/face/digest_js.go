package face

// digest returns the size of files, 0 if one is absent. Nothing on the device uses their hash.
func digest(files []string) (string, int) {
	size := 0
	for _, name := range files {
		data, err := asset(name)
		if err != nil {
			return "", 0
		}
		size += len(data)
	}
	return "", size
}
