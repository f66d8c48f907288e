import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { counted, formatted } from '../src/sentence'

test('a translation may take its values in another order, and one of them twice', () => {
  equal(formatted({}, '%s of %s rows', ['3', 10]), '3 of 10 rows')
  equal(formatted({ '%s of %s rows': '%[2]s satırın %[1]s tanesi' }, '%s of %s rows', ['3', 10]), '10 satırın 3 tanesi')
  equal(formatted({ a: '%[2]s, %[1]s, %s' }, 'a', ['x', 'y']), 'y, x, y')
})

test('a count takes its sentence by the plural rules of the language', () => {
  const polish = { '1 new': '1 nowe', '%s new': '%s nowego', '%s new|few': '%s nowe', '%s new|many': '%s nowych' }
  const said = (tag: string, n: number, translations = {}) => counted(translations, tag, n, '1 new', '%s new')
  equal(said('en', 0), '0 new')
  equal(said('en', 1), '1 new')
  equal(said('en', 1234), '1,234 new')
  equal(said('pl', 1, polish), '1 nowe')
  equal(said('pl', 3, polish), '3 nowe')
  equal(said('pl', 5, polish), '5 nowych')
  equal(said('ru', 21, { '%s new|one': '%s новое' }), '21 новое')
  equal(said('es', 1_000_000, { '%s new': '%s nuevos' }), '1.000.000 nuevos')
})
