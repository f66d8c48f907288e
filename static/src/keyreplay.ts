// Presses the keys again that were pressed on a page before it listened: all at once and in their order, so that none
// of them can meet another page.
import { typing } from './dom'
import { asPressedAt } from './earlykeys'
import type {} from './keyrecord'
import { flash } from './news'
import { t } from './words'

/** Replays the keys of a page whose modules are mounted. */
export function keyReplay(root: HTMLElement): void {
  const start = document.activeElement as HTMLElement
  // A field that was chosen by hand since takes no keys that were pressed outside of it, and keeps the focus.
  const chosen = typing(start) && !start.autofocus
  for (const { event, page } of window.recordedKeys?.splice(0) ?? []) {
    if (page && page !== root) flash(t('Key ignored: its page was gone before it could be used.'))
    else if (chosen && event.target !== start) flash(t('Key ignored: a field was chosen before it could be used.'))
    else asPressedAt(event.timeStamp, () => press(event))
  }
}

function press(event: KeyboardEvent): void {
  const target = (document.activeElement ?? document.body) as HTMLElement
  const unused = target.dispatchEvent(new KeyboardEvent(event.type, event))
  if (unused && event.type === 'keydown' && !event.ctrlKey && !event.metaKey) actAsBrowser(target, event.key)
}

/** Does what the browser does for a key that no script used, and can't do for one that a script pressed. */
function actAsBrowser(target: HTMLElement, key: string): void {
  if (!typing(target)) {
    if (key === 'Enter' && target.matches('button, a, summary')) target.click()
  } else if (key === 'Enter' && target instanceof HTMLInputElement) {
    target.form?.requestSubmit()
  } else if (key === 'Backspace') {
    document.execCommand('delete')
  } else if (key === 'Enter' || key.length === 1) {
    document.execCommand('insertText', false, key === 'Enter' ? '\n' : key)
  }
}
