// Forms: those that are sent with POST by htmx on the review page, by this module elsewhere, and those that search once
// the server answers, so that a request that fails never ends on the browser's own error page. Without script they are
// plain forms.
import { freshToken } from './csrf'
import { element } from './dom'
import { requestOf, untilOver } from './htmxrequest'
import { showPage } from './page'
import { onceAnswered } from './pageforms'
import { sentWords, dropWords, unsentPage } from './formwords'
import { place, slowly } from './place'
import { refused } from './refusal'
import { untilDone } from './sending'
import { beforeSignOut, type Stuck } from './signout'
import { type Attempt, persist, waits } from './unsent'
import { t } from './words'

/** Sends a form until it is answered; one of an earlier session once more with the token of this one. */
async function send(
  form: HTMLFormElement, submitter: HTMLElement | null, body: URLSearchParams | FormData, attempt: Attempt,
): Promise<Response> {
  const entries = entriesOf(body)
  const answered = sentWords(form, submitter)
  let answer = await persist(form, submitter, entries, attempt)
  const token = answer.status === 403 ? await freshToken() : null
  if (token === '') throw new DOMException('refused', 'AbortError')
  if (token && token !== body.get('csrf')) {
    body.set('csrf', token)
    answer = await persist(form, submitter, entries, attempt)
  }
  if (answer.ok) answered()
  return answer
}

/** Returns what was filled in, without the token; empty for a form with files. */
function entriesOf(body: URLSearchParams | FormData): string {
  if (body instanceof FormData) return ''
  const fields = new URLSearchParams(body)
  fields.delete('csrf')
  return fields.toString()
}

const headersOf = (key: string): HeadersInit => ({ Accept: 'text/html', 'Idempotency-Key': key })

/** Shows the answer to a form. */
async function show(form: HTMLFormElement, answer: Response): Promise<void> {
  if (answer.status === 401) {
    const href = '/login?next=' + encodeURIComponent(location.pathname + location.search)
    const link = element('a', { className: 'link', href, target: '_blank' }, t('Sign in'))
    return place(form, t('Not sent: your session ended. Sign in, then send it again.'), [link])
  }
  if (answer.redirected) {
    const { href } = new URL(answer.url)
    if (href.split('#')[0] !== location.href.split('#')[0]) return location.assign(href)
    if (href !== location.href) location.hash = new URL(href).hash
    return location.reload()
  }
  const html = await answer.text()
  if (!refused(form, html) && !showPage(html)) location.reload()
}

/** Says which draft keeps its agent from signing out, with a link to it. */
function placeStuck(form: HTMLFormElement, { job, reached }: Stuck): void {
  const text = reached
    ? t('Not signed out: the server refused your draft. Open the job and copy or discard what you typed.')
    : t('Not signed out: your draft could not be saved, as the server can’t be reached.')
  place(form, text, [element('a', { className: 'link', href: '/jobs/' + job }, t('Open the job'))])
}

/** Says which words keep their agent from signing out, as nothing of theirs may stay at this machine. */
function placeWords(form: HTMLFormElement, page: string): void {
  const drop = () => {
    dropWords()
    form.requestSubmit()
  }
  place(form, t('Not signed out: you typed something into a form and did not send it.'), [
    element('a', { className: 'link', href: page }, t('Open its page')),
    element('button', { type: 'button', onclick: drop }, t('Discard and sign out')),
  ])
}

async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const button = submitter instanceof HTMLButtonElement ? submitter : null
  const data = new FormData(form, button)
  const multipart = form.enctype === 'multipart/form-data'
  const body = multipart ? data : new URLSearchParams([...data].map(([name, value]) => [name, String(value)]))
  const action = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href
  try {
    const page = action === '/logout' ? unsentPage() : undefined
    if (page) return placeWords(form, page)
    const stuck = action === '/logout' ? await slowly(form, t('Saving what you typed…'), beforeSignOut()) : null
    if (stuck) return placeStuck(form, stuck)
    const attempt: Attempt = (signal, key) => (
      fetch(action, { method: 'POST', body, headers: headersOf(key), signal })
    )
    await show(form, await send(form, submitter, body, attempt))
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
  }
}

// A request of htmx is sent by the same rules: it waits for its answer however long that takes.
function htmxRequest(event: Event): void {
  const ctx = requestOf(event)
  const { sourceElement: form, request } = ctx
  if (!(form instanceof HTMLFormElement) || request.method !== 'POST' || !request.body) return
  clearTimeout(ctx.requestTimeout)
  const { body, submitter } = request
  const sendOnce = ctx.fetch
  void untilDone(form, untilOver(ctx))
  ctx.fetch = async (action, options) => {
    const answer = await send(form, submitter, body, (signal, key) => sendOnce(action, {
      ...options,
      headers: { ...options.headers as Record<string, string>, 'Idempotency-Key': key },
      signal: options.signal ? AbortSignal.any([signal, options.signal]) : signal,
    }))
    if (!answer.ok && refused(form, await answer.clone().text())) throw new DOMException('refused', 'AbortError')
    return answer
  }
}

/** Listens to the forms of all pages. */
export function forms(): void {
  document.addEventListener('htmx:before:request', htmxRequest)
  document.addEventListener('submit', event => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || !waits(form, event.submitter)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }, true)
  document.addEventListener('submit', event => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    if (form.method === 'get') return onceAnswered(event)
    if (form.method !== 'post' || form.matches('[hx-boost="true"]') || form.target) return
    event.preventDefault()
    void untilDone(form, submit(form, event.submitter))
  })
}
