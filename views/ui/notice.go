package ui

func noticeIcon(t Tone) string {
	if t == Info {
		return "info"
	}
	return ToneIcon(t)
}

// noticeClass returns the class of a notice. What was done looks like what is good to know: it asks for nothing.
func noticeClass(t Tone) string {
	if t == Pass {
		return string(Info)
	}
	return string(t)
}

// noticeRole returns how a screen reader announces a notice: trouble at once, anything else when it is idle.
func noticeRole(t Tone) string {
	if t == Warn || t == Fail {
		return "alert"
	}
	return "status"
}
