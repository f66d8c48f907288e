// Keeps what is typed: on the server half a second after each change, in this tab while the server can't be reached.
import { element } from './dom'
import { keepable, restorable } from './draft'
import { flash, post } from './page'
import { t } from './words'

const saveDelay = 500

/** Mounts the drafts on the decision form of a page. */
export function drafts(root: HTMLElement, signal: AbortSignal): void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return
  const job = form.dataset.job ?? ''
  const storageKey = 'draft.' + job
  const status = form.querySelector<HTMLElement>('[data-saved]')
  let timer = 0
  let unsaved = false
  let saving: Promise<void> = Promise.resolve()

  const fields = () => new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const say = (text: string) => { if (status) status.textContent = text }

  async function save(): Promise<void> {
    unsaved = false
    const answer = await post(`/jobs/${job}/draft`, fields())
    if (answer?.ok) {
      sessionStorage.removeItem(storageKey)
      return say(t('saved %s', new Date().toISOString().slice(11, 19)))
    }
    sessionStorage.setItem(storageKey, keepable(fields()).toString())
    say(t('saved in this tab'))
    if (answer?.status === 401) offerSignIn()
  }

  // The link opens in this tab, which is where the text is.
  function offerSignIn(): void {
    const href = '/login?next=' + encodeURIComponent(location.pathname + location.search)
    const link = element('a', { className: 'link', href }, t('Sign in'))
    flash(t('Your session ended. What you typed is saved and will be restored after you sign in.'))
    status?.replaceChildren(t('session ended'), ' · ', link)
  }

  function restore(): void {
    const kept = new URLSearchParams(sessionStorage.getItem(storageKey) ?? '')
    for (const [name, value] of restorable(kept, fields())) {
      const field = form!.elements.namedItem(name)
      const box = form!.querySelector<HTMLInputElement>(`[name="${name}"][value="${CSS.escape(value)}"]`)
      if (field instanceof HTMLTextAreaElement) field.value = value
      else if (box) box.checked = true
    }
    if (kept.size > 0) changed()
  }

  const changed = () => {
    unsaved = true
    clearTimeout(timer)
    timer = setTimeout(saveNow, saveDelay)
    const full = [...form.querySelectorAll('textarea')].find(field => field.value.length >= field.maxLength)
    if (full) say(t('limit of %s characters reached', String(full.maxLength)))
  }
  const saveNow = () => {
    clearTimeout(timer)
    if (unsaved) saving = save()
  }
  // A request that replaces the page waits until the draft is kept: once the claim is gone, the server takes none.
  const saveBefore = (event: Event) => {
    saveNow()
    const { ctx } = (event as CustomEvent<{ ctx: { fetch: typeof fetch } }>).detail
    const send = ctx.fetch
    ctx.fetch = async (...request) => {
      await saving
      return send(...request)
    }
  }
  const sent = () => {
    unsaved = false
    clearTimeout(timer)
    say('')
  }
  const nameOutcome = () => {
    const outcome = form.querySelector<HTMLInputElement>('[name="outcome"]:checked')
    const label = form.querySelector('.does')
    if (label) label.textContent = outcome?.closest('label')?.querySelector('span')?.textContent ?? t('Send')
  }
  restore()
  nameOutcome()
  form.addEventListener('input', changed)
  form.addEventListener('change', nameOutcome)
  form.addEventListener('submit', sent)
  window.addEventListener('pagehide', saveNow, { signal })
  document.addEventListener('visibilitychange', saveNow, { signal })
  document.addEventListener('htmx:before:request', saveBefore, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
