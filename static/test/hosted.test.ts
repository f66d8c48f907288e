import { deepEqual, equal, rejects } from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { inApp } from '../sdk/client/app'
import { errorCodes } from '../sdk/client/errors'
import type { Asked } from '../sdk/hosted/asked'
import { perform } from '../sdk/hosted/calls'
import { browserOf, isDesktop } from '../sdk/hosted/device'
import { failures, wasLeft } from '../sdk/hosted/failures'
import { Link, ticketOf, type Opened } from '../sdk/hosted/link'
import type { LinkError } from '../sdk/hosted/linkerror'
import { browserFor } from '../sdk/hosted/outside'
import { placed } from '../sdk/hosted/place'
import { arrived } from '../sdk/hosted/sheets'
import type { Stay } from '../sdk/hosted/stay'
import { Tab } from '../sdk/hosted/tab'
import { aboutOf, reasonsOf, termsOf, wanted } from '../sdk/hosted/terms'
import { say, sayings } from '../sdk/hosted/words'
import { languages, type Language } from '../sdk/screens/language'

test('the hosted page says everything in each of its languages', () => {
  for (const text of sayings) {
    const all = languages.map(language => say(text, language, 'Acme Bank'))
    equal(all.filter(Boolean).length, languages.length, text)
    equal(all.filter(one => /[{}]/.test(one)).length, 0, text)
    equal(new Set(all).size, languages.length, `${text} is not translated`)
  }
})

test('an applicant reads why each capture is needed', () => {
  deepEqual(reasonsOf({ function: 'DOCUMENT_CAPTURE' }), [['page', 'pageWhy']])
  deepEqual(reasonsOf({ function: 'LIVE_FACE_CHECK' }), [['face', 'faceWhy']])
  deepEqual(reasonsOf({ function: 'VOICE_CAPTURE' }), [['voice', 'voiceWhy']])
  deepEqual(reasonsOf({ function: 'FINGERPRINT_CAPTURE' }), [['fingers', 'pageWhy']])
  deepEqual(reasonsOf({ function: 'VIDEO_ID' }), [['face', 'againWhy'], ['film', 'filmWhy']])
  deepEqual(['SIGNATURE_CAPTURE', 'VOICE_CAPTURE', 'VIDEO_ID'].map(aboutOf),
    ['aboutSignature', 'aboutVoice', 'aboutVideo'])
})

test('the desktop names whatever a phone can capture, and each of it once', () => {
  for (const kind of [
    'id_front', 'id_back', 'passport', 'secondary_front', 'secondary_back', 'selfie', 'document', 'voice', 'signature',
    'fingerprints', 'video',
  ]) equal(arrived([kind]).length, 1, kind)
  deepEqual(arrived(['secondary_front', 'selfie', 'secondary_back']), ['secondCard', 'selfie'])
})

test('an applicant agrees to what is done with the face only where there is one', () => {
  deepEqual(termsOf({ function: 'DOCUMENT_CAPTURE' }), ['terms', 'otherWay'])
  deepEqual(termsOf({ function: 'LIVE_FACE_CHECK' }), ['terms', 'measured', 'otherWay'])
  deepEqual(termsOf({ function: 'FINGERPRINT_CAPTURE' }), ['terms', 'printsMeasured', 'otherWay'])
  deepEqual(termsOf({ function: 'ENROLLMENT' }), ['terms', 'measured', 'stored', 'otherWay'])
})

test('an applicant reads when what they capture is removed, where the company has a rule for that', () => {
  deepEqual(termsOf({ function: 'DOCUMENT_CAPTURE', captureDays: 1 }), ['terms', 'removed', 'otherWay'])
  const removed = (language: Language, days: number): string => say('removed', language, 'Acme', { days })
  equal(removed('EN', 1), 'As a rule Acme deletes what you capture 1 day after its decision.')
  equal(removed('EN', 3650), 'As a rule Acme deletes what you capture 3,650 days after its decision.')
  equal(/ 90\sjours /.test(removed('FR', 90)), true)
})

