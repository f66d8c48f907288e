package e2e_test

import (
	"fmt"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

func TestWhatAnotherProgramLeftInTheBrowserKeepsNoPageFromWorking(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	for i, left := range []string{`{"note":"older words"}`, `{}`, `"text"`, `7`, `[]`, `[1]`, `null`, `{`} {
		_, err := p.Evaluate(`([id, agent, left]) => {
			addEventListener('pagehide', () => {
				for (const owner of [agent, 'ann']) {
					localStorage.setItem('draft.' + owner + '.' + id, left)
					localStorage.setItem('draft.' + owner + '.' + id + '.server', left)
					localStorage.setItem('form.' + owner + './jobs/' + id + ' x', left)
				}
				sessionStorage.setItem('draft.ann.' + id, left)
			})
		}`, []string{id, p.ID, left})
		check(t, err)
		p.again()
		p.press("m", "End")
		check(t, p.Keyboard().Type(fmt.Sprint(" after ", i)))
		// The bar says "saved" of the words before, too. A page that is left in the middle saves on its way out, and
		// the next one, which has forgotten that, is told of a version that it does not know.
		p.becomes(t, "kept and saved after "+left,
			`JSON.parse(localStorage.getItem('draft.`+p.ID+`.`+id+`.server')).unsaved === false`)
		p.press("Escape")
		if i == 0 {
			p.becomes(t, "filled in with the older words", note+`.value.includes('older words')`)
		}
	}
	p.quiet(t)
}
