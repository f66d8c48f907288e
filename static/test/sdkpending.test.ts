import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Capturing } from '../sdk/client/capturing'
import { IdentityProofing } from '../sdk/client/identity'
import type { Job } from '../sdk/client/job'
import { Pending } from '../sdk/client/pending'

const capture = (job: string): Parameters<Pending['keep']>[0] =>
  ({ job, kind: 'selfie', bytes: new Uint8Array(1), type: 'image/jpeg', capturedAt: '' })

test('a job is gone on with by the same call once that failed, and by no other', async () => {
  const pending = await Pending.open()
  await pending.begin('1', 'a')
  equal(await pending.begun('a'), undefined)
  pending.release('1')
  deepEqual([await pending.begun('a'), await pending.begun('b')], ['1', undefined])
  pending.goOn('1')
  equal(await pending.begun('a'), undefined)
})

test('nothing of calls that failed is kept once another was submitted', async () => {
  const pending = await Pending.open()
  for (const job of ['1', '2']) {
    await pending.begin(job, 'a')
    await pending.keep(capture(job))
  }
  pending.release('1')
  await pending.endOthers()
  equal(await pending.begun('a'), undefined)
  deepEqual([(await pending.of('1')).length, (await pending.of('2')).length], [0, 1])
})

test('what is captured while jobs are submitted is for the next submission', async () => {
  const submitted: string[] = []
  let arrive = (): void => {}
  const arrived = new Promise<void>(done => { arrive = done })
  const pending = await Pending.open()
  let n = 0
  const capturing = {
    run: async () => {
      const id = String(++n)
      const submit = async (): Promise<unknown> => {
        submitted.push(id)
        await arrived
        return { jobId: id }
      }
      return { job: { id, submit } as unknown as Job, captures: [] }
    },
    during: (work: (to: unknown) => Promise<unknown>) => work({ pending }),
  } as unknown as Capturing
  const sdk = new IdentityProofing(undefined, capturing)
  await sdk.liveFaceCheck()
  const first = sdk.finalSubmit()
  await sdk.liveFaceCheck()
  arrive()
  deepEqual(await first, [{ jobId: '1' }])
  deepEqual(await sdk.finalSubmit(), [{ jobId: '2' }])
  deepEqual(submitted, ['1', '2'])
})

test('a host is told once that the browser keeps nothing over a reload, and the tab goes on', async () => {
  let told = 0
  const pending = await Pending.open(() => { told++ })
  await pending.begin('1', 'call')
  pending.release('1')
  equal(await pending.begun('call'), '1')
  equal(told, 1)
})
