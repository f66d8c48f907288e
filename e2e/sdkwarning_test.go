package e2e_test

import (
	"regexp"
	"testing"
)

// warned waits until the capture's screen warns with a prompt, by a sign as well as by words, and the warning is read
// out at once.
func (p *page) warned(t *testing.T, prompt string) {
	t.Helper()
	p.becomes(t, "warned", inShadow+`.querySelector('.warning .prompt.warned > .icon')?.parentNode.textContent === '`+
		prompt+`' && `+inShadow+`.querySelector('[role=alert]').textContent === '`+prompt+`'`)
}

// unwarned fails the test unless the page went from a warning back to the capture's screen, and has no warning to read
// out any more.
func (p *page) unwarned(t *testing.T, step string) {
	t.Helper()
	p.becomes(t, "told no more of a warning", inShadow+`.querySelector('[role=alert]').textContent === ''`)
	said, err := p.Locator("#said").TextContent()
	check(t, err)
	screen := func(name string) string { return `\{"step":\{"step":"` + step + `","screen":"` + name + `"` }
	if !regexp.MustCompile(screen("warning") + `(.|\n)*` + screen("capture")).MatchString(said) {
		t.Errorf("%s is not back on its screen after a warning:\n%s", step, said)
	}
}
