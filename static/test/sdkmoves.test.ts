import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { Film } from '../sdk/camera/film'
import { ProofdeskError } from '../sdk/client/errors'
import type { Context } from '../sdk/client/session'
import { follow, type Now } from '../sdk/flow/challenge'
import { interrupted, Interruption } from '../sdk/flow/interruption'
import type { CaptureWindow } from '../sdk/flow/window'

/** Returns what asks for moves: an API that answers like this, in French, and a film that notes when it stands. */
function asking(...answers: (object | Error)[]): { to: Context, film: Film, noted: string[] } {
  const noted: string[] = []
  const json = async (): Promise<object> => {
    const answer = answers.shift() ?? new Error('asked too often')
    if (answer instanceof Error) throw answer
    return answer
  }
  const film = { pause: () => void noted.push('pause'), resume: () => void noted.push('resume') }
  return {
    to: { api: { json }, options: { language: 'FR' } } as unknown as Context,
    film: film as unknown as Film,
    noted,
  }
}

const code = (name: string) => (error: unknown): boolean => error instanceof ProofdeskError && error.code === name
const stays = { left: false, action: () => new Promise<string>(() => {}) } as unknown as CaptureWindow

/** Returns what watches over a recording of tracks on a page, and lets them end or the page go out of sight. */
function watched(): { cut: Interruption, track: EventTarget, page: EventTarget } {
  const track = Object.assign(new EventTarget(), { readyState: 'live' })
  const page = Object.assign(new EventTarget(), { hidden: true })
  globalThis.document = page as unknown as Document
  return { cut: new Interruption([track as unknown as MediaStreamTrack]), track, page }
}

const quiet = (): Interruption => watched().cut
const challenge = { id: 'c', moves: ['blink', 'look_up'], seconds: .01 }

test('each move is told with its number and for how long moves go on', async () => {
  const { to, film, noted } = asking(challenge)
  const told: Now[] = []
  equal(await follow(to, stays, 'job', film, quiet(), now => told.push(now)), 'c')
  deepEqual(told, [
    { prompt: 'blink', move: 'Fermez les yeux une seconde', step: '1 / 2', seconds: .02 },
    { prompt: 'look_up', move: 'Regardez vers le haut', step: '2 / 2', seconds: .01 },
  ])
  deepEqual(noted, ['resume'])
})

test('a film stands still while its moves can’t be asked for, and goes on before the first one is told', async () => {
  globalThis.addEventListener ??= () => {}
  globalThis.removeEventListener ??= () => {}
  const { to, film, noted } = asking(new ProofdeskError('NETWORK', 'away'), challenge)
  await follow(to, stays, 'job', film, quiet(), ({ prompt }) => noted.push(prompt))
  deepEqual(noted, ['pause', 'offline', 'resume', 'blink', 'look_up'])
})

test('an applicant who leaves ends the film, and a server that gives no more moves ends it too', async () => {
  const { to, film } = asking(challenge, new ProofdeskError('REFUSED', 'no', [
    { field: 'challenge', rule: 'challenge_limit', message: 'no' },
  ]))
  let asked = 0
  const action = async (): Promise<string> => ++asked > 1 ? 'cancel' : stays.action()
  const leaves = { left: false, action } as unknown as CaptureWindow
  await rejects(follow(to, leaves, 'job', film, quiet(), () => {}), code('CANCELLED'))
  await rejects(follow(to, stays, 'job', film, quiet(), () => {}), code('RETRY_LIMIT'))
})

test('a track that ends and a page that is hidden interrupt a film, also while its moves are asked for', async () => {
  for (const [of, event] of [['track', 'ended'], ['page', 'visibilitychange']] as const) {
    const { to, film, noted } = asking({ ...challenge, seconds: 1 })
    const seen = watched()
    await rejects(follow(to, stays, 'job', film, seen.cut, () => seen[of].dispatchEvent(new Event(event))),
      error => interrupted(error) === 'interrupted')
    deepEqual(noted, ['resume'])
    const waits = watched()
    const later = asking(new ProofdeskError('NETWORK', 'away'), new Error('asked too often'))
    later.to.api.json = async () => {
      waits[of].dispatchEvent(new Event(event))
      throw new ProofdeskError('NETWORK', 'away')
    }
    await rejects(follow(later.to, stays, 'job', later.film, waits.cut, ({ prompt }) => later.noted.push(prompt)),
      error => interrupted(error) === 'interrupted')
    deepEqual(later.noted, ['resume']) // and says nothing of the outage any more
  }
})

test('a film whose camera has ended is interrupted at once, and one that is over can’t be', async () => {
  const gone = Object.assign(new EventTarget(), { readyState: 'ended' }) as unknown as MediaStreamTrack
  watched()
  await rejects(new Interruption([gone]).happens, error => interrupted(error) === 'interrupted')
  const { cut, track, page } = watched()
  cut.close()
  track.dispatchEvent(new Event('ended'))
  page.dispatchEvent(new Event('visibilitychange'))
  cut.check()
  equal(await Promise.race([cut.happens, 'whole']), 'whole')
  cut.check({ over: false })
  await rejects((async () => cut.check({ over: true }))(), error => interrupted(error) === 'interrupted')
})
