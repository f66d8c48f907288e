import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf } from '../src/viewer/light'

test('a picture as it came has a filter that changes nothing', () => {
  equal(filterOf({ light: 0, contrast: 0, invert: false }), 'brightness(1) contrast(1)')
})

test('brightness, contrast and inversion add up', () => {
  equal(filterOf({ light: 1, contrast: 2, invert: true }), 'brightness(1.35) contrast(2.2) invert(1)')
})
