import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  blank, both, fieldsOf, filledOf, type Filled, heard, type Kept, merge, opened, refused, same, type Saved, typed,
} from '../src/draft'

const note = (text: string): Filled => ({ ...blank, note: text })
const saved = (text: string, rev: string, ...seen: string[]): Saved => ({ ...note(text), rev, seen, at: 1 })
const kept = (text: string, base: string, ...seen: string[]): Kept => (
  { ...note(text), at: 2, base: note(base), baseRev: seen.at(-1), seen, others: [], unsaved: true, writes: [] }
)

test('a form is read with the reason for an escalation in its note, and written as it is read', () => {
  const fields = 'csrf=1&claim=2&why=odd&note=cut%0D%0Aoff&outcome=Declined&reason=a&reason=b&override.x=y'
  const form = new URLSearchParams(fields)
  const filled = filledOf(form)
  deepEqual(filled, {
    outcome: 'Declined', reasons: ['a', 'b'], overrides: { x: 'y' }, note: 'odd\ncut\noff', comment: '',
  })
  deepEqual(filledOf(fieldsOf(filled)), filled)
})

test('what one side alone changed is taken from it', () => {
  const base = { ...blank, note: 'n', comment: 'c', reasons: ['a'] }
  const mine = { ...base, note: 'mine' }
  const other = { ...base, comment: 'other', reasons: ['a', 'b'], outcome: 'Declined' }
  deepEqual(merge(base, mine, other), { ...other, note: 'mine' })
})

test('a text that both sides changed is never decided without asking', () => {
  equal(merge(note(''), note('mine'), note('other')), null)
  deepEqual(merge(note(''), note('same'), note('same')), note('same'))
})

test('both versions together have every word once', () => {
  equal(both(note('one'), note('two')).note, 'one\ntwo')
  equal(both(note('one and more'), note('one')).note, 'one and more')
  deepEqual(both({ ...blank, reasons: ['a'] }, { ...blank, reasons: ['a', 'b'] }).reasons, ['a', 'b'])
})

test('a page shows what was typed before a reload, whether or not the server had it by then', () => {
  equal(opened(kept('typed', '', 'r1'), saved('', '')).note, 'typed')
  equal(opened(kept('typed', '', 'r1'), saved('typ', 'r1')).note, 'typed')
  deepEqual(opened(kept('typed', '', 'r1'), saved('typ', 'r1')).others, [])
})

test('a version of this browser that comes in late is no change of somebody else', () => {
  const page = opened(kept('typed', '', 'r1', 'r2'), saved('', ''))
  const on = typed(page, page, note('typed on'), 3, 'w3')
  const again = opened(on, saved('typed', 'r2'))
  equal(again.note, 'typed on')
  deepEqual(again.others, [])
})

test('a version that another browser saved is shown beside what was typed here', () => {
  const page = opened(kept('mine', '', 'r1'), saved('theirs', 'x1'))
  equal(page.note, 'mine')
  deepEqual(page.others.map(o => o.note), ['theirs'])
})

test('a version that another browser saved is taken where nothing was typed here since', () => {
  const page = opened({ ...kept('older', 'older', 'r1'), unsaved: false }, saved('theirs', 'x1', 'r1'))
  equal(page.note, 'theirs')
  deepEqual(page.seen, ['r1', 'x1'])
})

test('a question stays open over a reload', () => {
  const page = opened(kept('mine', '', 'r1'), saved('theirs', 'x1'))
  const again = opened(page, saved('theirs', 'x1'))
  deepEqual(again.others.map(o => o.note), ['theirs'])
})

test('two tabs that type into one draft are both kept', () => {
  const page = opened(null, saved('', ''))
  const first = typed(null, page, note('first tab'), 3, 'w3')
  const second = typed(first, page, note('second tab'), 4, 'w4')
  deepEqual([second.note, ...second.others.map(o => o.note)], ['second tab', 'first tab'])
})

test('a tab that has seen the other tab type goes on from there', () => {
  const page = opened(null, saved('', ''))
  const first = typed(null, page, note('one'), 3, 'w3')
  const second = typed(first, first, note('one two'), 4, 'w4')
  deepEqual(second.others, [])
})

test('a tab takes what another one wrote that knew its own words, and asks where it did not', () => {
  const page = opened(null, saved('', ''))
  const first = typed(null, page, note('first tab'), 3, 'w3')
  const knew = typed(first, first, note('first tab, then second'), 4, 'w4')
  deepEqual(heard(first, knew), knew)
  const blind = typed(null, page, note('second tab'), 4, 'w4')
  deepEqual([heard(first, blind).note, ...heard(first, blind).others.map(o => o.note)], ['first tab', 'second tab'])
})

test('a question that another tab has open is open in a tab that typed at the same instant', () => {
  const page = opened(null, saved('', ''))
  const asked = refused(typed(null, page, note('first tab'), 3, 'w3'), saved('theirs', 'x1'))
  const blind = typed(null, page, note('second tab'), 4, 'w4')
  const after = heard(blind, asked)
  equal(after.seen.includes('x1'), true) // so that nothing asks for it again
  deepEqual([after.note, ...after.others.map(o => o.note)], ['second tab', 'theirs', 'first tab'])
})

test('words win over a field that the other side emptied', () => {
  equal(merge(note('base'), note('base and more'), note(''))?.note, 'base and more')
  equal(merge(note('base'), note(''), note('base and more'))?.note, 'base and more')
})

test('a refused version is asked about, and then counts as seen', () => {
  const after = refused(kept('mine', '', 'r1'), saved('theirs', 'x1'))
  deepEqual(after.others.map(o => o.note), ['theirs'])
  equal(after.seen.includes('x1'), true)
  equal(same(after.base, note('theirs')), true)
})

test('a saved version that was overwritten by a browser that had not seen it is asked about', () => {
  const page = opened({ ...kept('alpha', 'alpha', 'a1'), unsaved: false }, saved('beta', 'b1', 'older'))
  deepEqual([page.note, ...page.others.map(o => o.note)], ['alpha', 'beta'])
  const after = refused(kept('alpha', 'alpha', 'a1'), saved('beta', 'b1'))
  deepEqual([after.note, ...after.others.map(o => o.note)], ['alpha', 'beta'])
})
