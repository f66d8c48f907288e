import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, cssColor, over, parseColor, readable, type Color } from '../sdk/screens/color'

const of = (text: string): Color => parseColor(text) as Color

test('alpha comes first in a colour of eight digits', () => {
  deepEqual(of('#80FF0000'), { r: 255, g: 0, b: 0, a: 128 / 255 })
  equal(cssColor(of('#80FF0000')), 'rgba(255, 0, 0, 0.502)')
})

test('three and six digits are opaque', () => {
  equal(cssColor(of('#f0a')), 'rgba(255, 0, 170, 1)')
  equal(cssColor(of('#175CD3')), 'rgba(23, 92, 211, 1)')
})

test('any other text is no colour', () => {
  for (const text of ['', '#12', '#1234', '#12345', 'red', '#GGGGGG', '123456', '#123456789']) {
    equal(parseColor(text), null, text)
  }
})

test('contrast is that of WCAG, whichever colour comes first', () => {
  equal(contrast(of('#777777'), of('#FFFFFF')).toFixed(2), '4.48')
  equal(contrast(of('#FFFFFF'), of('#767676')).toFixed(2), '4.54')
  equal(contrast(of('#000'), of('#FFF')), 21)
})

test('a translucent colour mixes with what is behind it', () => {
  equal(cssColor(over(of('#80000000'), of('#FFF'))), 'rgba(127, 127, 127, 1)')
})

test('a text without a colour of its own is readable on its ground', () => {
  equal(cssColor(readable(of('#111827'))), 'rgba(255, 255, 255, 1)')
  equal(cssColor(readable(of('#FEF0C7'))), 'rgba(16, 24, 40, 1)')
  equal(cssColor(readable(of('#10000000'))), 'rgba(16, 24, 40, 1)')
})
