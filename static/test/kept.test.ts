import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { kept } from '../src/preset/kept'

const a = { path: 'a', text: '1' }
const b = { path: 'b', text: '2' }

test('what another tab keeps stays when this one saves or types', () => {
  deepEqual(kept([], [], [a]), [a])
  deepEqual(kept([b], [], [a]), [b, a])
  deepEqual(kept([b, a], [a], []), [b])
  deepEqual(kept([b, a], [a], [{ path: 'a', text: '12' }]), [b, { path: 'a', text: '12' }])
})

test('of one option the newest is kept, and saving it in one tab leaves that of the other', () => {
  const other = { path: 'a', text: 'other' }
  deepEqual(kept([other], [], [a]), [a])
  deepEqual(kept([other], [a], []), [other])
})
