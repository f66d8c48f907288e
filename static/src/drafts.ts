import { flash, post } from './page'
import { t } from './words'

const pause = 500

/** Keeps what is typed: on the server half a second after each change, and in this tab where the server can't be reached. */
export function drafts(root: HTMLElement): (() => void) | void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return
  const job = form.dataset.job ?? ''
  const place = 'draft.' + job
  const shown = form.querySelector<HTMLElement>('[data-saved]')
  let timer = 0
  let dirty = false
  let saving: Promise<void> = Promise.resolve()

  const fields = () => new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const say = (text: string) => { if (shown) shown.textContent = text }

  async function save(): Promise<void> {
    dirty = false
    const answer = await post(`/jobs/${job}/draft`, fields()).catch(() => null)
    if (answer?.ok) {
      sessionStorage.removeItem(place)
      say(t('kept %s', new Date().toISOString().slice(11, 19)))
    } else {
      keepHere()
      say(t('kept in this tab'))
      if (answer?.status === 401) ended()
    }
  }

  // The link opens in this tab, which is where the text is.
  function ended(): void {
    const enter = document.createElement('a')
    enter.href = '/login?next=' + encodeURIComponent(location.pathname + location.search)
    enter.className = 'link'
    enter.textContent = t('Sign in')
    flash(t('Your session has ended. What you typed is kept; it comes back after you sign in.'))
    shown?.replaceChildren(t('session ended'), ' · ', enter)
  }

  function keepHere(): void {
    const kept = fields()
    for (const name of ['csrf', 'claim', 'version', 'digest', 'started']) kept.delete(name)
    sessionStorage.setItem(place, kept.toString())
  }

  // What is in this tab never reached the server, so it is newer than what the server gave.
  function restore(): void {
    const kept = new URLSearchParams(sessionStorage.getItem(place) ?? '')
    for (const name of ['note', 'comment']) {
      const field = form!.elements.namedItem(name) as HTMLTextAreaElement
      if (kept.get(name)) field.value = kept.get(name) ?? ''
    }
    for (const code of kept.getAll('reason')) {
      const box = form!.querySelector<HTMLInputElement>(`[name="reason"][value="${CSS.escape(code)}"]`)
      if (box) box.checked = true
    }
    const outcome = form!.querySelector<HTMLInputElement>(`[name="outcome"][value="${CSS.escape(kept.get('outcome') ?? '')}"]`)
    if (outcome && !form!.querySelector('[name="outcome"]:checked')) outcome.checked = true
    if ([...kept].length > 0) changed()
  }

  const changed = () => {
    dirty = true
    clearTimeout(timer)
    timer = window.setTimeout(now, pause)
    const full = [...form.querySelectorAll('textarea')].find(field => field.value.length >= field.maxLength)
    if (full) say(t('full: %s characters is the most', String(full.maxLength)))
  }
  const now = () => {
    clearTimeout(timer)
    if (dirty) saving = save()
  }
  // Whatever replaces the page waits until the words are kept: once the claim is gone, the server takes none.
  const first = (event: Event) => {
    now()
    const { ctx } = (event as CustomEvent<{ ctx: { fetch: typeof fetch } }>).detail
    const send = ctx.fetch
    ctx.fetch = async (...request) => {
      await saving
      return send(...request)
    }
  }
  const sent = () => { dirty = false; clearTimeout(timer); say('') }
  const verb = () => {
    const chosen = form.querySelector<HTMLInputElement>('[name="outcome"]:checked')
    const does = form.querySelector('.does')
    if (does) does.textContent = chosen?.closest('label')?.querySelector('span')?.textContent ?? t('Send')
  }
  restore()
  verb()
  form.addEventListener('input', changed)
  form.addEventListener('change', verb)
  form.addEventListener('submit', sent)
  window.addEventListener('pagehide', now)
  document.addEventListener('visibilitychange', now)
  document.addEventListener('htmx:before:request', first)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('htmx:before:request', first)
    window.removeEventListener('pagehide', now)
    document.removeEventListener('visibilitychange', now)
  }
}
