import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { deviceError } from '../sdk/camera/device'
import { Presence } from '../sdk/flow/presence'
import { coordinatesOf, isSignature, type Stroke } from '../sdk/flow/ink'
import { shareAbove, thinned, wavOf } from '../sdk/flow/wav'

const line = (points: number[][]): Stroke => points.map(([x, y], at) => ({ x, y, t: 100 + 10 * at }))
const wave: Stroke = line(Array.from({ length: 60 }, (_, at) => [4 * at, 40 + 20 * Math.sin(at / 4)]))

test('a dot and a straight line are no signature', () => {
  equal(isSignature([]), false)
  equal(isSignature([line([[10, 10]])]), false)
  equal(isSignature([line([[10, 10], [14, 12]])]), false)
  equal(isSignature([line([[10, 10], [100, 14], [200, 18]])]), false)
  equal(isSignature([wave]), true)
  equal(isSignature([line([[0, 0], [40, 40]]), line([[40, 0], [0, 40]])]), true) // a cross
})

test('coordinates begin at time zero, with a tenth of a pixel', () => {
  const text = coordinatesOf([line([[1.04, 2.06], [3, 4]]), line([[5, 6]])])
  deepEqual(JSON.parse(text), [[{ x: 1, y: 2.1, t: 0 }, { x: 3, y: 4, t: 10 }], [{ x: 5, y: 6, t: 0 }]])
  equal(coordinatesOf([]), '[]')
})

test('a recording is written as WAV with as many samples as speech needs', () => {
  const sound = thinned({ samples: new Float32Array([.5, .5, -1, -1, 0, 2, 1]), rate: 48_000 })
  deepEqual([[...sound.samples], sound.rate], [[.5, -1, 1], 24_000])
  equal(thinned({ samples: new Float32Array(4), rate: 16_000 }).rate, 16_000)
  const bytes = wavOf(sound)
  const file = new DataView(bytes.buffer)
  equal(bytes.length, 44 + 6)
  equal(new TextDecoder('latin1').decode(bytes.slice(0, 16)).replace(/^RIFF.{4}/s, ''), 'WAVEfmt ')
  deepEqual([4, 40].map(at => file.getUint32(at, true)), [42, 6])
  deepEqual([file.getUint16(22, true), file.getUint32(24, true)], [1, 24_000])
  deepEqual([44, 46, 48].map(at => file.getInt16(at, true)), [16_384, -32_767, 32_767])
})

test('a film shows one face nearly all the time', () => {
  const face = { box: { x: 0, y: 0, w: 9, h: 9 }, score: 1, roll: 0, yaw: 0 }
  const one = { faces: [face] }
  const none = { prompts: ['liveFaceNotDetected'] }
  const two = { faces: [face, face], prompts: ['multipleFaces'] }
  const faultOf = (...frames: Parameters<Presence['count']>[0][]): string | undefined => {
    const presence = new Presence()
    for (const frame of frames) presence.count(frame)
    return presence.fault
  }
  equal(faultOf(), undefined)
  equal(faultOf({}, {}), undefined) // before the camera shows anything
  equal(faultOf(one, one, one, none), undefined)
  equal(faultOf(one, one, none), undefined) // all that a slow phone has looked at
  equal(faultOf(one, one, none, none), 'notLive')
  equal(faultOf(one, one, two, two), 'several')
})

test('a recording is overdriven by the share of its loudest samples', () => {
  equal(shareAbove(new Float32Array([1, -1, .5, 0]), .99), .5)
})

test('a device that is not there, not allowed or in use has its code', () => {
  const code = (name: string): string => deviceError('MICROPHONE', new DOMException('', name)).code
  deepEqual(['NotAllowedError', 'NotFoundError', 'NotReadableError', 'SecurityError'].map(code), [
    'MICROPHONE_DENIED', 'MICROPHONE_NONE', 'MICROPHONE_BUSY', 'BLOCKED_BY_POLICY',
  ])
  equal(deviceError('CAMERA', new DOMException('', 'NotReadableError')).code, 'CAMERA_BUSY')
})
