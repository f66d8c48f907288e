import { rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { build } from '../sdk/client/config'
import type { ProofdeskError } from '../sdk/client/errors'
import { Emitter } from '../sdk/client/events'
import { startSession } from '../sdk/client/start'

const file = { path: '/sdk/file', sha256: '', size: 9 }
const soon = globalThis.setTimeout

Object.assign(build.files, { worker: file, wasm: file })
Object.assign(globalThis, {
  document: new EventTarget(), Worker: class {}, HTMLDialogElement: class {}, isSecureContext: true,
  CSSStyleSheet: class { replaceSync(): void {} },
  location: { origin: 'https://bank.example' },
  setTimeout: (run: () => void, ms = 0) => ms < 10_000 ? soon(run) : 0, // no patience runs out
})

/** Starts a session, and expects an error. */
async function fails(code: string, says: RegExp, answer: (path: string) => Response): Promise<void> {
  globalThis.fetch = async input => answer(new URL(String(input)).pathname)
  const config = { apiBaseUrl: 'https://desk.example', accessToken: 't' }
  await rejects(startSession(config, new Emitter(), new AbortController().signal), (error: ProofdeskError) =>
    error.code === code && says.test(error.message))
}

const lost = (): never => { throw new TypeError('lost') }

test('where nothing answers at an address, the engine is not blamed', () =>
  fails('NETWORK', /initialize could not be reached$/, lost))

test('where the server’s files are there, and not its API, it may be the origin', () =>
  fails('NETWORK', /the client allow https:\/\/bank.example/, path => path === file.path ? new Response() : lost()))

test('where the server is another, it says so', () =>
  fails('REFUSED', /answered 404/, () => new Response(null, { status: 404 })))

test('an engine that is lost alone is named', () =>
  fails('ENGINE_LOAD', /lost/, path => path === file.path ? lost() : Response.json({ customization: {} })))
