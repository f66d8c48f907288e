import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Mismatch } from '../sdk/flow/mismatch'

const following = (mode: string): Mismatch => new Mismatch(name => ({
  'captureOptions.wrongDocumentTypeHandlingMode': mode,
  'captureOptions.wrongDocumentTypeWarningDelayInSec': 5,
  'captureOptions.allowOverrideWrongDocumentTypeAfterMs': 8000,
})[name])

test('a wrong side is warned of once it has lasted, and ends by itself only where the preset says so', () => {
  for (const mode of ['MANUAL_CAPTURE', 'AUTO_CAPTURE', 'EXIT'] as const) {
    const one = following(mode)
    equal(one.look('align', 0), undefined)
    deepEqual(one.look('otherSide', 1000), { elapsed: 0, warned: false, over: undefined })
    equal(one.look('otherSide', 5999)?.warned, false)
    equal(one.look('otherSide', 6000)?.warned, true)
    equal(one.look('otherSide', 8999)?.over, undefined)
    equal(one.look('otherSide', 9000)?.over, mode === 'MANUAL_CAPTURE' ? undefined : mode)
  }
})

test('a frame between that shows nothing does not begin the time again, a right document does', () => {
  const one = following('EXIT')
  one.look('otherSide', 0)
  equal(one.look('blurred', 900)?.elapsed, 900)
  equal(one.look('otherSide', 1500)?.elapsed, 1500)
  equal(one.look('hold', 2501), undefined)
  equal(one.look('otherSide', 2600)?.elapsed, 0)
})
