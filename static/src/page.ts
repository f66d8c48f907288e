// What every module needs: mounting on the page that #job holds, requests, and messages.
import htmx from 'htmx.org'
import { reached } from './connection'
import { freshToken } from './csrf'
import { pageRoot } from './dom'
import { ask, outlives } from './limit'

/** Mount starts a module on a page. The signal is aborted when the page is replaced. */
export type Mount = (root: HTMLElement, signal: AbortSignal) => void

const mounts: Mount[] = []
let page = new AbortController()

/** Registers a module for this page and each that replaces it. */
export function onPage(mount: Mount): void {
  mounts.push(mount)
}

/** Mounts every module on what #job holds now, and marks it as listening. */
export function mountPage(): void {
  page.abort()
  page = new AbortController()
  const root = pageRoot()
  if (!root) return
  for (const mount of mounts) mount(root, page.signal)
  root.dataset.ready = ''
}

/** Shows a page that was fetched in place of this one, and returns whether it was one. */
export function showPage(html: string): boolean {
  const fetched = new DOMParser().parseFromString(html, 'text/html')
  const root = fetched.getElementById('job')
  if (!root) return false
  document.title = fetched.title
  replacePage(root)
  root.querySelector<HTMLElement>('[autofocus], [aria-invalid="true"]')?.focus()
  return true
}

/** Puts an element in the place of the page. */
export function replacePage(root: HTMLElement): void {
  pageRoot()?.replaceWith(root)
  htmx.process(root)
  mountPage()
}

/** Returns the token that every form of this session carries. */
function token(): string {
  return pageRoot()?.dataset.csrf ?? ''
}

/** Asks the server for JSON; null where no answer comes in time, or not all of it. The caller judges the status. */
export async function request(path: string, options: RequestInit = {}): Promise<Response | null> {
  const headers = { Accept: 'application/json' }
  const answer = await ask(path, { headers, ...options })
  reached(answer !== null)
  return answer
}

/**
 * Posts fields as our forms do, once more where the agent has signed in again since the page was opened; null where the
 * server can't be reached.
 */
export async function post(
  path: string, fields: Record<string, string> | URLSearchParams,
): Promise<Response | null> {
  const sent = token()
  const send = () => {
    const body = new URLSearchParams(fields)
    body.set('csrf', token())
    return request(path, { method: 'POST', body, keepalive: outlives(body) })
  }
  const answer = await send()
  if (answer?.status !== 403) return answer
  if (token() === sent) await freshToken()
  return token() === sent ? answer : send()
}

/** Sends fields while the page is left. */
export function beacon(path: string, fields: Record<string, string>): void {
  navigator.sendBeacon(path, new URLSearchParams({ ...fields, csrf: token() }))
}

const idle = 300_000 // ms without input after which nobody is at the page
let lastInput = Date.now()
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
  addEventListener(type, () => { lastInput = Date.now() }, { passive: true, capture: true })
}

/**
 * Reports whether somebody has used the page lately: requests that it makes by itself must not keep a session alive for
 * ever.
 */
export const attended = (): boolean => document.visibilityState === 'visible' && Date.now() - lastInput < idle
