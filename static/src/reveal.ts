// H, or the key that was chosen for it, held: the page with its values is fetched and shown until the key is released.
// The values are never in the covered page.
import { pageRoot, typing } from './dom'
import { actionFor, keysOff } from './keyprefs'
import { flash } from './news'
import { mountPage, post } from './page'
import { t } from './words'

let coveredPage: HTMLElement | null = null
let held = false

function replacePage(page: HTMLElement): void {
  pageRoot()?.replaceWith(page)
  mountPage()
}

async function uncover(form: HTMLFormElement): Promise<void> {
  const answer = await post(form.getAttribute('action') ?? '', {})
  if (!answer?.ok) return flash(t('The values could not be revealed.'))
  const revealed = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('job')
  if (!held || coveredPage || !revealed) return
  coveredPage = pageRoot()
  replacePage(revealed)
}

function cover(): void {
  held = false
  if (coveredPage) replacePage(coveredPage)
  coveredPage = null
}

/** Listens to the key. */
export function reveal(): void {
  document.addEventListener('keydown', event => {
    if (actionFor(event) !== 'h' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (held || keysOff() || typing(event.target) || document.querySelector('dialog[open]')) return
    const form = document.querySelector<HTMLFormElement>('form[data-reveal]')
    if (!form) return
    held = true
    void uncover(form)
  })
  document.addEventListener('keyup', event => { if (held && actionFor(event) === 'h') cover() })
  addEventListener('blur', cover)
  document.addEventListener('visibilitychange', cover)
}
