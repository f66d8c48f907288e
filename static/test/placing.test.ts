import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { ProofdeskError } from '../sdk/client/errors'
import type { Session } from '../sdk/client/session'
import { placed } from '../sdk/flow/placing'
import type { CaptureWindow } from '../sdk/flow/window'
import { locations } from '../sdk/screens/located'
import { languages } from '../sdk/screens/language'

/** Asks for a place where the browser answers with codes of errors, and 0 for one that it finds. */
async function asks(
  { shared = false, codes = [0] }: { shared?: boolean, codes?: number[] }, ...taps: string[]
): Promise<{ seen: string[], end: unknown }> {
  const seen: string[] = []
  const geolocation = {
    getCurrentPosition(found: (of: object) => void, failed: (of: object) => void) {
      seen.push('browser')
      const code = codes.shift()
      if (code) failed({ code })
      else if (code === 0) found({ coords: { latitude: 1, longitude: 2, accuracy: 3 } })
    },
  }
  const permissions = { query: async () => ({ state: shared ? 'granted' : 'prompt' }) }
  Object.defineProperty(globalThis, 'navigator', { value: { geolocation, permissions }, configurable: true })
  const window = {
    left: false,
    place(draw: (stage: Element) => void) {
      const finding = String(draw).includes('locating') // which goes on until the browser answers
      return finding ? new Promise(() => {}) : Promise.resolve(taps.shift())
    },
  } as unknown as CaptureWindow
  const events = { emit: (_: string, { screen }: { screen: string }) => seen.push(screen) }
  const to = { located: true, events, options: {} } as unknown as Session
  const end = await placed(to, () => window).catch(({ code }: ProofdeskError) => code)
  return { seen, end }
}

const place = { latitude: 1, longitude: 2, accuracy: 3 }

test('the browser asks for the place only after a tap, unless it has the leave already', async () => {
  deepEqual(await asks({}, 'cancel'), { seen: ['instruction'], end: 'CANCELLED' })
  deepEqual(await asks({}, 'continue'), { seen: ['instruction', 'browser'], end: place })
  deepEqual(await asks({ shared: true }), { seen: ['browser'], end: place })
})

test('who is not found, or said no, can try again or ends with why', async () => {
  deepEqual(await asks({ codes: [1, 2, 0] }, 'continue', 'retry', 'retry'), {
    seen: ['instruction', 'browser', 'trouble', 'browser', 'trouble', 'browser'], end: place,
  })
  equal((await asks({ codes: [1] }, 'continue', 'cancel')).end, 'LOCATION_DENIED')
  equal((await asks({ codes: [3] }, 'continue', 'cancel')).end, 'LOCATION_NONE')
})

test('an applicant reads in each language why the place is asked for', () => {
  for (const [name, texts] of Object.entries(locations)) equal(new Set(texts).size, languages.length, name)
})
