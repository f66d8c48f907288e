// Which layer stands against capturing, and the line that mends it. The applicant is asked for nothing.
import type { Device, Policy } from '../camera/device'
import { empty } from '../device/wasm'
import { inApp } from './app'
import { errorOf, type ErrorCode } from './errors'
import { allowed } from './policy'
import { against } from './support'

/** What can stand between a page and a capture. */
export type Layer = 'CONTEXT' | 'HEADER' | 'IFRAME' | 'CSP' | 'APP' | 'SYSTEM' | 'BROWSER'

/** What stands against capturing: its layer and code, and the line to paste or, where none helps, what to do. */
export interface Obstacle { layer: Layer, code: ErrorCode, line: string }

/** The devices, as policies name them. */
const names = { CAMERA: 'camera', MICROPHONE: 'microphone' } satisfies Record<Device, string>

/** Says what stands against capturing, layer by layer; an empty list where nothing is known to. */
export async function diagnose(): Promise<Obstacle[]> {
  const code = await against([])
  if (code === 'INSECURE_CONTEXT') return [{ layer: 'CONTEXT', code, line: `https://${location.host}` }]
  if (code) return [{ layer: 'BROWSER', code, line: 'another browser, or a newer version of this one' }]
  const found = await Promise.all([atDevice('CAMERA'), atDevice('MICROPHONE'), atServer(), atWorker(), atWasm()])
  return found.filter(one => one !== undefined)
}

async function atDevice(device: Device): Promise<Obstacle | undefined> {
  const code = await against([device])
  const name = names[device]
  if (!code) return undefined
  if (code === 'BLOCKED_BY_POLICY') {
    return isFramed(name) ? { layer: 'IFRAME', code, line: `allow="${name}"` } :
      { layer: 'HEADER', code, line: `Permissions-Policy: ${name}=(self)` }
  }
  if (code !== `${device}_NONE` && inApp()) return { layer: 'APP', code, line: `grant the ${name} in the app` }
  if (code === 'NOT_SUPPORTED') return { layer: 'BROWSER', code, line: `a browser with a ${name}` }
  return { layer: 'SYSTEM', code, line: `the ${name} in the settings of the browser and of the operating system` }
}

/**
 * Reports whether it is the frame around the page that has to let it use a device: one of another origin, or one of
 * this origin whose element denies what the page around it may do.
 */
function isFramed(name: string): boolean {
  if (window.top === window) return false
  const frame = window.frameElement as { featurePolicy?: Policy } | null
  if (!frame) return true
  const { featurePolicy } = parent.document as { featurePolicy?: Policy }
  return frame.featurePolicy?.allowsFeature(name) === false && featurePolicy?.allowsFeature(name) === true
}

/** Asks for the script that this is in, where it comes from another origin: a policy may not allow requests there. */
async function atServer(): Promise<Obstacle | undefined> {
  const { href, origin } = new URL(import.meta.url)
  if (origin === location.origin) return undefined
  const needed = `connect-src ${origin}`
  const asked = allowed(needed, () => fetch(href, { method: 'HEAD', credentials: 'omit' }))
  return asked.then(() => undefined, cause => errorOf(cause).code === 'CSP_BLOCKED' ? lacking(needed) : undefined)
}

/** Starts a worker that does nothing, which a policy may not allow. */
function atWorker(): Promise<Obstacle | undefined> {
  const address = URL.createObjectURL(new Blob(['postMessage(0)'], { type: 'text/javascript' }))
  return new Promise<boolean>(runs => {
    const worker = new Worker(address) // some browsers throw here where others tell later
    const end = (well: boolean): void => {
      worker.terminate()
      runs(well)
    }
    worker.onmessage = () => end(true)
    worker.onerror = () => end(false)
  }).catch(() => false).then(runs => {
    URL.revokeObjectURL(address)
    return runs ? undefined : lacking('worker-src blob:')
  })
}

/** Compiles an empty module, which a policy may not allow. */
async function atWasm(): Promise<Obstacle | undefined> {
  const compiled = WebAssembly.compile(empty)
  return compiled.then(() => undefined, () => lacking("script-src 'wasm-unsafe-eval'"))
}

const lacking = (line: string): Obstacle => ({
  layer: 'CSP', code: 'CSP_BLOCKED', line: `Content-Security-Policy: ${line}`,
})
