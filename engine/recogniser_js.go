package engine

// Recogniser is not there on the device: printed text is read on the server.
type Recogniser func()
