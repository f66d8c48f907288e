import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { ProofdeskError } from '../sdk/client/errors'
import { hexOf } from '../sdk/client/hex'
import { Engine } from '../sdk/device/engine'
import { fetchFile } from '../sdk/device/file'

const file = (path: string): { path: string, sha256: string, size: number } => ({ path, sha256: '', size: 9 })

test('an engine that is stopped while it loads ends its download, and begins no other', async () => {
  const asked: string[] = []
  let begun = (): void => {}
  const began = new Promise<void>(done => { begun = done })
  globalThis.fetch = async (address, { signal } = {}) => {
    asked.push(String(address))
    const answer = new Response(new ReadableStream({
      start: body => signal!.addEventListener('abort', () => {
        asked.push('aborted')
        body.error(signal!.reason)
      }),
    }))
    begun()
    return answer
  }
  const engine = new Engine('https://desk.example', { worker: file('/worker.js'), wasm: file('/engine.wasm') })
  const loaded = engine.start().catch(({ code }: ProofdeskError) => asked.push(code))
  await began
  engine.stop()
  await loaded
  deepEqual(asked, ['https://desk.example/worker.js', 'aborted', 'UNLOADED'])
})

test('an engine whose bytes are not those of this version is fetched anew, and kept nowhere', async () => {
  const [right, other] = [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4)]
  const known = { path: '/engine.wasm', sha256: await hexOf(right), size: 3 }
  const kept: number[] = []
  let fetched = 0
  const cache = {
    match: async () => new Response(other.slice()),
    put: async (_: string, answer: Response) => void kept.push(...new Uint8Array(await answer.arrayBuffer())),
  }
  Object.assign(globalThis, { caches: { open: async () => cache } })
  const fetchedAs = (bytes: Uint8Array): Promise<ArrayBuffer> => {
    fetched = 0
    globalThis.fetch = async () => {
      fetched++
      return new Response(bytes.slice())
    }
    return fetchFile('https://desk.example', known, new AbortController().signal)
  }
  await rejects(fetchedAs(other), ({ code }: ProofdeskError) => code === 'ENGINE_LOAD')
  deepEqual([fetched, kept], [3, []])
  deepEqual(new Uint8Array(await fetchedAs(right)), right)
  deepEqual([fetched, kept], [1, [1, 2, 3]])
})
