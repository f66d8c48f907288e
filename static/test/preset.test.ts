import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { isAlpha, isColor, split, withAlpha } from '../src/preset/color'
import { difference, get, History, overlaid, put, type Draft } from '../src/preset/draft'
import { changesIn } from '../src/preset/kept'
import { numberIn } from '../src/preset/number'

test('a colour keeps each of its 256 alphas when it is taken apart and put together', () => {
  for (let alpha = 0; alpha < 256; alpha++) {
    const color = '#' + alpha.toString(16).padStart(2, '0').toUpperCase() + 'A1B2C3'
    const { text, alpha: percent } = split(color)
    equal(withAlpha(text, percent), alpha === 255 ? '#A1B2C3' : color)
  }
})

test('alpha comes first, and an alpha in the text wins over the field beside it', () => {
  equal(withAlpha('#abc', '0'), '#00AABBCC')
  equal(withAlpha('#40a1b2c3', '50'), '#40a1b2c3')
  equal(withAlpha('#a1b2c3', '100'), '#a1b2c3')
  equal(withAlpha('#a1b2c3', ''), '#a1b2c3')
  equal(isColor('rgb(1, 2, 3)'), false)
  equal(isColor('#12345'), false)
})

test('an alpha is empty or a number of per cent from 0 to 100', () => {
  for (const alpha of ['', ' ', '0', '100', '50.2', '50,2']) equal(isAlpha(alpha), true, alpha)
  for (const alpha of ['abc', '150', '-5', '100.1', '5x', 'NaN']) equal(isAlpha(alpha), false, alpha)
})

test('what is typed lies over the draft and leaves it as it is', () => {
  const draft: Draft = { values: { a: 1, b: 2 }, texts: { HI: { t: 'x' } } }
  const seen = overlaid(draft, new Map<string, number | string | null>([['a', 3], ['b', null], ['texts.HI.t', 'y']]))
  deepEqual(seen, { values: { a: 3 }, texts: { HI: { t: 'y' } } })
  deepEqual(draft, { values: { a: 1, b: 2 }, texts: { HI: { t: 'x' } } })
})

test('a text in one language has a place of its own', () => {
  const draft: Draft = { values: {}, texts: {} }
  put(draft, 'texts.HI.block.name', 'x')
  equal(get(draft, 'texts.HI.block.name'), 'x')
  equal(get(draft, 'block.name'), null)
  put(draft, 'texts.HI.block.name', null)
  deepEqual(draft, { values: {}, texts: { HI: {} } })
})

test('two drafts differ in what either sets otherwise, in one language too', () => {
  const draft: Draft = { values: { a: 1, b: 2, list: ['x'] }, texts: { HI: { t: 'x' } } }
  deepEqual(difference(draft, { values: { list: ['x'], b: 2, a: 1 }, texts: { HI: { t: 'x' }, FR: {} } }), [])
  deepEqual(difference(draft, { values: { a: 3, c: 0, list: ['x', 'y'] }, texts: { HI: {}, FR: { t: 'z' } } }).sort(),
    ['a', 'b', 'c', 'list', 'texts.FR.t', 'texts.HI.t'])
})

test('a field that is typed into is undone in one step, and each step can be redone', () => {
  const history = new History()
  history.add('a', null, 1)
  history.add('a', 1, 12)
  history.close()
  history.add('a', 12, 2)
  history.add('b', null, 'x')
  deepEqual([history.take('undo')?.after, history.take('undo')?.after, history.take('undo')?.after], [null, 12, null])
  equal(history.take('undo'), undefined)
  equal(history.take('redo')?.after, 12)
  history.add('c', null, true)
  equal(history.take('redo'), undefined, 'a new change ends what could be redone')
})

test('a number is read as the server reads it', () => {
  const read: Record<string, number | undefined> = {
    '10': 10, '-3': -3, '0,3': .3, '0.30': .3, '.5': .5, '1.': 1, '1e3': 1000,
    '0xA': undefined, '0b1': undefined, '1_000': undefined, '1,000,0': undefined, Infinity: undefined,
    '1e999': undefined,
  }
  for (const [text, want] of Object.entries(read)) equal(numberIn(text, false), want, text)
})

test('a comma in a whole number, which may separate thousands, is no decimal', () => {
  equal(numberIn('10,000', true), undefined)
  equal(numberIn('10', true), 10)
  equal(numberIn('10,000', false), 10)
})

test('of what a browser keeps, only changes that can be sent are taken', () => {
  const typed = { path: 'a', base: null, text: '1', alpha: '' }
  const exact = { path: 'b', base: 1, exact: true, value: null }
  deepEqual(changesIn(JSON.stringify([typed, exact])), [typed, exact])
  for (const text of [null, '', '{not JSON', 'null', '5', '{"path":"a"}']) deepEqual(changesIn(text), [], String(text))
  const broken = [null, 5, [], { path: 1 }, { path: 'language' }, { ...typed, text: 1 }, { ...exact, exact: 'yes' }]
  deepEqual(changesIn(JSON.stringify([...broken, typed])), [typed])
})