test('who says not now reads until when the link is good for them', () => {
  const until = languages.map(language => say('leftUntil', language, 'Acme', { until: '3 p.m.' }))
  deepEqual(until.filter(text => !text.includes('3 p.m. ') && !text.includes('3 p.m., ')), [])
  deepEqual(until.filter(text => !/[.।]$/.test(text)), [])
})

test('an applicant who is asked anew reads what and why, and agrees to what belongs to that', () => {
  const asked: Asked = { captures: [{ kind: 'id_front', reason: 'glare' }] }
  deepEqual(wanted({ function: 'ENROLLMENT', asked }), [['id_front', 'glare']])
  deepEqual(termsOf({ function: 'ENROLLMENT', asked }), ['terms', 'otherWay'])
})

test('an applicant agrees to the film that belongs to a face, and to none where there is none', () => {
  const what = (of: Parameters<typeof wanted>[0]): string[] => wanted(of).map(([what]) => what)
  deepEqual(what({ function: 'ENROLLMENT', film: true }), ['face', 'filmed', 'card'])
  deepEqual(what({ function: 'ENROLLMENT', film: true, idFirst: true }), ['card', 'face', 'filmed'])
  deepEqual(what({ function: 'ENROLLMENT', film: false, secondId: true }), ['face', 'card', 'secondCard'])
  deepEqual(what({ function: 'VIDEO_ID', film: true }), ['face', 'film'])
  deepEqual(what({ function: 'ENROLLMENT', film: true, enableGPS: true }), ['place', 'face', 'filmed', 'card'])
  const asked: Asked = { captures: [{ kind: 'selfie', reason: 'glare' }] }
  deepEqual(what({ function: 'ENROLLMENT', asked, film: true }), ['selfie', 'filmed'])
})

test('a tab goes on where the browser denies locks, and not where another tab has the link', async () => {
  const denies = (name: string): void => {
    const locks = { request: async () => { throw new DOMException('', name) } }
    Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true })
  }
  denies('SecurityError')
  equal((await new Tab('l').begin(false))?.aborted, false)
  denies('AbortError')
  equal(await new Tab('l').begin(true), undefined)
})

test('the hosted page takes the blame only for what the server or the page itself did', () => {
  // The page asks the server about the first two, and goes on without a location; another tab has its own sheet, and no
  // call ends with the last one.
  const others = ['TOKEN_INVALID', 'REFUSED', 'LOCATION_DENIED', 'LOCATION_NONE', 'TAKEN_OVER', 'STORAGE']
  deepEqual(errorCodes.filter(code => !wasLeft(code) && !failures[code] && !others.includes(code)),
    ['CSP_BLOCKED', 'TOKEN_REFRESH_FAILED', 'SERVER', 'BUSY', 'UNLOADED'])
})

test('a call that the server can not answer for a while is sent again when it says so, and no other', async () => {
  const paused = { status: 503, headers: { 'Retry-After': '8' } }
  const soon = globalThis.setTimeout
  const opens = async (...answers: ResponseInit[]): Promise<(string | number)[]> => {
    const done: (string | number)[] = []
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms: number) => { done.push(ms); return soon(run) },
      fetch: async () => {
        const of = answers.shift()!
        done.push(of.status!)
        return new Response('{}', of)
      },
    })
    await new Link('l', 's').open().catch(({ code }: LinkError) => done.push(code))
    Object.assign(globalThis, { setTimeout: soon })
    return done
  }
  deepEqual(await opens(paused, { status: 200 }), [503, 8000, 200])
  deepEqual(await opens(paused, paused, paused), [503, 8000, 503, 8000, 503, 'SERVER'])
  deepEqual(await opens({ status: 503 }), [503, 'SERVER'])
  deepEqual(await opens({ ...paused, headers: { 'Retry-After': '3600' } }), [503, 'SERVER'])
  deepEqual(await opens({ ...paused, status: 429 }), [429, 'BUSY'])
})

