import { asked, keysOff } from './keyprefs'
import { typing } from './keys'
import { flash, mountPage, post } from './page'
import { t } from './words'

// H, or the key that was chosen for it, held: what is covered is fetched and shown, and taken away again when the key is let go. The values never lie in the
// covered page.
let covered: HTMLElement | null = null
let held = false

function swap(to: HTMLElement): void {
  document.getElementById('job')?.replaceWith(to)
  mountPage()
}

async function uncover(form: HTMLFormElement): Promise<void> {
  const answer = await post(form.getAttribute('action') ?? '', {}).catch(() => null)
  if (!answer?.ok) return flash(t('The values could not be revealed.'))
  const shown = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('job')
  if (!held || covered || !shown) return
  covered = document.getElementById('job')
  swap(document.adoptNode(shown))
}

function cover(): void {
  held = false
  if (covered) swap(covered)
  covered = null
}

/** Listens to H. */
export function reveal(): void {
  document.addEventListener('keydown', event => {
    if (asked(event) !== 'h' || event.repeat || event.ctrlKey || event.metaKey || event.altKey || keysOff() || typing(event.target)) return
    const form = document.querySelector<HTMLFormElement>('form[data-reveal]')
    if (!form || held || document.querySelector('dialog[open]')) return
    held = true
    void uncover(form)
  })
  document.addEventListener('keyup', event => { if (held && asked(event) === 'h') cover() })
  addEventListener('blur', cover)
  document.addEventListener('visibilitychange', cover)
}
