import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { ProofdeskError } from '../sdk/client/errors'
import type { Context } from '../sdk/client/session'
import { retraced } from '../sdk/flow/retracing'

/** Goes through a capture whose tries end as told, with or without an instruction before it. */
async function goes(
  instructed: boolean, returns: boolean, ...ends: string[]
): Promise<{ closed: number, end: string }> {
  let closed = 0
  const to = { camera: { close: () => { closed++ } } } as unknown as Context
  const end = await retraced(to, { resume: () => returns }, { instructAgain: () => instructed }, async () => {
    const code = ends.shift()
    if (code) throw new ProofdeskError(code as 'CANCELLED', '')
    return 'taken'
  }).catch(({ code }: ProofdeskError) => code)
  return { closed, end }
}

test('who goes a step back reads the instruction again, and leaves where there is none', async () => {
  deepEqual(await goes(true, true, 'CANCELLED', 'CANCELLED'), { closed: 2, end: 'taken' })
  deepEqual(await goes(false, true, 'CANCELLED'), { closed: 0, end: 'CANCELLED' })
  deepEqual(await goes(true, false, 'CANCELLED'), { closed: 0, end: 'CANCELLED' })
  equal((await goes(true, true, 'RETRY_LIMIT')).end, 'RETRY_LIMIT')
})
