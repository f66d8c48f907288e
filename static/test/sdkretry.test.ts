import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { mostRetries, Tries, type Failures } from '../sdk/client/tries'
import type { ProofdeskError } from '../sdk/client/errors'
import { checkPause, noteFailure } from '../sdk/client/pause'
import type { Pending } from '../sdk/client/pending'
import { barsIn } from '../sdk/flow/bars'
import { isCopy, liveness, otherKind, useless } from '../sdk/flow/judge'
import { cut, Windows } from '../sdk/flow/recovery'

/** Keeps failures as the database does. */
function kept(): Pending {
  const all = new Map<string, Failures>()
  return {
    failed: async (job: string, kind: string, failures: Failures) => void all.set(job + kind, failures),
    failures: async (job: string, kind: string) => all.get(job + kind),
  } as unknown as Pending
}

test('a capture may be tried again a number of times, which a reload does not begin anew', async () => {
  const pending = kept()
  for (let i = 0; i < mostRetries; i++) equal(await new Tries(pending, 'job', 'selfie').again(), true)
  equal(await new Tries(pending, 'job', 'selfie').over(), true)
  equal(await new Tries(pending, 'job', 'id_front').over(), false)
  equal(await new Tries(pending, 'job', 'selfie').again(), false)
  equal(await new Tries(pending, 'job', 'id_front').again(), true)
  equal(await new Tries(pending, 'other', 'selfie').again(), true)
})

test('fake faces are counted in a row', async () => {
  const tries = new Tries(kept(), 'job', 'selfie')
  deepEqual([await tries.fake(), await tries.fake()], [1, 2])
  await tries.genuine()
  equal(await tries.fake(), 1)
  await tries.again() // the retry screen begins the row anew
  equal(await tries.fake(), 1)
})

test('a picture is useless where it shows nothing of what was asked for', () => {
  const faces = [{ box: { x: 0, y: 0, w: 1, h: 1 }, score: 1, roll: 0, yaw: 0 }]
  equal(useless('selfie', {}), true)
  equal(useless('selfie', { faces, prompts: ['multipleFaces'] }), true)
  equal(useless('selfie', { faces, prompts: ['tooDark'] }), false)
  equal(useless('id_front', { prompts: ['alignDocumentText'] }), true)
  equal(useless('id_front', { prompts: ['tooBlurry'] }), false) // it fills the picture
  equal(useless('id_front', { fault: 'truncated', prompts: [] }), true)
})

test('a copy is what the check of realness says', () => {
  equal(isCopy({ checks: [{ code: 'document.realness', outcome: 'FAIL' }] }), true)
  equal(isCopy({ checks: [{ code: 'document.realness', outcome: 'WARN' }] }), false)
  equal(isCopy({ checks: [{ code: 'document.kind', outcome: 'FAIL' }] }), false)
})

test('another kind of document is proven by a code, and likely where a good picture shows nothing of its kind', () => {
  const good = { document: { corners: [], confidence: 1 } }
  const blurred = { ...good, prompts: ['tooBlurry'] }
  const kind = (outcome: string): object => ({ checks: [{ code: 'document.kind', outcome }] })
  for (const proven of [false, true]) {
    equal(otherKind('passport', good, kind('FAIL'), proven), 'page')
    equal(otherKind('passport', blurred, kind('FAIL'), proven), 'page')
    equal(otherKind('passport', good, kind('INCONCLUSIVE'), proven), proven ? undefined : 'page')
    equal(otherKind('passport', blurred, kind('INCONCLUSIVE'), proven), undefined)
    equal(otherKind('passport', good, kind('PASS'), proven), undefined)
    for (const front of ['id_front', 'secondary_front']) {
      equal(otherKind(front, good, kind('INCONCLUSIVE'), proven), proven ? undefined : 'side')
      equal(otherKind(front, blurred, kind('INCONCLUSIVE'), proven), undefined)
    }
    for (const back of ['id_back', 'secondary_back']) {
      equal(otherKind(back, good, kind('FAIL'), proven), proven ? undefined : 'side')
      equal(otherKind(back, blurred, kind('FAIL'), proven), undefined)
      equal(otherKind(back, good, kind('WARN'), proven), undefined)
    }
  }
  for (const other of ['id_back', 'secondary_back', 'document']) equal(otherKind(other, good, {}, false), undefined)
})

