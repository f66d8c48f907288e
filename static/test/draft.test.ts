import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { keepable, restorable } from '../src/draft'

const fields = (text: string) => new URLSearchParams(text)

test('what belongs to a claim or a session is not kept', () => {
  const typed = 'note=cut&reason=a&reason=b&outcome=Declined'
  equal(keepable(fields('csrf=1&claim=2&version=3&digest=4&started=5&' + typed)).toString(), typed)
})

test('keeping leaves the form as it is', () => {
  const form = fields('csrf=1&note=cut')
  keepable(form)
  equal(form.toString(), 'csrf=1&note=cut')
})

test('kept words and reasons come back, empty ones change nothing', () => {
  const kept = fields('note=cut&comment=&reason=a&reason=b')
  deepEqual(restorable(kept, fields('note=older&comment=sent')), [['note', 'cut'], ['reason', 'a'], ['reason', 'b']])
})

test('an outcome comes back only where the form has none', () => {
  const kept = fields('outcome=Declined')
  deepEqual(restorable(kept, fields('note=')), [['outcome', 'Declined']])
  deepEqual(restorable(kept, fields('outcome=Approved')), [])
})
