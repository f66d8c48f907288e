// What every module needs: mounting on the page that #job holds, requests, and messages in passing.
import { element, pageRoot } from './dom'

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

/** Returns the token that every form of this session carries. */
function token(): string {
  return pageRoot()?.dataset.csrf ?? ''
}

/** Asks the server for JSON; null where it can't be reached. The caller judges the status. */
export function request(path: string, options: RequestInit = {}): Promise<Response | null> {
  return fetch(path, { headers: { Accept: 'application/json' }, ...options }).catch(() => null)
}

/** Posts fields as our forms do; null where the server can't be reached. */
export function post(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response | null> {
  const body = new URLSearchParams(fields)
  body.set('csrf', token())
  return request(path, { method: 'POST', body, keepalive: true })
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

let flashTimer = 0

/** Shows a message for a few seconds, to screen readers too. */
export function flash(text: string): void {
  const status = document.getElementById('status')
  if (status) status.textContent = text
  const overlay = document.getElementById('overlay')
  if (!overlay) return
  overlay.querySelector('.flash')?.remove()
  const box = element('div', { className: 'flash' }, text)
  overlay.append(box)
  clearTimeout(flashTimer)
  flashTimer = setTimeout(() => box.remove(), 4000)
}
