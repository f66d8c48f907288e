import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fits } from '../sdk/camera/fit'
import { seenAt, strays } from '../sdk/flow/placed'

const phone = { x: 0, y: 50, width: 390, height: 700 }
const frame = { x: 18, y: 240, width: 354, height: 248 }

test('a picture fills its element unless most of it would be out of sight', () => {
  equal(fits({ width: 720, height: 1280 }, phone), false)
  equal(fits({ width: 1280, height: 720 }, phone), true)
  equal(fits({ width: 1280, height: 720 }, { width: 1280, height: 600 }), false)
  equal(fits({ width: 640, height: 480 }, { width: 390, height: 500 }), false)
})

test('a part of a picture is seen where its element shows it, and on the other side in a mirror', () => {
  const part = { x: .5, y: .5, width: .25, height: .25 }
  const tall = { width: 400, height: 800 }
  deepEqual(seenAt(part, tall, { x: 10, y: 20, width: 400, height: 800 }, false),
    { x: 210, y: 420, width: 100, height: 200 })
  deepEqual(seenAt(part, tall, { x: 10, y: 20, width: 400, height: 800 }, true),
    { x: 110, y: 420, width: 100, height: 200 })
  deepEqual(seenAt(part, tall, { x: 0, y: 0, width: 400, height: 400 }, false), // its middle is seen
    { x: 200, y: 200, width: 100, height: 200 })
  deepEqual(seenAt(part, { width: 800, height: 400 }, { x: 0, y: 0, width: 400, height: 800 }, false), // as a whole
    { x: 200, y: 400, width: 100, height: 50 })
})

test('a card is in the frame where it is about in its middle, and seen as a whole', () => {
  const card = (x: number, y: number, width = 300): boolean =>
    strays({ x, y, width, height: width / 1.586 }, frame, phone)
  equal(card(45, 269), false)
  equal(card(45, 330), false) // held a little low
  equal(card(45, 520), true) // below it
  equal(card(45, 60), true) // above it
  equal(card(-20, 250, 430), false) // a little too near
  equal(card(-100, 200, 590), true) // its ends are out of sight
  equal(card(300, 269), true) // at the side
})
