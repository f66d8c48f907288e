import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { API } from '../sdk/client/api'
import { configured } from '../sdk/client/configured'
import { errorCodes, ProofdeskError } from '../sdk/client/errors'
import { Emitter } from '../sdk/client/events'
import { hexOf } from '../sdk/client/hex'
import { Job } from '../sdk/client/job'
import { Line } from '../sdk/client/line'
import { flat, merged, type Session } from '../sdk/client/session'
import { lifeOf, Tokens } from '../sdk/client/tokens'
import { challengeFor } from '../sdk/flow/asking'
import { heldIn, upload } from '../sdk/client/upload'

const code = (name: string) => (error: unknown): boolean => error instanceof ProofdeskError && error.code === name
/** Returns a token of a server whose clock says a time, in seconds, and the seconds for which it is valid. */
const token = (iat: number, life: number): string => `x.${btoa(JSON.stringify({ iat, exp: iat + life }))}.y`
const now = (): Promise<void> => Promise.resolve()

/** Answers the requests of the SDK instead of a server. */
function serve(answer: (request: Request) => Response | Promise<Response>): void {
  globalThis.fetch = async (input, init) => answer(new Request(String(input), { ...init, signal: null }))
}

const api = (): API => new API('https://desk.example', new Tokens('t'), now)

test('however many requests need a token, the host is asked once, and again before the token expires', async () => {
  for (const apart of [0, -3600, 3600]) { // the server's clock from the device's, in seconds
    let asked = 0
    let time = 0
    const tokens = new Tokens(async () => { asked++; return token(time / 1000 + apart, 300) }, () => time)
    await Promise.all([tokens.get(), tokens.get(), tokens.get()])
    equal(asked, 1)
    time = 239_000
    await tokens.get()
    equal(asked, 1)
    time = 241_000
    await tokens.get()
    equal(asked, 2)
  }
})

test('a token of less than two minutes is used for half of them, one that says nothing until it is refused', () => {
  equal(lifeOf(token(7, 60)), 30_000)
  equal(lifeOf(token(7, 600)), 540_000)
  for (const without of ['no token', `x.${btoa('{"exp":7}')}.y`, token(7, 0)]) equal(lifeOf(without), Infinity)
})

test('a token that the server refuses is renewed once; one without a function ends the session', async () => {
  const seen: string[] = []
  serve(request => {
    seen.push(request.headers.get('Authorization') ?? '')
    return seen.length === 1 ? new Response('{}', { status: 401 }) : Response.json({ ok: true })
  })
  let n = 0
  const renewing = new API('https://desk.example', new Tokens(() => `t${++n}`), now)
  deepEqual(await renewing.json('/x'), { ok: true })
  deepEqual(seen, ['Bearer t1', 'Bearer t2'])
  serve(() => new Response('{}', { status: 401 }))
  await rejects(api().json('/x'), code('TOKEN_INVALID'))
})

test('a host that can give no token is told so, and what is captured stays', async () => {
  const tokens = new Tokens(() => { throw new Error('the bank is closed') })
  await rejects(tokens.get(), code('TOKEN_REFRESH_FAILED'))
})

test('nothing is sent any more once a session or a capture is ended, not even again', async () => {
  for (const ended of ['session', 'capture']) {
    const session = new AbortController()
    const capture = new AbortController()
    let sent = 0
    let asked = 0
    serve(() => {
      sent++
      throw new TypeError('lost')
    })
    let time = 0
    // Each is over with the time of the next look, so that each request asks anew.
    const tokens = new Tokens(() => { asked++; return token(0, 1) }, () => time += 1000)
    const end = async (): Promise<void> => (ended === 'session' ? session : capture).abort() // before the next attempt
    const whole = new API('https://desk.example', tokens, end, [session.signal])
    const ending = whole.until(capture.signal)
    await rejects(ending.json('/x'), code('UNLOADED'))
    await rejects(ending.json('/x'), code('UNLOADED'))
    deepEqual([sent, asked, ending.over, whole.over], [1, 1, true, ended === 'session'])
  }
})

