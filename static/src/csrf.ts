// The token that proves that a form is from a page of this session.
import { pageRoot } from './dom'
import { ask } from './limit'
import { announce } from './news'
import { t } from './words'

/**
 * Returns the token of the session that a browser has now, once its agent has signed in again; null where nobody has.
 * Where another user has, it says so on the page and returns an empty token: nothing may be sent in their name.
 */
export async function freshToken(): Promise<string | null> {
  const answer = await ask(location.href, { headers: { Accept: 'text/html' } })
  if (!answer?.ok) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('job')
  const root = pageRoot()
  if (!root || !page?.dataset.csrf) return null
  const other = page.dataset.agent !== root.dataset.agent
  const refused = t('Not sent: another user has signed in on this browser. Sign in again to go on. Your text is kept.')
  announce('session', other ? refused : '')
  if (other) return ''
  const { csrf } = page.dataset
  root.dataset.csrf = csrf
  for (const field of root.querySelectorAll<HTMLInputElement>('input[name="csrf"]')) field.value = csrf
  return csrf
}
