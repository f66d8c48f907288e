import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { ProofdeskError } from '../sdk/client/errors'
import { hint } from '../sdk/client/start'

const later = globalThis.setTimeout
const error = new ProofdeskError('NETWORK', 'no answer')
Object.defineProperty(globalThis, 'location', { value: { origin: 'https://bank.example' } })

test('an initialize whose server answers nothing for five seconds ends with what is known then', async () => {
  let answers = (_: Response): void => {}
  const waits: number[] = []
  globalThis.fetch = () => new Promise(done => { answers = done })
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms: number) => {
      waits.push(ms)
      queueMicrotask(run)
    },
  })
  await hint(error, '').finally(() => Object.assign(globalThis, { setTimeout: later }))
  deepEqual(waits, [5000])
  answers(new Response())
  await new Promise(done => later(done))
  equal(error.message, 'no answer')
})

test('a server that answers in time has its client to blame', async () => {
  globalThis.fetch = async () => new Response()
  await hint(error, '')
  equal(error.message, 'no answer, but its server answers: does the client allow https://bank.example?')
})

test('a server that is not there changes nothing', async () => {
  const lost = new ProofdeskError('NETWORK', 'no answer')
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await hint(lost, '')
  equal(lost.message, 'no answer')
})
