import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { API } from '../sdk/client/api'
import type { ProofdeskError } from '../sdk/client/errors'
import { Tokens } from '../sdk/client/tokens'
import { fieldsOf, readIn, resultOf } from '../sdk/flow/filling'
import { fieldNames, isDate, labelOf } from '../sdk/screens/fields'
import { languages } from '../sdk/screens/language'

const read = {
  lastName: { value: 'GARCIA', source: 'MRZ', confidence: .9 },
  firstName: { value: 'ANA', source: 'MRZ', confidence: .9 },
  fullName: { value: 'ANA GARCIA', source: 'VIZ', confidence: .8 },
  documentNumber: { value: 'X1', source: 'MRZ', confidence: 1, checkDigit: 'right' },
  dateOfBirth: { value: '1990-01-02', source: 'MRZ', confidence: .4, checkDigit: 'wrong' },
  'address.city': { value: 'Reno', source: 'BARCODE', confidence: 1 },
  other: { value: 'not known here', source: 'VIZ', confidence: 1 },
}

test('what a check digit or a barcode confirms is fixed, and what every form needs is asked for', () => {
  deepEqual(fieldsOf(read).map(({ name, fixed }) => [name, fixed]), [
    ['firstName', false], ['lastName', false], ['dateOfBirth', false], ['documentNumber', true],
    ['expiryDate', false], ['address.city', true],
  ])
  equal(fieldsOf(read)[4].value, '')
  const written = fieldsOf(read, { lastName: 'GARCÍA', documentNumber: 'X1' })
  deepEqual(written.map(({ value }) => value), ['', 'GARCÍA', '', 'X1', '', ''])
})

test('the result names what was read and what was corrected', () => {
  const fields = fieldsOf(read)
  fields[1].value = 'GARCÍA'
  const { firstName, lastName, expiryDate } = resultOf(fields, read)
  deepEqual([firstName?.corrected, lastName?.corrected, expiryDate?.corrected], [false, true, false])
  deepEqual([lastName?.read, lastName?.value, lastName?.source], ['GARCIA', 'GARCÍA', 'MRZ'])
})

test('every field has a label in every language', () => {
  for (const name of fieldNames) for (const language of languages) equal(labelOf(name, language).length > 1, true)
  deepEqual(fieldNames.filter(isDate), ['dateOfBirth', 'issueDate', 'expiryDate'])
})

const picture = { kind: 'passport', bytes: new Uint8Array(1), type: 'image/jpeg', capturedAt: '' }

test('pictures that the server took too slowly are sent again', async () => {
  let sent = 0
  globalThis.fetch = async () => ++sent < 4 ? Response.json({}, { status: 408 }) : Response.json({ values: read })
  const api = new API('https://desk.example', new Tokens('t'), () => Promise.resolve())
  deepEqual(await readIn(api, [picture]), read)
  equal(sent, 4)
})

test('the long wait for what is read in pictures is not spent again', async () => {
  const { setTimeout } = globalThis
  let sent = 0
  globalThis.fetch = (_, init) => new Promise((_, fail) => {
    sent++
    init!.signal!.addEventListener('abort', () => fail(new DOMException('', 'AbortError')))
  })
  Object.assign(globalThis, { setTimeout: (run: () => void, ms: number) => setTimeout(run, ms === 240_000 ? 0 : ms) })
  const api = new API('https://desk.example', new Tokens('t'), () => Promise.resolve())
  await rejects(readIn(api, [picture]), ({ code }: ProofdeskError) => code === 'TIMEOUT')
    .finally(() => Object.assign(globalThis, { setTimeout }))
  equal(sent, 1)
})
