package face

// Asset is an embedded file.
func Asset(name string) ([]byte, error) { return asset(name) }

// ParseLocaliser reads a cascade and forgets it.
func ParseLocaliser(data []byte) error {
	_, err := parseLocaliser(data)
	return err
}
