import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { faceOf, typefaceOf } from '../sdk/screens/font'
import { Options, Reader } from '../sdk/screens/options'
import { languages } from '../sdk/screens/language'
import { say } from '../sdk/screens/words'

const block = 'idCaptureCustomizationOptions'
const values = {
  language: 'HI',
  isDebugMode: true,
  [`${block}.stringOptions.moveCloser`]: 'पास लाएँ',
  [`${block}.colorOptions.captureScreenBgColor`]: '#80FF0000',
  [`${block}.fontOptions.labelFontSize`]: 20,
  'fourFingerConfiguration.CFC_CAPTURE_LEFT_HAND': 'Y',
  'fourFingerConfiguration.cfc_label_text_color_alpha': 51,
}

/** Returns a reader, and what it has recorded so far. */
function reader(): [Reader, () => string[]] {
  const element = { dataset: {} as DOMStringMap }
  return [new Reader(values, element, block, () => undefined), () => element.dataset.option?.split(' ') ?? []]
}

test('what an element reads is recorded on it once', () => {
  const [read, recorded] = reader()
  equal(read.text('stringOptions.moveCloser'), 'पास लाएँ')
  read.text('stringOptions.moveCloser')
  equal(read.flag('/isDebugMode'), true)
  deepEqual(recorded(), [`${block}.stringOptions.moveCloser`, 'isDebugMode'])
})

test('an option that is not set reads as nothing', () => {
  const [read] = reader()
  equal(read.text('stringOptions.none'), '')
  equal(read.number('captureOptions.none'), 0)
  equal(read.flag('layoutOptions.none'), false)
  equal(read.color('colorOptions.none'), 'transparent')
  deepEqual(read.pictures('imageOptions.none'), [])
})

test('a flag is true or Y', () => {
  equal(reader()[0].flag('/fourFingerConfiguration.CFC_CAPTURE_LEFT_HAND'), true)
})

test('a size grows with the size of text', () => {
  equal(reader()[0].size('fontOptions.labelFontSize'), 'calc(var(--sp) * 20)')
})

test('an alpha of its own makes a colour more transparent', () => {
  const alpha = '/fourFingerConfiguration.cfc_label_text_color_alpha'
  equal(reader()[0].color('colorOptions.captureScreenBgColor', alpha), 'rgba(255, 0, 0, 0.1)')
})

test('a language without texts is spoken to in English', () => {
  equal(new Options(values).language, 'HI')
  equal(new Options({ language: 'PL' }).language, 'EN')
})

test('our own words are there in every language', () => {
  for (const language of languages) equal(say(language, 'back').length > 2, true, language)
})

test('a font is a family of Android, or one of the host application', () => {
  equal(faceOf('sans-serif-medium').weight, '500')
  equal(faceOf('@font/brand_bold').family, '"brand_bold", var(--system)')
  equal(faceOf('fonts/Brand.ttf').family, '"Brand", var(--system)')
  equal(faceOf('x"; color: red').family.includes(';'), false)
  equal(faceOf('constructor').family, '"constructor", var(--system)')
})

test('a typeface has a type and a style', () => {
  deepEqual(typefaceOf('MONOSPACE', 'BOLD_ITALIC'), {
    family: '"Roboto Mono", "Noto Sans Mono", monospace',
    weight: '700',
    style: 'italic',
  })
})
