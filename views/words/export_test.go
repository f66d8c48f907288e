package words

// Add adds sentences to a language for a test, and returns the function that takes them away.
func Add(l Language, sentences map[string]string) (remove func()) {
	catalogues[l] = sentences
	return func() { delete(catalogues, l) }
}
