// Rows of the browser's database, or of memory where there is none, and the key that the browser keeps beside them.

/** One sealed entry. */
export interface Row { id: string, tab: string, at: number, iv: Uint8Array, sealed: ArrayBuffer }

/** Where rows are: the database, or memory. Those whose ids begin with a text are found together. */
export interface Rows {
  all(start: string): Promise<Row[]>
  put(row: Row): Promise<void>
  remove(start: string): Promise<void>
  ids(): Promise<string[]>
  close(): void
}

const table = 'rows'
const keys = 'keys'

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result)
    request.onerror = () => failed(request.error)
  })
}

/** Opens the browser's database, which a tab that has an older version of it denies, and which ends for a newer one. */
export async function database(): Promise<{ rows: Rows, secret: CryptoKey }> {
  const opening = indexedDB.open('proofdesk', 2)
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion === 0) opening.result.createObjectStore(table, { keyPath: 'id' })
    opening.result.createObjectStore(keys)
  }
  const db = await new Promise<IDBDatabase>((found, fail) => {
    opening.onblocked = () => {
      opening.onsuccess = () => opening.result.close() // once the other tab is gone
      fail()
    }
    done(opening).then(found, fail)
  })
  db.onversionchange = () => db.close()
  const rows = (mode: IDBTransactionMode): IDBObjectStore => db.transaction(table, mode).objectStore(table)
  return {
    secret: await secretIn(db),
    rows: {
      all: async start => done(rows('readonly').getAll(range(start)) as IDBRequest<Row[]>),
      put: async row => void await done(rows('readwrite').put(row)),
      remove: async start => void await done(rows('readwrite').delete(range(start))),
      ids: async () => done(rows('readonly').getAllKeys() as IDBRequest<string[]>),
      close: () => db.close(),
    },
  }
}

/** Returns the range of the ids that begin with a text. */
const range = (start: string): IDBKeyRange => IDBKeyRange.bound(start, start + '\uffff')

/**
 * Returns the key that the browser keeps, whose bytes no script gets. Of tabs that start at once, the first one's is
 * taken by all. Rows that are there before the key were sealed without it.
 */
async function secretIn(db: IDBDatabase): Promise<CryptoKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const made = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  const at = db.transaction([table, keys], 'readwrite')
  const kept = await done(at.objectStore(keys).get(keys) as IDBRequest<CryptoKey | undefined>)
  if (kept) return kept
  await done(at.objectStore(keys).add(made, keys))
  await done(at.objectStore(table).clear())
  return made
}

/** Returns rows that end with the page. */
export function memory(): Rows {
  const rows = new Map<string, Row>()
  return {
    all: async start => [...rows.values()].filter(({ id }) => id.startsWith(start)),
    put: async row => void rows.set(row.id, row),
    remove: async start => [...rows.keys()].filter(id => id.startsWith(start)).forEach(id => rows.delete(id)),
    ids: async () => [...rows.keys()],
    close: () => {},
  }
}
