package httpserver

// CheckHeaders is what the fuzz target reaches into.
var CheckHeaders = checkHeaders
