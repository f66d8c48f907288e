// What a page says about where a draft is saved: beside the note, and in the line of messages.
import { connection } from './connection'
import { element } from './dom'
import { blank, type Filled, same } from './draft'
import { isStored } from './draftstore'
import { recent } from './locale'
import { announce } from './news'
import { flash } from './news'
import { storageFull } from './storage'
import { t } from './words'

/** Says in the line of messages that the browser's storage is full, as long as it is. */
export function tellStorage(): void {
  const full = t('This browser’s storage is full. What you type is saved on the server only: keep this page open.')
  announce('storage', storageFull() ? full : '')
  connection()
}

/** Returns what to say of a draft that the server has: nothing where nothing is filled in. */
export function savedText(job: string, filled: Filled): string {
  if (same(filled, blank)) return ''
  return isStored(job) ? t('saved %s', recent(Date.now())) : t('storage is full: saved on the server only')
}

/** Returns what to say of a draft that the server has not taken, by the status of its answer. */
export function unsavedText(job: string, status?: number): string {
  if (status === 413) return t('too long to save: shorten it')
  return isStored(job) ? t('kept in this browser') : t('storage is full: not saved')
}

/** Says that the session is over and returns the way to a new one. The link opens in this tab, where the text is. */
export function signInAgain(): Array<string | Node> {
  const href = '/login?next=' + encodeURIComponent(location.pathname + location.search)
  flash(t('Your session ended. What you typed is saved and will be restored after you sign in.'))
  return [t('session ended'), ' · ', element('a', { className: 'link', href }, t('Sign in'))]
}
