import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Reader } from '../sdk/camera/pixels'

const size = { width: 4, height: 2 }
const video = { videoWidth: size.width, videoHeight: size.height } as HTMLVideoElement
let open = 0 // frames that were made and not closed, each of which holds megabytes
let canvases = 0
let converts = true

class Frame {
  readonly visibleRect = size
  constructor() { open++ }
  allocationSize(): number { return 4 * size.width * size.height }
  async copyTo(): Promise<void> { if (!converts) throw new TypeError('no conversion') }
  close(): void { open-- }
}

const context = { drawImage() {}, getImageData: () => ({ data: new Uint8ClampedArray(32), ...size }) }
const createElement = (): unknown => ++canvases && { getContext: () => context }
Object.assign(globalThis, { window: globalThis, VideoFrame: Frame, document: { createElement } })

test('the camera’s frames are read into one buffer, and none is kept', async () => {
  const reader = new Reader()
  const { buffer } = (await reader.read(video)).data
  for (let n = 0; n < 9; n++) equal((await reader.read(video)).data.buffer, buffer)
  equal(open, 0)
  equal(canvases, 0)
})

test('a browser that can’t convert frames keeps none either, and draws all of them on one canvas', async () => {
  converts = false
  const reader = new Reader()
  for (let n = 0; n < 9; n++) await reader.read(video)
  equal(open, 0)
  equal(canvases, 1)
})
