import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { deviceError } from '../sdk/camera/device'
import type { ProofdeskError } from '../sdk/client/errors'
import type { Context } from '../sdk/client/session'
import { mended } from '../sdk/flow/mending'
import type { CaptureWindow } from '../sdk/flow/window'
import { troubles } from '../sdk/screens/trouble'
import { languages } from '../sdk/screens/language'

test('an applicant reads of a trouble in each language', () => {
  for (const [code, texts] of Object.entries(troubles)) {
    for (const text of [texts.title, texts.text]) equal(new Set(text).size, languages.length, code)
  }
})

/** Refuses the camera as often as an applicant answers, and returns what they saw and how it ended. */
async function refused(...answers: string[]): Promise<{ shown: string[], end: string }> {
  const shown: string[] = []
  const window = { left: false, place: async () => answers.shift() ?? 'cancel' } as unknown as CaptureWindow
  const to = {
    camera: { close: () => shown.push('closed') },
    events: { emit: (_: string, { screen }: { screen: string }) => shown.push(screen) },
  } as unknown as Context
  let left = answers.length
  const end = await mended(to, window, { capture: 'selfie', kind: 'selfie' }, async () => {
    if (left-- > 0) throw deviceError('CAMERA', new DOMException('', 'NotAllowedError'))
    return 'taken'
  }).catch(({ code }: ProofdeskError) => code)
  return { shown, end }
}

test('who may use the camera at the next try goes on, and who gives up ends with why', async () => {
  deepEqual(await refused(), { shown: [], end: 'taken' })
  deepEqual(await refused('retry'), { shown: ['closed', 'trouble'], end: 'taken' })
  deepEqual(await refused('retry', 'cancel'), {
    shown: ['closed', 'trouble', 'closed', 'trouble'], end: 'CAMERA_DENIED',
  })
})

test('a device that the policy of a page denies is told from one that the applicant does', () => {
  const page = { featurePolicy: { allowsFeature: (name: string) => name !== 'camera' } }
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true })
  const denied = new DOMException('', 'NotAllowedError')
  equal(deviceError('CAMERA', denied).code, 'BLOCKED_BY_POLICY')
  equal(deviceError('MICROPHONE', denied).code, 'MICROPHONE_DENIED')
  equal(deviceError('CAMERA', new DOMException('', 'NotReadableError')).code, 'CAMERA_BUSY')
})
