import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { ProofdeskError } from '../sdk/client/errors'
import type { Context } from '../sdk/client/session'
import { FingersStep } from '../sdk/flow/fingering'
import { fingers } from '../sdk/flow/shots'
import type { CaptureWindow } from '../sdk/flow/window'
import type { Scene } from '../sdk/screens/scene'

const soon = globalThis.setTimeout

/** A canvas on which nothing changes. */
const canvas = (): unknown => ({
  getContext: () => ({
    drawImage() {}, fillRect() {}, getImageData: () => ({ data: new Uint8ClampedArray(4 * 397 * 4) }),
  }),
  toBlob: (made: (blob: Blob) => void) => made(new Blob(['print'])),
})

Object.assign(globalThis, {
  document: { createElement: canvas },
  setTimeout: (run: () => void) => soon(run), // no rest takes long
})

const box = { x: 0, y: 0, width: 100, height: 100 }
const outline = { classList: { contains: () => true }, getBoundingClientRect: () => box }
const video = {
  videoWidth: 100, videoHeight: 100, getBoundingClientRect: () => box,
  closest: () => ({ querySelectorAll: () => Array(4).fill(outline) }),
}

test('a hand that stays still is read once, and anew for the one who presses the shutter', async () => {
  const done: string[] = []
  let act = (_: string): void => {}
  const to = {
    camera: { video, settled: true, tracks: [], async open() {} },
    engine: { picture: async () => { // which finds fingers that are not good enough to be taken by themselves
      done.push('read')
      const checks = [{ code: 'fingerprint.quality', outcome: 'FAIL', threshold: .5 }]
      return { checks, scores: { 'finger 1': .6, 'finger 2': .1, 'finger 3': .1, 'finger 4': .1 } }
    } },
    events: { emit() {} }, options: { values: {} },
  } as unknown as Context
  let looks = 0
  const window = {
    show({ screen, prompt }: Scene) {
      if (screen === 'preview') done.push('preview')
      if (screen !== 'capture') return
      if (prompt === 'capturing') done.push('shutter')
      if (++looks === 9) act('take')
    },
    action: () => done.includes('preview') ? Promise.resolve('cancel') : new Promise(does => { act = does }),
  } as unknown as CaptureWindow
  const step = new FingersStep(to, window, fingers)
  await rejects(step.take(), ({ code }: ProofdeskError) => code === 'CANCELLED')
  deepEqual(done, ['read', 'shutter', 'read', 'preview'])
})