test('a front has a portrait, a zone or a barcode', () => {
  const good = { document: { corners: [], confidence: 1 } }
  for (const read of [
    { faces: [{ box: { x: 0, y: 0, w: 1, h: 1 }, score: 1, roll: 0, yaw: 0 }] },
    { mrzLines: [{ text: '', confidence: 1 }] },
    { symbols: [{ symbology: 'QR', text: '', confidence: 1 }] },
  ]) equal(otherKind('id_front', good, read, false), undefined)
})

test('a face is not live where an outline of a sheet lies around it', () => {
  const face = { box: { x: 500, y: 250, w: 200, h: 200 }, score: 1, roll: 0, yaw: 0 }
  const sheet = (left: number, top: number, right: number, bottom: number): number => {
    const corners = [left, top, right, top, right, bottom, left, bottom]
    return liveness(face, { width: 1280, height: 720, document: { corners, confidence: .75 } })
  }
  equal(sheet(400, 100, 800, 600), .25)
  equal(sheet(400, 0, 800, 600), 1) // cut by the edge of the picture: a door, perhaps
  equal(sheet(550, 100, 800, 600), 1) // not around the face
  equal(liveness(face, { width: 1280, height: 720 }), 1)
})

/** Returns a grey frame with bars in one box: upright ones, or lying ones. */
function frameWith(box: { x: number, y: number, w: number, h: number }, lying = false): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * 640 * 360).fill(120)
  for (let y = box.y; y < box.y + box.h; y++) {
    for (let x = box.x; x < box.x + box.w; x++) pixels[4 * (y * 640 + x) + 1] = (lying ? y : x) % 4 < 2 ? 20 : 220
  }
  return pixels
}

test('bars are found where they are, upright or lying', () => {
  const box = { x: 160, y: 96, w: 288, h: 96 }
  deepEqual(barsIn(frameWith(box), 640, 360), box)
  deepEqual(barsIn(frameWith(box, true), 640, 360), box)
  equal(barsIn(frameWith({ ...box, w: 16 }), 640, 360), undefined) // too few
  equal(barsIn(new Uint8ClampedArray(4 * 640 * 360), 640, 360), undefined)
})

test('a barcode at one edge is to be placed in the frame, one at two edges is too close', () => {
  const frame = { width: 640, height: 360 }
  equal(cut({ x: 32, y: 32, w: 320, h: 96 }, frame), '')
  equal(cut({ x: 0, y: 32, w: 320, h: 96 }, frame), 'align')
  equal(cut({ x: 0, y: 32, w: 640, h: 96 }, frame), 'away')
})

test('recovery ends where the barcode does not come closer in time, else a while after it did', () => {
  const far = new Windows(1000, 10_000, 5000)
  deepEqual([far.over(false, 10_999), far.over(false, 11_000)], [false, true])
  const near = new Windows(1000, 10_000, 5000)
  deepEqual([near.over(true, 9000), near.over(false, 13_999), near.over(false, 14_000)], [false, false, true])
})

test('five attempts at a live face that fail within three minutes pause the device for half an hour', () => {
  const minute = 60_000
  const paused = (now: number): string => {
    try {
      checkPause(now)
      return ''
    } catch (cause) {
      return (cause as ProofdeskError).code
    }
  }
  const kept = new Map<string, string>()
  const keeps = {
    getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, to: string) => kept.set(name, to),
  }
  for (const localStorage of [undefined, keeps]) { // which a page in a frame may not have
    Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true })
    for (const at of [0, 1, 2, 3, 3.5]) noteFailure(at * minute) // the first of them is too long ago
    equal(paused(3.5 * minute), '')
    noteFailure(4 * minute)
    deepEqual([4, 33.9, 34].map(at => paused(at * minute)), ['RATE_LIMITED', 'RATE_LIMITED', ''])
    equal(paused(-30 * minute), '') // somebody set the clock back
  }
  kept.set('proofdesk.failed', '{"not":"ours"}')
  Object.defineProperty(globalThis, 'localStorage', { value: keeps, configurable: true })
  equal(paused(4 * minute), '')
})
