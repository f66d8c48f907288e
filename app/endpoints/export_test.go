package endpoints

// CheckSize returns what PreviewWindow answers where a window holds so many deliveries.
func (p WindowPreview) CheckSize() error { return p.checkSize() }
