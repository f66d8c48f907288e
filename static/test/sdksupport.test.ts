import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { checkSupport } from '../sdk/client/support'
import { whole } from '../sdk/flow/covering'
import paper from '../sdk/hosted/paper.css'
import screens from '../sdk/screens/screens.css'

/** What a browser has; devices are those that it lists. */
interface Browser { secure?: boolean, films?: boolean, devices?: string[], denied?: string, blocked?: string }

/** Puts a browser in place of node. */
function enter(browser: Browser): void {
  const { secure = true, films = true, devices = ['videoinput', 'audioinput'], denied, blocked } = browser
  const set = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, configurable: true })
  }
  set('document', { featurePolicy: { allowsFeature: (name: string) => name !== blocked } })
  set('window', globalThis)
  for (const name of ['Worker', 'HTMLDialogElement']) set(name, class {})
  set('CSSStyleSheet', class { replaceSync(): void {} })
  set('isSecureContext', secure)
  set('MediaRecorder', films ? Object.assign(() => {}, { isTypeSupported: () => true }) : undefined)
  set('navigator', {
    mediaDevices: { getUserMedia: () => {}, enumerateDevices: async () => devices.map(kind => ({ kind })) },
    permissions: { query: async ({ name }: { name: string }) => ({ state: name === denied ? 'denied' : 'prompt' }) },
  })
}

test('on a server nothing can be captured', async () => {
  deepEqual(new Set(Object.values(await checkSupport())), new Set(['NOT_SUPPORTED']))
})

test('what stands against a function has its code', async () => {
  const codes = async (browser: Browser): Promise<unknown[]> => {
    enter(browser)
    const { ID_VALIDATION, LIVE_FACE_CHECK, VOICE_CAPTURE, SIGNATURE_CAPTURE } = await checkSupport()
    return [ID_VALIDATION, LIVE_FACE_CHECK, VOICE_CAPTURE, SIGNATURE_CAPTURE]
  }
  deepEqual(await codes({}), [null, null, null, null])
  deepEqual(await codes({ films: false }), [null, 'NOT_SUPPORTED', null, null])
  deepEqual(await codes({ devices: ['videoinput'] }), [null, null, 'MICROPHONE_NONE', null])
  deepEqual(await codes({ denied: 'camera' }), ['CAMERA_DENIED', 'CAMERA_DENIED', null, null])
  deepEqual(await codes({ blocked: 'camera' }), ['BLOCKED_BY_POLICY', 'BLOCKED_BY_POLICY', null, null])
  equal(new Set(await codes({ secure: false })).size, 1)
  equal((await codes({ secure: false }))[0], 'INSECURE_CONTEXT')
})

test('the screens have no style that the oldest browsers of the documentation lack', () => {
  const newer = /:has\(|@layer|@container|color-mix\(|\d[dsl]v[hw]\b/ // than Chrome 97
  for (const css of [screens, paper]) deepEqual(css.split('\n').filter(line => newer.test(line)), [])
})

test('a capture has a height where a browser knows no dvh', () => {
  const heights = Object.entries(whole).filter(([name]) => ['height', 'block-size'].includes(name))
  deepEqual(heights, [['height', '100%'], ['block-size', '100dvh']]) // of which the last one counts that is known
})
