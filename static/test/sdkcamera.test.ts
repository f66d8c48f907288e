import { deepEqual, equal, rejects, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { Camera } from '../sdk/camera/camera'
import { Untapped } from '../sdk/camera/device'
import { Film } from '../sdk/camera/film'
import { virtualName } from '../sdk/camera/virtual'
import { ProofdeskError } from '../sdk/client/errors'

/** A page with one video, and a device that opens streams until it is busy. */
class Device {
  readonly page = Object.assign(new EventTarget(), { hidden: false, createElement: () => this.video })
  readonly noted: string[] = []
  readonly streams: Array<EventTarget & { readyState: string, stop(): void }> = []
  readonly faced: string[] = []
  readonly timers = new Set<() => void>()
  readonly refusals: string[] = []
  frames = 0
  busy = false
  opens: Promise<void> = Promise.resolve()
  private readonly video = Object.assign(this.element(), {
    isConnected: true, videoWidth: 640, setAttribute() {}, addEventListener() {},
    play: async () => {
      this.noted.push('play')
      const name = this.refusals.shift()
      if (name) throw Object.assign(new Error(name), { name })
    },
    getVideoPlaybackQuality: () => ({ totalVideoFrames: this.frames }),
  })

  readonly camera: Camera

  constructor() {
    const getUserMedia = async (how: { video: { facingMode: string } }): Promise<unknown> => {
      this.faced.push(how.video.facingMode)
      return this.stream()
    }
    const mediaDevices = { getUserMedia, enumerateDevices: async () => [] }
    Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices }, configurable: true })
    globalThis.setInterval = ((look: () => void) => this.timers.add(look) && look) as unknown as typeof setInterval
    globalThis.clearInterval = ((look: () => void) => this.timers.delete(look)) as unknown as typeof clearInterval
    Object.assign(globalThis, { window: globalThis, document: this.page, isSecureContext: true, DOMException: Error })
    Object.assign(globalThis, { ResizeObserver: class { observe(): void {} } })
    this.camera = new Camera(new AbortController().signal)
  }

  /** The code of why the camera was given up; empty while it is not. */
  get lost(): string {
    try {
      void this.camera.settled
      return ''
    } catch (cause) {
      return (cause as ProofdeskError).code
    }
  }

  /** Lets some seconds pass, with or without frames. */
  async passes(seconds: number, frames: boolean): Promise<string[]> {
    for (let half = 0; half < 2 * seconds; half++) {
      if (frames) this.frames++
      for (const look of this.timers) look()
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    }
    return this.noted.splice(0)
  }

  async shows(hidden: boolean): Promise<string[]> {
    this.page.hidden = hidden
    this.page.dispatchEvent(new Event('visibilitychange'))
    return this.passes(0.5, true)
  }

  private async stream(): Promise<unknown> {
    await this.opens
    if (this.busy) throw Object.assign(new Error('busy'), { name: 'NotReadableError' })
    const track = Object.assign(new EventTarget(), {
      label: '', readyState: 'live', stop: () => { track.readyState = 'ended' }, getSettings: () => ({}),
    })
    this.streams.push(track)
    this.noted.push('open')
    return { getVideoTracks: () => [track], getTracks: () => [track] }
  }

  private element(): { srcObject: unknown } {
    const { noted } = this
    let stream: unknown = null
    return {
      get srcObject() { return stream },
      set srcObject(of: unknown) {
        stream = of
        noted.push(of ? 'attach' : 'detach')
      },
    }
  }
}

const code = (name: string) => (error: unknown): boolean => error instanceof ProofdeskError && error.code === name

async function opened(): Promise<Device> {
  const device = new Device()
  await device.camera.open()
  deepEqual(await device.passes(3, true), ['detach', 'open', 'attach', 'play'])
  return device
}

test('a camera without a frame for two seconds is attached anew, then opened anew, and then given up', async () => {
  const device = await opened()
  deepEqual(await device.passes(1.5, false), [])
  deepEqual(await device.passes(.5, false), ['detach', 'attach', 'play'])
  deepEqual(await device.passes(2, false), ['detach', 'open', 'attach', 'play'])
  equal(device.streams[0].readyState, 'ended')
  deepEqual(await device.passes(2, true), [])
  deepEqual(await device.passes(2, false), ['detach', 'attach', 'play']) // not opened anew at once
  await device.passes(6, false)
  equal(device.lost, '')
  deepEqual(await device.passes(2, false), ['detach'])
  equal(device.lost, 'CAMERA_ENDED')
  deepEqual(await device.passes(9, false), [])
  await device.camera.open()
  equal(device.camera.settled, false)
})

test('a camera that is out of sight, or of which the browser counts no frames, is not lost', async () => {
  const device = await opened()
  device.page.hidden = true
  deepEqual(await device.passes(9, false), [])
  const uncounted = new Device()
  await uncounted.camera.open()
  deepEqual(await uncounted.passes(9, false), ['detach', 'open', 'attach', 'play'])
})

