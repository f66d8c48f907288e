import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { ProofdeskError } from '../sdk/client/errors'
import type { Context, Kept } from '../sdk/client/session'
import { Tries } from '../sdk/client/tries'
import type { Verdict } from '../sdk/client/upload'
import { missed } from '../sdk/flow/seen'
import type { Taken } from '../sdk/flow/step'
import type { CaptureWindow } from '../sdk/flow/window'
import { selfie } from '../sdk/screens/captures/selfie'

const picture: Taken = { kind: 'selfie', bytes: new Uint8Array(3), type: 'image/jpeg', capturedAt: '' }
const never = new Promise<never>(() => {})
const stays = { action: () => never } as unknown as CaptureWindow

function connect(onLine: boolean): void {
  Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true })
}

connect(true)

/** Returns a capture for a job of which the server says something, from a camera of a name. */
function asking(told: Promise<Verdict | undefined>, sent: Taken[] = [], label = ''): Context {
  const job: Kept = {
    id: 'j',
    leave: () => Promise.resolve(),
    verdict(taken) {
      sent.push(taken)
      return told
    },
  }
  return { job, camera: { tracks: [{ label }] } } as unknown as Context
}

const ask = (to: Context, given?: string[], tries = new Tries(), window = stays): Promise<string | undefined> =>
  missed(to, window, selfie, tries, picture, given)

test('what only the server sees in a picture is what the applicant is told', async () => {
  const says = (...prompts: string[]): Promise<Verdict> => Promise.resolve({ prompts })
  for (const [told, given, want] of [
    [says('eyesClosed'), [], 'eyes'],
    [says('moveFaceUp'), [], 'chinUp'],
    [says('followMoves'), [], 'followMoves'],
    [says(), [], undefined],
    [says('tooDark', 'eyesClosed'), ['tooDark'], 'eyes'], // the applicant took the picture in spite of that
    [says('tooDark'), ['tooDark'], undefined],
    [says('aPromptOfALaterServer'), [], undefined],
    [Promise.resolve(undefined), [], undefined],
    [Promise.resolve({ prompts: [], fault: 'corrupt' }), [], 'failed'],
  ] as const) {
    equal(await ask(asking(told), [...given]), want, JSON.stringify([await told, given]))
  }
})

test('a picture counts as it is where the applicant has no other try', async () => {
  const tries = new Tries()
  while (await tries.again());
  equal(await ask(asking(Promise.resolve({ prompts: ['eyesClosed'] })), [], tries), undefined)
})

test('an applicant does not wait without a connection, and not for ever with one', async () => {
  connect(false)
  equal(await ask(asking(never)), undefined)
  connect(true)
  const { setTimeout: later } = globalThis
  Object.assign(globalThis, { setTimeout: (run: () => void) => later(run) })
  equal(await ask(asking(never)), undefined)
  Object.assign(globalThis, { setTimeout: later })
})

test('an applicant who leaves meanwhile has left', async () => {
  let taps = 0
  const window = { get left() { return taps > 1 }, action: async () => `${++taps}` }
  const leaves = window as unknown as CaptureWindow // the first tap answers nobody
  const left = (error: unknown): boolean => error instanceof ProofdeskError && error.code === 'CANCELLED'
  await rejects(ask(asking(never), [], new Tries(), leaves), left)
})

test('what is sent names the program in place of a camera', async () => {
  const sent: Taken[] = []
  await ask(asking(Promise.resolve(undefined), sent, 'OBS Virtual Camera'))
  deepEqual(sent.map(({ virtualCamera }) => virtualCamera), ['OBS Virtual Camera'])
})
