import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { Camera } from '../sdk/camera/camera'
import { toolsOf } from '../sdk/camera/tools'
import { API } from '../sdk/client/api'
import { Capturing } from '../sdk/client/capturing'
import type { Config } from '../sdk/client/config'
import { ProofdeskError } from '../sdk/client/errors'
import { Emitter } from '../sdk/client/events'
import { Given } from '../sdk/client/given'
import { Job, submitAll } from '../sdk/client/job'
import { Pending } from '../sdk/client/pending'
import type { Session } from '../sdk/client/session'
import { Timings } from '../sdk/client/timings'
import { Tokens } from '../sdk/client/tokens'
import { challengeFor } from '../sdk/flow/asking'
import type { Taken } from '../sdk/flow/step'

const code = (name: string) => (error: unknown): boolean => error instanceof ProofdeskError && error.code === name
const now = (): Promise<void> => Promise.resolve()

/** Answers the requests of the SDK instead of a server. */
function serve(answer: (request: Request, signal: AbortSignal) => Response | Promise<Response>): void {
  globalThis.fetch = async (input, init) =>
    answer(new Request(String(input), { ...init, signal: null }), init!.signal as AbortSignal)
}

const api = (): API => new API('https://desk.example', new Tokens('t'), now)

/** Returns a session without a browser. */
async function session(): Promise<Session> {
  return {
    api: api(), events: new Emitter(), pending: await Pending.open(), timings: new Timings(),
    options: { values: {} }, session: { plan: [] },
  } as unknown as Session
}

const film = { kind: 'video', bytes: new Uint8Array(9), type: 'video/webm', capturedAt: '', challenge: 'c' }

/** Answers for one job, whose film is lost on its way for a while, and then is too late. */
function late(away: () => boolean): void {
  serve(({ method, url }) => {
    const { pathname } = new URL(url)
    if (method === 'POST') return Response.json({ jobId: 'j', status: 'QUEUED' })
    if (!pathname.endsWith('/video')) return Response.json({ status: 'CAPTURING', captures: [{ kind: 'selfie' }] })
    if (away()) throw new TypeError('lost')
    const errors = [{ field: 'challenge', rule: 'challenge_ended', message: 'over' }]
    return Response.json({ errors }, { status: 409 })
  })
}

test('a film that arrives too late ends the submission and is taken anew by the same call', async () => {
  const to = await session()
  let away = true
  late(() => away)
  const job = await Job.create(to, 'LIVE_FACE_CHECK', {})
  await job.add(film)
  await job.settled()
  equal(await job.outdated(), false)
  away = false
  const left: Job[] = []
  await rejects(submitAll([job], one => left.push(one)), code('OUTDATED'))
  deepEqual(left, [job])
  const again = await Job.resume(to, 'LIVE_FACE_CHECK', 'j')
  deepEqual([again.needs('selfie'), again.needs('video')], [false, true])
  deepEqual(await to.pending.of('j'), [])
})

test('what was sent to be looked at is not sent again', async () => {
  const to = await session()
  const puts: string[] = []
  serve(({ method, url }) => {
    if (method === 'POST') return Response.json({ jobId: 'j', status: 'QUEUED' })
    puts.push(new URL(url).pathname.split('/').at(-1)!)
    return Response.json({ urn: 'u', sha256: 's', quality: { outcome: 'FAIL', prompts: ['followMoves'] } })
  })
  const job = await Job.create(to, 'VIDEO_ID', {})
  const voice = { kind: 'voice', bytes: new Uint8Array(5), type: 'audio/wav', capturedAt: '' }
  deepEqual((await job.verdict({ ...film, beside: voice }))?.prompts, ['followMoves'])
  for (const taken of [voice, film]) await job.add({ ...taken, virtualCamera: 'x' })
  await job.settled()
  deepEqual(puts, ['voice', 'video'])
  const another = { ...film, bytes: new Uint8Array(9) }
  await job.add(another)
  await job.settled()
  deepEqual(puts, ['voice', 'video', 'video'])
})

test('nothing is seen in what the server did not get', async () => {
  const to = await session()
  late(() => false)
  const job = await Job.create(to, 'LIVE_FACE_CHECK', {})
  equal(await job.verdict(film), undefined)
  equal(await job.outdated(), true)
})

test('jobs are submitted in their order, and each of them once', async () => {
  const to = await session()
  const posted: string[] = []
  let made = 0
  let refuses = true
  serve(({ url }) => {
    const { pathname } = new URL(url)
    if (!pathname.endsWith('/submit')) return Response.json({ jobId: `j${++made}` })
    const [, id] = /(j\d)/.exec(pathname) ?? []
    posted.push(id!)
    return id === 'j2' && refuses ? Response.json({}, { status: 409 }) : Response.json({ jobId: id, status: 'QUEUED' })
  })
  const jobs: Job[] = []
  for (const name of ['A', 'B', 'C']) jobs.push(await Job.create(to, name, {}))
  await rejects(submitAll(jobs, () => {}), code('REFUSED'))
  deepEqual(posted, ['j1', 'j2'])
  refuses = false
  deepEqual((await submitAll(jobs, () => {})).map(({ jobId }) => jobId), ['j1', 'j2', 'j3'])
  deepEqual(posted, ['j1', 'j2', 'j2', 'j3'])
})

