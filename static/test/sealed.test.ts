import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Sealed } from '../sdk/client/sealed'

/** What a browser keeps: its tables by name, and what it does with a key, or where an older tab is open. */
class Browser {
  readonly tables = new Map<string, Map<unknown, { id?: string }>>()
  readonly session = new Map<string, string>()
  version = 0
  keyless = false
  blocked = false
  closed = 0 // how often the database was given back
  freed = (): void => {} // once the older tab is gone

  constructor() {
    const database = {
      close: () => { this.closed++ },
      createObjectStore: (name: string) => this.tables.set(name, new Map()),
      transaction: () => ({ objectStore: (name: string) => this.store(this.tables.get(name)!) }),
    }
    const open = (_: string, version: number): unknown => {
      const opening = { result: database } as unknown as Record<string, (event?: unknown) => void>
      const opens = (): void => {
        if (this.version < version) opening.onupgradeneeded({ oldVersion: this.version })
        this.version = version
        opening.onsuccess()
      }
      if (this.blocked) this.freed = opens
      setTimeout(() => this.blocked ? opening.onblocked?.() : opens())
      return opening
    }
    const locks = {
      query: async () => ({}),
      request: async (_: string, __: unknown, hold: (lock: unknown) => void) => hold({}),
    }
    const sessionStorage = {
      getItem: (name: string) => this.session.get(name) ?? null,
      setItem: (name: string, value: string) => this.session.set(name, value),
    }
    const bound = (start: string): string => start
    Object.assign(globalThis, { indexedDB: { open }, IDBKeyRange: { bound }, sessionStorage })
    Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true })
  }

  /** What lies in the database. */
  get rows(): { id?: string }[] { return [...this.tables.get('rows')?.values() ?? []] }

  private store(table: Map<unknown, { id?: string }>): unknown {
    return {
      get: (id: unknown) => answer(() => table.get(id)),
      getAll: (start: string) => answer(() => [...table.values()].filter(({ id }) => id!.startsWith(start))),
      getAllKeys: () => answer(() => [...table.keys()]),
      put: (row: { id: string }) => answer(() => table.set(row.id, row)),
      add: (key: object, id: unknown) => {
        if (this.keyless) throw new DOMException('no keys', 'DataCloneError')
        return answer(() => table.set(id, key))
      },
      clear: () => answer(() => table.clear()),
    }
  }
}

/** A request that succeeds once those that wait for it have said so. */
function answer(work: () => unknown): { result: unknown, onsuccess?: () => void } {
  const request: { result: unknown, onsuccess?: () => void } = { result: work() }
  setTimeout(() => request.onsuccess?.())
  return request
}

const picture = new TextEncoder().encode('a face')
const plain = (bytes: ArrayBuffer): string => new TextDecoder('latin1').decode(bytes)

/** Opens what a tab keeps, keeps a picture, and returns how often it was told that nothing is kept. */
async function keeps(): Promise<[Sealed, number]> {
  let told = 0
  const sealed = await Sealed.open(() => { told++ })
  await sealed.put('picture', picture)
  deepEqual(await sealed.entries(''), [{ name: 'picture', bytes: picture }])
  return [sealed, told]
}

test('a picture lies sealed in the database, and a tab that is loaded again opens it', async () => {
  const browser = new Browser()
  equal((await keeps())[1], 0)
  const [{ sealed }] = browser.rows as { sealed: ArrayBuffer }[]
  equal(plain(sealed).includes('face'), false)
  deepEqual((await (await Sealed.open()).entries('')).map(({ bytes }) => bytes), [picture])
  browser.session.set('proofdesk.key', '0'.repeat(64))
  deepEqual(await (await Sealed.open()).entries(''), [])
})

test('a browser that stores no key keeps nothing, neither sealed nor plain, and the tab goes on', async () => {
  const browser = new Browser()
  browser.keyless = true
  equal((await keeps())[1], 1)
  deepEqual(browser.rows, [])
  equal(browser.session.size, 0)
})

test('beside a tab with an older database nothing is kept, and what it left is removed by the first key', async () => {
  const browser = new Browser()
  browser.version = 1
  browser.tables.set('rows', new Map([['old/1', { id: 'old/1' }]]))
  browser.blocked = true
  const { setTimeout } = globalThis // of which a tab behind the older one gets none that is long
  Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => ms < 1000 ? setTimeout(run, ms) : undefined })
  equal((await keeps().finally(() => Object.assign(globalThis, { setTimeout })))[1], 1)
  deepEqual(browser.rows.map(({ id }) => id), ['old/1'])
  equal(browser.closed, 0)
  browser.blocked = false
  browser.freed()
  await new Promise(done => setTimeout(done))
  equal(browser.closed, 1)
  equal((await keeps())[1], 0)
  deepEqual(browser.rows.length, 1)
  equal(browser.tables.get('rows')!.has('old/1'), false)
})