test('a camera that was taken away is opened anew; while another has it, once the page is in sight', async () => {
  const device = await opened()
  device.streams[0].stop()
  device.streams[0].dispatchEvent(new Event('ended'))
  deepEqual(await device.passes(1, true), ['detach', 'open', 'attach', 'play'])
  await device.shows(true)
  device.busy = true
  device.streams[1].stop()
  device.streams[1].dispatchEvent(new Event('ended'))
  deepEqual(await device.passes(9, false), ['detach'])
  equal(device.lost, '')
  device.busy = false
  deepEqual(await device.shows(false), ['detach', 'open', 'attach', 'play'])
  deepEqual(await device.shows(false), ['play']) // as iOS stops it
  device.busy = true
  device.streams[2].stop()
  device.streams[2].dispatchEvent(new Event('ended'))
  await device.passes(1, false)
  equal(device.lost, 'CAMERA_BUSY')
})

test('the other camera is given up where it does not open, until it does', async () => {
  const device = await opened()
  device.busy = true
  await device.camera.turn()
  equal(device.lost, 'CAMERA_BUSY')
  device.busy = false
  await device.camera.turn()
  equal(device.lost, '')
})

test('a camera that takes long to open in another size is waited for', async () => {
  const device = await opened()
  let allow = (): void => {}
  device.opens = new Promise(allowed => { allow = allowed })
  const open = device.camera.open({ facing: 'environment', size: 'film' })
  deepEqual(await device.passes(9, false), ['detach'])
  allow()
  await open
  deepEqual(await device.passes(1, true), ['open', 'attach', 'play'])
})

test('a camera that is given back while it opens stays closed', async () => {
  const device = new Device()
  let allow = (): void => {}
  device.opens = new Promise(allowed => { allow = allowed })
  const open = device.camera.open()
  await device.passes(1, false)
  device.camera.close()
  allow()
  await rejects(open, code('CANCELLED'))
  equal(device.streams[0].readyState, 'ended')
  equal(device.camera.live, false)
  await device.camera.open()
  equal(device.camera.live, true)
})

test('the camera that the applicant switched to is that of all captures that want the other', async () => {
  const device = await opened()
  await device.camera.turn()
  await device.camera.open({ facing: 'environment' }) // as after a retry
  await device.camera.open({ facing: 'environment', size: '4K' })
  await device.camera.open({ facing: 'user' })
  await device.camera.turn()
  await device.camera.turn()
  await device.camera.open({ facing: 'environment' })
  deepEqual(device.faced, ['environment', 'user', 'user', 'user', 'environment', 'user'])
})

test('a camera that can not be switched to leaves the one before chosen', async () => {
  const device = await opened()
  device.busy = true
  await device.camera.turn()
  equal(device.lost, 'CAMERA_BUSY')
  device.busy = false
  await device.camera.open()
  deepEqual(device.faced, ['environment', 'user', 'user', 'user', 'environment']) // in each size
})

test('a program that takes the place of a camera is told from cameras by its name', () => {
  const programs = ['OBS Virtual Camera', 'OBS-Camera', 'ManyCam Video Source', 'Snap Camera', 'e2eSoft VCam', 'VCam',
    'XSplit VCam', 'DroidCam Source 3', 'Camo', 'Dummy video device (0x0000)', 'NDI Video 1']
  for (const name of programs) equal(virtualName(name), name)
  const cameras = ['', 'FaceTime HD Camera (Built-in)', 'camera2 0, facing back', 'Back Dual Wide Camera', 'Jobs',
    'Integrated Camera (04f2:b6d0)', 'Logitech BRIO', 'HD Pro Webcam C920', '/tmp/reel.mjpeg', 'Vcamera', 'Camomile']
  for (const name of cameras) equal(virtualName(name), undefined)
  equal(virtualName('  OBS\u0007\tVirtual ' + 'x'.repeat(200)), 'OBS Virtual ' + 'x'.repeat(88))
})

test('a browser that can record no film says so, whatever it fails with', () => {
  const before = { MediaRecorder: globalThis.MediaRecorder, MediaStream: globalThis.MediaStream }
  class Broken {
    static isTypeSupported(): boolean { return true }
    start(): void { throw new DOMException('no codec', 'NotSupportedError') }
  }
  Object.assign(globalThis, { MediaRecorder: Broken, MediaStream: class {} })
  try {
    throws(() => new Film([]), (cause: unknown) => cause instanceof ProofdeskError && cause.code === 'NOT_SUPPORTED')
  } finally {
    Object.assign(globalThis, before)
  }
})

test('a video that another screen takes while it begins plays there; only without a tap it does not', async () => {
  const device = new Device()
  device.refusals.push('AbortError')
  await device.camera.open()
  deepEqual(device.noted.splice(0), ['detach', 'open', 'attach', 'play', 'play'])
  device.refusals.push('NotAllowedError')
  await rejects(device.camera.open(), (cause: unknown) => cause instanceof Untapped)
})
