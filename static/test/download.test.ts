import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { ProofdeskError } from '../sdk/client/errors'
import { Engine } from '../sdk/device/engine'

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
