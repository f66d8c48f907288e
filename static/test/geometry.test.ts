import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { centre, corners, faceOver, moveAlong, orientation, readingScale } from '../src/viewer/geometry'

test('a picture that lies on its side has a view box on its side', () => {
  deepEqual(orientation(0, 300, 200), { viewBox: '0 0 300 200', transform: 'translate(0 0) rotate(0)' })
  deepEqual(orientation(90, 300, 200), { viewBox: '0 0 200 300', transform: 'translate(0 300) rotate(-90)' })
  deepEqual(orientation(180, 300, 200), { viewBox: '0 0 300 200', transform: 'translate(300 200) rotate(-180)' })
  deepEqual(orientation(270, 300, 200), { viewBox: '0 0 200 300', transform: 'translate(200 0) rotate(-270)' })
})

test('every turn keeps the whole picture inside its view box', () => {
  for (const turn of [0, 90, 180, 270]) {
    const { viewBox, transform } = orientation(turn, 300, 200)
    const [, , width, height] = viewBox.split(' ').map(Number)
    const [dx, dy, degrees] = transform.match(/-?\d+/g)!.map(Number)
    const angle = degrees * Math.PI / 180
    for (const [x, y] of [[0, 0], [300, 0], [300, 200], [0, 200]]) {
      const atX = Math.round(dx + x * Math.cos(angle) - y * Math.sin(angle))
      const atY = Math.round(dy + x * Math.sin(angle) + y * Math.cos(angle))
      equal(atX >= 0 && atX <= width && atY >= 0 && atY <= height, true, `${turn}: ${x} ${y} is at ${atX} ${atY}`)
    }
  }
})

test('a box has four corners, clockwise from its origin', () => {
  deepEqual(corners([10, 20, 30, 40]), [10, 20, 40, 20, 40, 60, 10, 60])
  deepEqual(corners([1, 2, 3, 4, 5, 6, 7, 8]), [1, 2, 3, 4, 5, 6, 7, 8])
})

test('a part is zoomed to be read, never below its size nor beyond 340 %', () => {
  const frame = { x: 0, y: 0, width: 900, height: 600 }
  equal(readingScale(frame, { x: 0, y: 0, width: 250, height: 50 }), 2)
  equal(readingScale(frame, { x: 0, y: 0, width: 20, height: 10 }), 3.4)
  equal(readingScale(frame, { x: 0, y: 0, width: 2000, height: 10 }), 1)
})

test('a part is brought to the middle of its frame', () => {
  const frame = { x: 100, y: 50, width: 400, height: 200 }
  deepEqual(centre(frame, { x: 100, y: 50, width: 40, height: 20 }), { x: 180, y: 90 })
})

test('the eyes of two faces come to the same places', () => {
  const pane = { x: 0, y: 0, width: 600, height: 500 }
  const places = [
    { picture: { x: 0, y: 0, width: 600, height: 400 }, left: { x: 200, y: 150 }, right: { x: 250, y: 150 } },
    { picture: { x: 150, y: 20, width: 300, height: 450 }, left: { x: 250, y: 200 }, right: { x: 350, y: 210 } },
  ].map(({ picture, left, right }) => {
    const { scale, pan } = faceOver(pane, picture, left, right)
    const origin = { x: picture.x + picture.width / 2, y: picture.y + picture.height / 2 }
    const x = origin.x + scale * ((left.x + right.x) / 2 - origin.x + pan.x)
    const y = origin.y + scale * ((left.y + right.y) / 2 - origin.y + pan.y)
    const apart = scale * Math.hypot(right.x - left.x, right.y - left.y)
    return [x, y, apart].map(Math.round)
  })
  deepEqual(places, [[300, 210, 100], [300, 210, 100]])
})

test('a picture that moves along moves in the window exactly as the other', () => {
  const middle = { x: 300, y: 200 }
  type Placement = { scale: number, pan: { x: number, y: number } }
  const inWindow = ({ scale, pan }: Placement, point: { x: number, y: number }) => ({
    x: middle.x + scale * (point.x - middle.x + pan.x),
    y: middle.y + scale * (point.y - middle.y + pan.y),
  })
  const from = { scale: 4, pan: { x: 30, y: -20 } }
  const to = { scale: 6, pan: { x: -10, y: 15 } }
  const second = { scale: 1.5, pan: { x: 80, y: 5 } }
  const moved = moveAlong(second, from, to)
  // The second picture's points that lie over these of the first lie over them afterwards.
  for (const point of [{ x: 0, y: 0 }, { x: 300, y: 200 }, { x: 555, y: 90 }]) {
    const seen = inWindow(from, point)
    const under = {
      x: (seen.x - middle.x) / second.scale + middle.x - second.pan.x,
      y: (seen.y - middle.y) / second.scale + middle.y - second.pan.y,
    }
    const a = inWindow(to, point)
    const b = inWindow(moved, under)
    equal(Math.hypot(a.x - b.x, a.y - b.y) < 1e-9, true)
  }
})
