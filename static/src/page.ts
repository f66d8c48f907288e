// A page is what stands in #job. Modules mount on it when it appears and are told when it is replaced.

export type Mount = (root: HTMLElement) => (() => void) | void

const mounts: Mount[] = []
let leave: Array<() => void> = []

/** Registers a module. */
export function onPage(mount: Mount): void {
  mounts.push(mount)
}

/** Mounts every module on what #job holds now. */
export function mountPage(): void {
  for (const done of leave) done()
  leave = []
  const root = document.getElementById('job')
  if (!root) return
  for (const mount of mounts) {
    const done = mount(root)
    if (done) leave.push(done)
  }
}

/** The token that every form of this session carries. */
export function token(): string {
  return document.getElementById('job')?.dataset.csrf ?? ''
}

/** Posts fields as our forms do; the caller judges the status. */
export function post(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response> {
  const body = new URLSearchParams(fields)
  body.set('csrf', token())
  return fetch(path, { method: 'POST', body, headers: { Accept: 'application/json' }, keepalive: true })
}

/** Sends fields while the page goes away. */
export function beacon(path: string, fields: Record<string, string>): void {
  navigator.sendBeacon(path, new URLSearchParams({ ...fields, csrf: token() }))
}

let seen = Date.now()
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) addEventListener(type, () => { seen = Date.now() }, { passive: true, capture: true })

/** Tells whether somebody has used the page lately: what it asks for by itself must not keep a session alive for ever. */
export const attended = (): boolean => document.visibilityState === 'visible' && Date.now() - seen < 300_000

let flashTimer = 0

/** Says something in passing, also to screen readers. */
export function flash(text: string): void {
  const status = document.getElementById('status')
  if (status) status.textContent = text
  const overlay = document.getElementById('overlay')
  if (!overlay) return
  overlay.querySelector('.flash')?.remove()
  const box = document.createElement('div')
  box.className = 'flash'
  box.textContent = text
  overlay.append(box)
  clearTimeout(flashTimer)
  flashTimer = window.setTimeout(() => box.remove(), 4000)
}
