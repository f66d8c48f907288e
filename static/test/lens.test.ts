import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { Lens, lensFor } from '../sdk/camera/lens'
import { ProofdeskError } from '../sdk/client/errors'

const named = (...labels: string[]): Array<{ kind: 'videoinput', label: string, deviceId: string }> =>
  labels.map((label, at) => ({ kind: 'videoinput', label, deviceId: `lens-${at}` }))

/** A stream's track of the lens at an index. */
function of(devices: ReturnType<typeof named>, at: number, ...focusMode: string[]): MediaStreamTrack {
  const { label, deviceId } = devices[at]!
  return {
    label, stop() {}, getSettings: () => ({ deviceId }), getCapabilities: () => ({ focusMode }),
  } as unknown as MediaStreamTrack
}

test('a document is looked at through the lens that focuses on what is near', () => {
  const apple = named('Front Camera', 'Back Ultra Wide Camera', 'Back Camera', 'Back Dual Wide Camera')
  const android = named('camera2 1, facing front', 'camera2 2, facing back', 'camera2 0, facing back')
  const lens = (devices: typeof apple, at: number, facing: 'user' | 'environment', ...focus: string[]): unknown =>
    lensFor({ facing }, of(devices, at, ...focus), devices)
  equal(lens(apple, 2, 'environment'), 'lens-3')
  equal(lens(apple, 3, 'environment'), 'lens-3')
  equal(lens(named('Back Dual Wide Camera', 'Back Triple Camera'), 0, 'environment'), 'lens-1')
  equal(lens(android, 1, 'environment'), 'lens-2')
  equal(lens(android, 1, 'environment', 'continuous'), 'lens-1')
  equal(lens(android, 0, 'user'), 'lens-0')
  equal(lens(named('HD Webcam', 'USB Camera'), 1, 'environment'), 'lens-1')
  equal(lens(named(''), 0, 'environment'), 'lens-0') // as names are told once a camera was allowed
})

test('no picture is taken by infrared light or through a program', () => {
  const lens = (...labels: string[]): unknown => lensFor({ facing: 'user' }, of(named(...labels), 0), named(...labels))
  equal(lens('Integrated IR Camera', 'OBS Virtual Camera', 'Integrated Camera'), 'lens-2')
  equal(lens('Infrared sensor'), undefined)
  equal(lens('Iris Webcam'), 'lens-0')
})

/** A device that opens the lens that is asked for, and the one at an index where none is. */
function device(devices: ReturnType<typeof named>, first: number): Array<string | undefined> {
  const asked: Array<string | undefined> = []
  const getUserMedia = async ({ video }: { video: { deviceId?: { ideal: string } } }): Promise<unknown> => {
    asked.push(video.deviceId?.ideal)
    const at = devices.findIndex(({ deviceId }) => deviceId === video.deviceId?.ideal)
    const track = of(devices, at < 0 ? first : at)
    return { getVideoTracks: () => [track], getTracks: () => [track] }
  }
  const mediaDevices = { getUserMedia, enumerateDevices: async () => devices }
  Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices }, configurable: true })
  Object.assign(globalThis, { window: globalThis, isSecureContext: true })
  return asked
}

test('the best lens is looked for once, and asked for from then on', async () => {
  const asked = device(named('camera2 2, facing back', 'camera2 0, facing back'), 0)
  const lens = new Lens()
  const { signal } = new AbortController()
  const stream = await lens.open({ facing: 'environment' }, signal)
  equal(stream.getVideoTracks()[0]?.label, 'camera2 0, facing back')
  await lens.open({ facing: 'environment', size: '4K' }, signal)
  deepEqual(asked, [undefined, 'lens-1', 'lens-1'])
})

test('a device that sees only infrared light has no camera', async () => {
  device(named('Windows Hello IR'), 0)
  await rejects(new Lens().open({ facing: 'user' }, new AbortController().signal),
    (error: unknown) => error instanceof ProofdeskError && error.code === 'CAMERA_NONE')
})