test('a signature that was given stays until another has a job, and only the last of two counts', async () => {
  const to = await session()
  let made = 0
  let fails = false
  serve(({ method }) => {
    if (fails) return Response.json({}, { status: 400 })
    return method === 'POST' ? Response.json({ jobId: `j${++made}` }) : Response.json({ urn: 'u' })
  })
  let kept: Job[] = []
  const all: Job[] = []
  const capturing = { session: to, during: (work: (to: Session) => Promise<Job>) => work(to) } as unknown as Capturing
  const given = new Given(capturing, (next, before) => {
    kept = [...kept.filter(job => job !== before), ...next ? [next] : []]
    all.push(...kept)
  })
  const ids = (): string[] => kept.map(({ id }) => id)
  await given.signature('a', '[]')
  fails = true
  await rejects(given.signature('b', '[]'), code('REFUSED'))
  deepEqual(ids(), ['j1'])
  fails = false
  await Promise.all([given.signature('c', '[]'), given.signature('d', '[]')])
  deepEqual(ids(), ['j3'])
  await given.signature(null, null)
  deepEqual(ids(), [])
  for (const job of all) await job.settled() // what is still sent would go to the server of the next test
})

test('what a host gives has the place that a capture asked for, and is not kept where that was left', async () => {
  const to = { ...await session(), located: true }
  const places: unknown[] = []
  serve(async request => {
    if (request.method === 'POST') places.push((await request.json() as { location: unknown }).location)
    return Response.json(request.method === 'POST' ? { jobId: 'j' } : { urn: 'u' })
  })
  const here = { latitude: 1, longitude: 2, accuracy: 3 }
  const asked: string[] = []
  const capturing = {
    session: to, during: (work: (to: Session) => Promise<Job>) => work(to),
    async run(name: string) {
      if (asked.push(name) > 1) throw new ProofdeskError('CANCELLED', 'left')
      return here
    },
  } as unknown as Capturing
  const kept: Array<Job | undefined> = []
  const given = new Given(capturing, now => kept.push(now))
  await given.signature('a', '[]')
  await rejects(given.signature('b', '[]'), code('CANCELLED'))
  await given.signature(null, null)
  deepEqual([places, asked], [[here], ['SIGNATURE_CAPTURE', 'SIGNATURE_CAPTURE']])
  deepEqual(kept.map(job => job?.id), ['j', undefined])
  await kept[0]?.settled()
})

test('an answer whose body stands still is given up in time, and one that is lost is asked for again', async () => {
  const stream = (start: (body: ReadableStreamDefaultController) => void): Response =>
    new Response(new ReadableStream({ start }))
  serve((_, signal) => stream(body => signal.addEventListener('abort', () => body.error(signal.reason))))
  await rejects(api().json('/x', { limit: 5 }), code('TIMEOUT'))
  let sent = 0
  serve(() => ++sent < 3 ? stream(body => body.error(new TypeError('lost'))) : Response.json({ sent }))
  deepEqual(await api().json('/x'), { sent: 3 })
})

test('a host that never returns a token is not waited for without end', async () => {
  await rejects(new Tokens(() => new Promise(() => {}), Date.now, 5).get(), code('TOKEN_REFRESH_FAILED'))
})

test('whoever asks for moves again, as the answer was lost, names the same attempt', async () => {
  const keys: Array<string | null> = []
  serve(({ headers }) => {
    keys.push(headers.get('Idempotency-Key'))
    if (keys.length < 6) throw new TypeError('lost')
    return Response.json({ id: 'c', moves: [], seconds: 4 })
  })
  const stays = { left: false, action: () => new Promise<string>(() => {}) }
  await challengeFor(api(), 'job', stays, () => {}, now)
  deepEqual([keys.length, new Set(keys).size, !keys[0]], [6, 1, false])
  await challengeFor(api(), 'job', stays, () => {}, now)
  equal(new Set(keys).size, 2)
})

test('initialize says whatever keeps it from its session', async () => {
  const told: string[] = []
  const capturing = new Capturing()
  capturing.events.on('unsupported', ({ reason }) => told.push(reason))
  await rejects(capturing.start({} as Config), code('REFUSED'))
  const config = { apiBaseUrl: 'https://desk.example', accessToken: 't' }
  await rejects(capturing.start(config), code('NOT_SUPPORTED')) // where there is no browser
  deepEqual(told, ['REFUSED', 'NOT_SUPPORTED'])
})

test('a camera is switched once at a time', async () => {
  let turns = 0
  let end = (): void => {}
  const camera = { turn: () => new Promise<void>(done => { turns++; end = done }) } as unknown as Camera
  const use = toolsOf(camera)
  use('switch')
  use('switch')
  equal(turns, 1)
  end()
  await new Promise(done => setTimeout(done))
  use('switch')
  equal(turns, 2)
})

test('a capture that another one has replaced is sent no more', async () => {
  const to = await session()
  const stored: number[] = []
  let begun = (): void => {}
  let ended = (): void => {}
  const started = new Promise<void>(done => { begun = done })
  const stopped = new Promise<void>(done => { ended = done })
  const errors: string[] = []
  to.events.on('error', ({ code }) => errors.push(code))
  serve(({ method, headers }, signal) => {
    if (method === 'POST') return Response.json({ jobId: 'j', status: 'QUEUED' })
    const size = Number(headers.get('Content-Range')!.split('/')[1])
    if (size === 3) { // stands on its way
      begun()
      return new Promise((_, fail) => {
        signal.addEventListener('abort', () => {
          ended()
          fail(signal.reason as Error)
        })
      })
    }
    stored.push(size)
    return Response.json({ urn: 'u', sha256: 's' })
  })
  const job = await Job.create(to, 'LIVE_FACE_CHECK', {})
  const selfie = (size: number): Taken => (
    { kind: 'selfie', bytes: new Uint8Array(size), type: 'image/jpeg', capturedAt: '' })
  await job.add(selfie(3))
  await started
  await job.add(selfie(4))
  await stopped
  await job.submit()
  deepEqual(stored, [4])
  deepEqual(errors, [])
  deepEqual(await to.pending.of('j'), [])
})
