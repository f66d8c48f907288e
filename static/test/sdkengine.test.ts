import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { ProofdeskError } from '../sdk/client/errors'
import { hexOf } from '../sdk/client/hex'
import { Engine } from '../sdk/device/engine'
import type { Asked, Told } from '../sdk/device/message'

/** What a worker does with a request: answers it, says that it failed, breaks down, or nothing. */
type Does = Partial<Told> | 'fails' | 'breaks' | 'nothing'

/** The workers that a page started, the timers that run, and what each next request of a kind leads to. */
const workers: FakeWorker[] = []
const timers = new Map<unknown, () => void>()
const next: Partial<Record<Asked['do'], Does[]>> = {}
const asked: string[] = []

class FakeWorker {
  onmessage?: (event: { data: Told }) => void
  onerror?: (event: { message: string }) => void
  over = false

  constructor() { workers.push(this) }

  postMessage(message: Asked, transfer: ArrayBuffer[]): void {
    structuredClone(message, { transfer }) // what was given away can't be sent again
    asked.push(message.do)
    void this.answer(message, next[message.do]?.shift() ?? {})
  }

  private async answer({ id }: Asked, does: Does): Promise<void> {
    await Promise.resolve()
    if (this.over || does === 'nothing') return
    if (does === 'breaks') this.onerror!({ message: 'broken' })
    else this.onmessage!({ data: does === 'fails' ? { id, failure: 'panic' } : { id, ...does } })
  }

  terminate(): void { this.over = true }
}

const soon = globalThis.setTimeout

Object.assign(globalThis, {
  Worker: FakeWorker,
  fetch: async () => new Response(Uint8Array.of(1, 2, 3)),
  setTimeout: (run: () => void, ms = 0) => {
    if (!ms) return soon(run)
    timers.set(timers.size + 1, run)
    return timers.size
  },
  clearTimeout: (id: unknown) => timers.set(id, () => {}),
})

/** Lets the time of what still waits for an answer pass. */
async function passes(): Promise<void> {
  await settled()
  for (const run of [...timers.values()]) run()
  await settled()
}

const settled = async (): Promise<void> => { for (let turn = 0; turn < 50; turn++) await Promise.resolve() }

/** Starts an engine whose workers load in some way. */
async function started(...load: Does[]): Promise<Engine> {
  const file = { path: '/file', size: 3, sha256: await hexOf(Uint8Array.of(1, 2, 3)) }
  for (const all of [workers, asked]) all.length = 0
  Object.assign(next, { load, frame: [], picture: [] })
  const engine = new Engine('https://desk.example', { worker: file, wasm: file })
  await engine.start()
  return engine
}

const bytes = new Uint8Array(4)
const code = (name: string) => (error: unknown): boolean => error instanceof ProofdeskError && error.code === name

for (const dies of ['fails', 'breaks', 'nothing'] as const) {
  test(`an engine that dies of a picture is started again and asked once more: ${dies}`, async () => {
    const engine = await started()
    next.picture = [dies, { found: { fault: 'none' } }]
    const found = engine.picture('id_front', bytes, {})
    if (dies === 'nothing') await passes()
    deepEqual(await found, { fault: 'none' })
    deepEqual(asked, ['load', 'picture', 'load', 'picture'])
    deepEqual(workers.map(({ over }) => over), [true, false])
  })

  test(`what an engine dies of twice fails, and what is asked for next does not: ${dies}`, async () => {
    const engine = await started()
    next.picture = [dies, dies]
    const refused = rejects(engine.picture('id_front', bytes, {}), code('ENGINE_CRASHED'))
    for (let death = 0; dies === 'nothing' && death < 2; death++) await passes()
    await refused
    await engine.picture('id_front', bytes, {})
    deepEqual(workers.map(({ over }) => over), [true, true, false])
  })
}

test('a frame that went down with the engine is read anew', async () => {
  const engine = await started()
  next.frame = ['breaks', { found: { width: 2 } }]
  const reads: boolean[] = []
  const { found } = await engine.frame('selfie', async again => {
    reads.push(again)
    return { data: new Uint8ClampedArray(4), width: 1, height: 1 }
  }, {})
  deepEqual([found, reads], [{ width: 2 }, [false, true]])
})

test('an engine that was idle when it died is started again for what is asked for next', async () => {
  const engine = await started()
  workers[0].onerror!({ message: 'out of memory' })
  await engine.picture('id_front', bytes, {})
  deepEqual(asked, ['load', 'load', 'picture'])
})

test('two requests that die with the engine start it once', async () => {
  const engine = await started()
  next.picture = ['breaks', {}, {}]
  await Promise.all([engine.picture('selfie', bytes, {}), engine.picture('document', bytes, {})])
  deepEqual(asked, ['load', 'picture', 'picture', 'load', 'picture', 'picture'])
})

test('an engine that needs too much memory is another for the next frame', async () => {
  const engine = await started()
  next.frame = [{ memory: 257 << 20 }]
  const frame = async (): Promise<Told> =>
    engine.frame('selfie', async () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }), {})
  await frame()
  await frame()
  deepEqual(asked, ['load', 'frame', 'load', 'frame'])
})

test('an engine that does not load is loaded once more', async () => {
  await started('breaks')
  deepEqual(asked, ['load', 'load'])
  await rejects(started('breaks', 'fails'), code('ENGINE_CRASHED'))
})

test('an engine that was stopped stays so', async () => {
  const engine = await started()
  next.picture = ['nothing']
  const waits = rejects(engine.picture('selfie', bytes, {}), code('UNLOADED'))
  engine.stop()
  await waits
  await rejects(engine.picture('selfie', bytes, {}), code('UNLOADED'))
  equal(workers.length, 1)
})
