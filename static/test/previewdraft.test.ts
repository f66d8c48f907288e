import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { absenceOf, effective, isReplaced, optionsOf, type Catalogue } from '../sdk/preview/catalogue'

const catalogue: Catalogue = {
  language: { default: 'EN', acts: ['WEB', 'ANDROID'] },
  closer: { default: 'Move closer', texts: { ES: 'Acérquese más' }, acts: ['WEB', 'ANDROID'], text: true },
  upload: { default: true, acts: ['WEB', 'SERVER'] },
  nfc: { default: false, acts: ['ANDROID'] },
  font: { default: '', acts: ['WEB', 'ANDROID'], file: true },
  frames: { default: [], acts: ['WEB', 'ANDROID'], file: true },
  bar: { default: '#111827', acts: ['WEB', 'ANDROID'], palette: 'barColor' },
  hint: { default: '#1F2A37', acts: ['WEB', 'ANDROID'], palette: 'barColor' },
  old: { default: 'Cancel', acts: ['ANDROID'], earlier: true },
}

test('a text is the one of the language, else the one for all, else the default of the language', () => {
  const closer = (values: object, texts: object, language: string) =>
    effective(catalogue, { values: { ...values }, texts: { ...texts } }, language).closer
  equal(closer({}, {}, 'EN'), 'Move closer')
  equal(closer({}, {}, 'ES'), 'Acérquese más')
  equal(closer({}, {}, 'FR'), 'Move closer')
  equal(closer({ closer: 'Nearer' }, {}, 'ES'), 'Nearer')
  equal(closer({ closer: 'Nearer' }, { ES: { closer: 'Más cerca' } }, 'ES'), 'Más cerca')
})

test('the language of the screens is the one that is looked at', () => {
  equal(effective(catalogue, { values: { language: 'FR' }, texts: {} }, 'HI').language, 'HI')
})

test('an option that no screen shows says where it acts', () => {
  equal(absenceOf(catalogue, 'upload'), 'capture')
  equal(absenceOf(catalogue, 'nfc'), 'android')
  equal(absenceOf(catalogue, 'old'), 'earlier')
  equal(absenceOf(catalogue, 'nothing'), 'unknown')
})

test('a picture or a font that only Android has is replaced by the built-in one', () => {
  const replaced = (path: string, value: unknown) =>
    isReplaced(catalogue, { values: { [path]: value }, texts: {} }, path)
  equal(replaced('font', '@font/brand'), true)
  equal(replaced('font', 'sans-serif-medium'), false)
  equal(replaced('font', ''), false)
  equal(replaced('frames', ['step_1']), true)
  equal(replaced('frames', []), false)
  equal(replaced('closer', 'Nearer'), false)
})

test('the palette fills the options that are linked to a slot, but those that are set', () => {
  const draft = { values: { 'palette.barColor': '#0B3954', hint: '#000000' }, texts: {} }
  const all = effective(catalogue, draft, 'EN')
  equal(all.bar, '#0B3954')
  equal(all.hint, '#000000')
  equal(all.closer, 'Move closer')
  deepEqual(optionsOf(catalogue, draft, 'palette.barColor'), ['bar'])
  deepEqual(optionsOf(catalogue, draft, 'closer'), ['closer'])
  deepEqual(optionsOf(catalogue, draft, ''), [])
})