test('a host that ended its session hears no more of what was being sent', async () => {
  for (const ended of [false, true]) {
    const session = new AbortController()
    const heard: string[] = []
    const events = new Emitter()
    events.on('error', ({ code }) => heard.push(code))
    serve(({ method }) => {
      if (method === 'POST') return Response.json({ jobId: 'j' })
      throw new TypeError('lost')
    })
    const between = async (): Promise<void> => { if (ended) session.abort() }
    const pending = { begin: now, keep: now, decide: now }
    const api = new API('https://desk.example', new Tokens('t'), between, [session.signal])
    const to = { api, events, pending, options: { values: {} }, session: { plan: [] } } as unknown as Session
    const job = await Job.create(to, 'DOCUMENT_CAPTURE', {})
    await job.add({ kind: 'document', bytes: new Uint8Array(1), type: 'image/png', capturedAt: '' })
    await job.settled()
    deepEqual(heard, ended ? [] : ['NETWORK'])
  }
})

test('what the network loses is sent again, what the server refuses is not', async () => {
  let sent = 0
  serve(() => {
    if (++sent < 3) throw new TypeError('network')
    return Response.json({ sent })
  })
  deepEqual(await api().json('/x'), { sent: 3 })
  sent = 0
  const errors = [{ field: 'function', rule: 'one_of', message: 'there is no such function' }]
  serve(() => { sent++; return Response.json({ detail: 'wrong', errors }, { status: 400 }) })
  await rejects(api().json('/x'), (error: ProofdeskError) => {
    deepEqual([error.code, error.message, error.fields, error.retryable], ['REFUSED', 'wrong', errors, false])
    return true
  })
  equal(sent, 1)
  serve(() => { throw new TypeError('network') })
  await rejects(api().json('/x'), code('NETWORK'))
})

test('an upload reaches the server whole, whatever is lost on the way', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000)).slice()
  const large = new Uint8Array(900_000)
  for (let at = 0; at < large.length; at += bytes.length) large.set(bytes, at)
  const sum = await hexOf(large)
  let held = new Uint8Array()
  let calls = 0
  serve(async request => {
    equal(new URL(request.url).searchParams.get('sha256'), sum)
    const lost = ++calls % 3
    if (lost === 0) throw new TypeError('lost on the way there')
    const [, from] = /^bytes (\d+|\*)/.exec(request.headers.get('Content-Range') ?? '') ?? []
    const body = new Uint8Array(await request.arrayBuffer())
    if (from !== '*' && Number(from) === held.length) held = new Uint8Array([...held, ...body])
    if (lost === 1 && calls > 3) throw new TypeError('lost on the way back')
    if (held.length === large.length) return Response.json({ urn: 'u', sha256: await hexOf(held) }, { status: 201 })
    const headers: Record<string, string> = held.length ? { Range: `bytes=0-${held.length - 1}` } : {}
    return new Response(null, { status: 308, headers })
  })
  let told = 0
  const parcel = { job: 'j', kind: 'passport', bytes: large, type: 'image/jpeg' }
  const { sha256 } = await upload(api(), parcel, sent => { told = sent })
  equal(sha256, sum)
  equal(told, large.length)
  equal(heldIn(null), 0)
  equal(heldIn('bytes=0-9'), 10)
})

const stays = { left: false, action: () => new Promise<string>(() => {}) }

test('the moves of a film are asked for through an outage, and the applicant may leave it', async () => {
  let sent = 0
  const told: number[] = []
  serve(() => {
    if (++sent <= 9) throw new TypeError('network')
    return Response.json({ id: 'c', moves: ['blink'], seconds: 4 }, { status: 201 })
  })
  const { id } = await challengeFor(api(), 'job', stays, () => void told.push(sent), now)
  deepEqual([id, told, sent], ['c', [4, 8], 10])
  serve(() => { throw new TypeError('network') })
  const leaves = { left: false, action: async () => { leaves.left = true; return 'cancel' } }
  await rejects(challengeFor(api(), 'job', leaves, () => {}, now), code('CANCELLED'))
})