test('a start whose answer is lost is sent again with the same token', async () => {
  const sent: { token: string }[] = []
  globalThis.fetch = async (_, request) => {
    sent.push(JSON.parse(request!.body as string))
    if (sent.length === 1) throw new TypeError('connection lost')
    return new Response(null, { status: 204 })
  }
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'a phone: Android' }, configurable: true })
  const full = { getItem: () => null, setItem: () => { throw new Error('full') }, removeItem: () => {} }
  const link = new Link('7', 'secret', full as unknown as Storage)
  equal(await link.start('1', 'EN').catch(cause => cause.code), 'NETWORK')
  await link.start('1', 'EN')
  equal(sent[0].token, sent[1].token)
  equal(/^capture\.7\.[0-9a-f]{64}$/.test(sent[0].token), true)
})

test('who says nothing to where they are goes on without a place', async () => {
  const asks = (found: (told: (at: unknown) => void, failed: (why: unknown) => void) => void): void => {
    const geolocation = { getCurrentPosition: found }
    Object.defineProperty(globalThis, 'navigator', { value: { geolocation }, configurable: true })
  }
  const { signal } = new AbortController()
  const coords = { latitude: 1, longitude: 2, accuracy: 3 }
  asks(told => told({ coords }))
  deepEqual(await placed(() => {}, signal), coords)
  asks((_, failed) => failed({ code: 1 }))
  equal(await placed(() => {}, signal), undefined)
  asks(() => {}) // as long as nobody answers the browser
  equal(await placed(sheet => { if (sheet.kind === 'locating') sheet.skip() }, signal), undefined)
  equal(getEventListeners(signal, 'abort').length, 0)
  const over = new AbortController()
  const place = placed(() => {}, over.signal)
  over.abort()
  equal(await place, undefined)
})

test('an attempt that failed leaves nothing with the turn of its tab', async () => {
  Object.defineProperty(globalThis, 'location', { value: { origin: '' }, configurable: true })
  const { signal } = new AbortController()
  const of = { function: 'VOICE_CAPTURE' } as Opened
  const fails = (): Promise<string> => Promise.reject(new Error('no link'))
  const page = { stay: {} as Stay, loaded() {} }
  for (let attempt = 1; attempt <= 3; attempt++) {
    await rejects(perform(of, 'EN', fails, signal, page), ({ message }: Error) => message === 'no link')
  }
  await new Promise(done => setTimeout(done))
  equal(getEventListeners(signal, 'abort').length, 0)
})

test('a tablet is no desktop, also where it says that it is a Mac', () => {
  const of = (userAgent: string, maxTouchPoints = 0): boolean => isDesktop({ userAgent, maxTouchPoints } as Navigator)
  equal(of('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0', 10), true)
  equal(of('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605', 0), true)
  equal(of('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605', 5), false)
  equal(of('Mozilla/5.0 (Linux; Android 16; SM-X900) Chrome/140.0 Safari/537', 5), false)
  equal(of('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148', 5), false)
})

test('a link is not used inside an app', () => {
  const of = (userAgent: string): boolean => inApp({ userAgent } as Navigator)
  equal(of('Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) Version/4.0 Chrome/140.0 Mobile Safari/537.36'), true)
  equal(of('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML) Mobile/15E148'), true)
  equal(of('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604 Instagram 400'), true)
  equal(of('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604'), false)
  equal(of('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0 Mobile Safari/537.36'), false)
  equal(of('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0'), false)
})

test('an app leads to the browser of the phone with the whole address', () => {
  const address = 'https://desk.example/capture/7#secret'
  deepEqual(browserFor(address, { userAgent: 'Android' } as Navigator), {
    name: 'openChrome',
    address: 'intent://desk.example/capture/7#secret#Intent;scheme=https;package=com.android.chrome;end',
  })
  deepEqual(browserFor(address, { userAgent: 'iPhone' } as Navigator), {
    name: 'openSafari', address: 'x-safari-https://desk.example/capture/7#secret',
  })
})

test('a desktop is named as its owner knows it', () => {
  equal(browserOf('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537 Edg/140.0'), 'Edge, Windows')
  equal(browserOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605'), 'Safari, macOS')
  equal(browserOf('curl/8.0'), '')
})

test('an address holds the secret of the link or that of a QR code', () => {
  equal(ticketOf('#scan.ABC'), 'ABC')
  equal(ticketOf('#ABC'), '')
})
