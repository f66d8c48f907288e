import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Timings } from '../sdk/client/timings'
import { Pace } from '../sdk/flow/frames'

test('a job is sent with how its captures were taken, and the first one with how long the engine took', () => {
  const timings = new Timings()
  timings.started({ milliseconds: 812, downloaded: true })
  timings.keep('a', 'selfie', { automatic: false, milliseconds: 9000 })
  timings.keep('a', 'selfie', { automatic: true, milliseconds: 3000, framesPerSecond: 12.5 })
  timings.keep('b', 'document', { automatic: true, milliseconds: 2000 })
  deepEqual(timings.of('a'), {
    engine: { milliseconds: 812, downloaded: true },
    captures: [{ capture: 'selfie', automatic: true, milliseconds: 3000, framesPerSecond: 12.5 }],
  })
  deepEqual(timings.of('b'), {
    engine: undefined, captures: [{ capture: 'document', automatic: true, milliseconds: 2000 }],
  })
  timings.keep('d', 'selfie', { automatic: true, milliseconds: 9_000_000 })
  equal(timings.of('d').captures[0].milliseconds, 3_600_000, 'a device slept meanwhile')
  deepEqual(timings.of('c'), { engine: undefined, captures: [] })
})

test('a pace is told once enough frames were looked at', () => {
  const pace = new Pace()
  for (let i = 0; i < 9; i++) pace.add(80)
  equal(pace.rate, undefined)
  pace.add(100)
  equal(pace.rate, 12.2)
  pace.add(9_000_000)
  equal(pace.rate, .1)
})