test('a job that has had all its challenges has failed as often as it may, and another refusal stays one', async () => {
  const refusing = (rule: string): void => serve(() => Response.json(
    { detail: 'no', errors: [{ field: 'challenge', rule, message: 'no' }] }, { status: 409 }))
  refusing('challenge_limit')
  await rejects(challengeFor(api(), 'job', stays, () => {}, now), code('RETRY_LIMIT'))
  refusing('unknown')
  await rejects(challengeFor(api(), 'job', stays, () => {}, now), code('REFUSED'))
})

test('a server that keeps nothing ends an upload with an error', async () => {
  serve(() => new Response(null, { status: 308 }))
  const parcel = { job: 'j', kind: 'passport', bytes: new Uint8Array(9), type: 'image/jpeg' }
  await rejects(upload(api(), parcel), code('SERVER'))
})

test('a capture of a device whose clock is wrong is sent without a time', async () => {
  const times: (string | null)[] = []
  serve(request => {
    const at = new URL(request.url).searchParams.get('capturedAt')
    if (request.method === 'PUT') times.push(at) // a challenge that was left may still be asked for
    if (!at) return Response.json({ urn: 'u', sha256: 's' }, { status: 201 })
    return Response.json({ errors: [{ field: 'capturedAt', rule: 'format', message: 'ahead' }] }, { status: 400 })
  })
  const parcel = { job: 'j', kind: 'selfie', bytes: new Uint8Array(9), type: 'image/jpeg' }
  equal((await upload(api(), { ...parcel, capturedAt: '2099-01-01T00:00:00Z' })).urn, 'u')
  deepEqual(times, ['2099-01-01T00:00:00Z', null])
})

test('a listener that throws disturbs no other, and one that is removed hears nothing', () => {
  const events = new Emitter()
  const heard: string[] = []
  const end = events.on('ready', () => heard.push('first'))
  events.on('ready', () => heard.push('second'))
  events.emit('ready', {})
  end()
  events.emit('ready', {})
  deepEqual(heard, ['first', 'second', 'second'])
})

test('options are read flat, with lists and texts as they are', () => {
  deepEqual(flat({ a: { b: { c: 1 } }, d: [1, 2], e: null, f: '' }), { 'a.b.c': 1, d: [1, 2], e: null, f: '' })
})

test('the configuration of a library is options of its block, in which a number may be text', () => {
  const known = { 'a.limit': .5, 'a.title': '1' }
  deepEqual(configured(known, 'a', {}), {})
  const config = { limit: '.7', title: '2', size: '3', labels: { closer: 'Closer' } }
  deepEqual(configured(known, 'a', config), { sdkCustomizationOptions: { a: { ...config, limit: .7 } } })
  deepEqual(configured(known, 'a', { limit: 'thick' }), { sdkCustomizationOptions: { a: { limit: 'thick' } } })
})

test('options of one call lie over those of the session', () => {
  const all = { language: 'EN', a: { b: { c: 1, d: 2 }, list: [1] } }
  deepEqual(merged(all, { language: 'ES', a: { b: { c: 3 }, list: [] }, e: { f: 1 } }),
    { language: 'ES', a: { b: { c: 3, d: 2 }, list: [] }, e: { f: 1 } })
  deepEqual(all.a.b, { c: 1, d: 2 })
})

test('every code of an error is known', () => {
  equal(new Set(errorCodes).size, 30)
  equal(new ProofdeskError('NETWORK', 'gone').retryable, true)
})

test('work in a line begins a few at a time and in its order, whether what goes before fails or not', async () => {
  const line = new Line(2)
  const begun: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const all = [0, 1, 2, 3].map(n => line.run(() => new Promise<number>((done, fail) => {
    begun.push(n)
    ends[n] = error => error ? fail(error) : done(n)
  })))
  const settled = Promise.allSettled(all)
  await now()
  deepEqual(begun, [0, 1])
  ends[1](new Error('lost'))
  await rejects(all[1], (error: unknown) => error instanceof Error)
  await now()
  deepEqual(begun, [0, 1, 2])
  ends[0]()
  await all[0]
  await now()
  deepEqual(begun, [0, 1, 2, 3])
  ends[2]()
  ends[3]()
  deepEqual((await settled).map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  equal(await line.run(async () => 7), 7)
})
