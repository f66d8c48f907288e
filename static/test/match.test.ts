import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { matches, nextRow } from '../src/match'

test('a command is found without accents and case, by words in any order', () => {
  equal(matches('REVISION proxima', 'Próxima revisión'), true)
  equal(matches('revision manual', 'Próxima revisión'), false)
  equal(matches('', 'Próxima revisión'), true)
})

test('arrows go around the ends of a list', () => {
  equal(nextRow(2, 1, 3), 0)
  equal(nextRow(0, -1, 3), 2)
  equal(Math.abs(nextRow(0, 1, 0)), 0, 'an empty list')
})
