import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { shrunk } from '../sdk/device/shrink'

/** Returns a picture whose pixels a function gives by place. */
function picture(width: number, height: number, at: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < width * height; i++) data.fill(at(i % width, i / width | 0), 4 * i, 4 * i + 4)
  return { data, width, height }
}

test('a frame that is small enough stays as it is', () => {
  const small = picture(640, 480, x => x)
  equal(shrunk(small), small)
})

test('a frame of twice the size becomes the mean of each four pixels', () => {
  const { data, width, height } = shrunk(picture(1280, 720, (x, y) => 100 * (x % 2) + 50 * (y % 2)))
  deepEqual([width, height, data.length], [640, 360, 4 * 640 * 360])
  equal(data.every(v => v === 75), true)
})

test('what is where in a frame stays there in any size and position', () => {
  for (const [w, h] of [[1920, 1080], [1080, 1920], [1600, 1200], [1000, 641], [3840, 2160]]) {
    const { data, width, height } = shrunk(picture(w, h, (x, y) => 60 * (2 * x / w | 0) + 120 * (2 * y / h | 0)))
    equal(Math.max(width, height), 640)
    for (let y = 0; y < 2; y++) {
      for (let x = 0; x < 2; x++) {
        const at = 4 * (Math.floor((.25 + .5 * y) * height) * width + Math.floor((.25 + .5 * x) * width))
        equal(data[at], 60 * x + 120 * y, `${w} x ${h}`)
      }
    }
  }
})
