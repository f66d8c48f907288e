import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { Way } from '../sdk/hosted/way'

test('an applicant sees which share is there of what waited when it was to be submitted', () => {
  const way = new Way()
  const shares: number[] = []
  const told = (share: number): void => void shares.push(share)
  way.arrives('selfie', 500, 500) // and is there before anybody waits
  way.arrives('video', 100, 300)
  way.follow([{ kind: 'video', bytes: { length: 300 } }, { kind: 'id_front', bytes: { length: 100 } }], told)
  way.arrives('selfie', 500, 500)
  way.arrives('video', 300, 300)
  way.arrives('id_front', 100, 100)
  deepEqual(shares, [.25, .75, 1])
  way.follow([], told)
  way.arrives('video', 300, 300)
  deepEqual(shares, [.25, .75, 1])
})

test('a film that was taken anew is not there because an earlier one is', () => {
  const way = new Way()
  const shares: number[] = []
  way.arrives('video', 1000, 1000)
  way.follow([{ kind: 'video', bytes: { length: 300 } }], share => void shares.push(share))
  way.arrives('video', 150, 300)
  deepEqual(shares, [0, .5])
})
