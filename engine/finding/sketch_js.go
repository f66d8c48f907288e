package finding

// Sketch is empty: films are looked at on the server.
type Sketch struct{}
