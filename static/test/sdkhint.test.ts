import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { ProofdeskError } from '../sdk/client/errors'
import { hint } from '../sdk/client/start'

test('an initialize whose server answers nothing at all ends', async () => {
  globalThis.fetch = () => new Promise(() => {})
  Object.assign(globalThis, { setTimeout: (run: () => void) => queueMicrotask(run) })
  const error = new ProofdeskError('NETWORK', 'no answer')
  await hint(error, '')
  equal(error.message, 'no answer')
})
