// Requests of an agent that did not get through: each is reported beside the form that it came from, keeps what was
// filled in, and is sent again when the server can be reached, with buttons to send it now or not at all.
import { onReached, reached } from './connection'
import { element } from './dom'
import { forgetKey, keyOf } from './formkey'
import { limited, whole } from './limit'
import { place, slowly } from './place'
import { isTransient, sending, sends } from './sending'
import { t } from './words'

const firstPause = 1000
const longestPause = 30_000

/** Attempt sends a request once, under a key. The signal ends it where no answer comes. */
export type Attempt = (signal: AbortSignal, key: string) => Promise<Response>

type Unsent = {
  submitter: HTMLElement | null
  now: () => void
  stop: (why: string) => void
  stopped: string // what is true once the agent stops it
}

const waiting = new Map<HTMLElement, Unsent>()

/**
 * Reports whether a request of this page is under way. The button that sent it sends it now where it waits to be
 * sent again; any other is told to wait, since two actions that cross would leave open which of them counts.
 */
export function waits(form: HTMLElement, submitter: HTMLElement | null): boolean {
  const waited = sends() || waiting.size > 0
  for (const other of sending()) if (!waiting.has(other)) place(other, t('Sending…'))
  for (const [other, unsent] of [...waiting]) {
    if (!other.isConnected) unsent.stop('')
    else if (other === form && unsent.submitter === submitter) unsent.now()
    else place(other, t('Another action was not sent yet. Send it or stop it first.'), buttons(other))
  }
  return waited
}

addEventListener('beforeunload', event => {
  if ([...waiting.keys()].some(form => form.isConnected)) event.preventDefault()
})

// A request that waits is taken back where its form is changed.
document.addEventListener('input', event => {
  const { form } = event.target as HTMLInputElement
  if (form) waiting.get(form)?.stop(t('Not sent: you changed the form since. Send it again.'))
})

/**
 * Sends a request of a form until it is answered; under the same key each time, so that the server can tell that it is
 * one. Where the server can't tell whether it was carried out, the agent is asked. It is rejected with an AbortError
 * where the agent stops it. Entries are what was filled in; empty where that can't be compared.
 */
export async function persist(
  form: HTMLElement, submitter: HTMLElement | null, entries: string, attempt: Attempt,
): Promise<Response> {
  let key = keyOf(form, entries)
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    const answer = await slowly(form, t('Sending…'), attempt(limited(), key).then(whole)).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      return null
    })
    reached(answer !== null)
    if (answer?.headers.has('Submission-Unknown')) {
      await confirmed(form, submitter, await answer.text())
      forgetKey(form)
      key = keyOf(form, entries)
      pause = firstPause
      continue
    }
    if (answer && !isTransient(answer)) {
      forgetKey(form)
      place(form, '')
      return answer
    }
    const after = Number(answer?.headers.get('Retry-After')) * 1000
    await rest(form, submitter, answer, Math.min(after || pause, 10 * longestPause))
  }
}

function reason(answer: Response | null): string {
  if (!answer || answer.ok) return t('Not sent: the server can’t be reached.')
  if (answer.status === 409) return t('Sent, but not answered yet.')
  if (answer.status === 503 || answer.status === 429) return t('Not sent: the server is busy.')
  return t('Not done: the server reported a problem (%s).', answer.status)
}

/** Waits until a request may be sent again: after a pause, once the server can be reached, or when the agent asks. */
function rest(
  form: HTMLElement, submitter: HTMLElement | null, answer: Response | null, pause: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const stopped = answer ? t('Not sent.')
      : t('Stopped. It may have reached the server: look before you send it again.')
    const until = Date.now() + pause
    const end = (text: string) => {
      ended.abort()
      clearInterval(timer)
      waiting.delete(form)
      place(form, text)
    }
    const now = () => { end(t('Sending again…')); resolve() }
    const stop = (text: string) => { end(text); reject(new DOMException('stopped', 'AbortError')) }
    const left = element('span', { className: 'data' })
    const tick = () => {
      left.textContent = t('Next try in %s s.', Math.max(0, Math.ceil((until - Date.now()) / 1000)))
      if (!form.isConnected) stop('')
      else if (Date.now() >= until) now()
    }
    waiting.set(form, { submitter, now, stop, stopped })
    place(form, reason(answer), [left, ...buttons(form)])
    const timer = setInterval(tick, 250)
    onReached(ended.signal, now)
    tick()
  })
}

/** Waits until the agent sends a request as a new one; rejected where they don't. */
function confirmed(form: HTMLElement, submitter: HTMLElement | null, why: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (text: string) => {
      waiting.delete(form)
      place(form, text)
    }
    const stop = (text: string) => { end(text); reject(new DOMException('stopped', 'AbortError')) }
    const again = () => { end(t('Sending again…')); resolve() }
    const ask = () => place(form, why, [
      element('button', { type: 'button', onclick: again }, t('Send as new')),
      element('button', { type: 'button', onclick: () => stop('') }, t('Don’t send')),
    ])
    waiting.set(form, { submitter, now: ask, stop, stopped: '' })
    ask()
  })
}

const stop = (unsent?: Unsent) => unsent?.stop(unsent.stopped)
const buttons = (form: HTMLElement) => [
  element('button', { type: 'button', onclick: () => waiting.get(form)?.now() }, t('Send now')),
  element('button', { type: 'button', onclick: () => stop(waiting.get(form)) }, t('Don’t send')),
]
