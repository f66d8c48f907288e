// Rows of the browser's database, or of memory where there is none.

/** One sealed entry. */
export interface Row { id: string, tab: string, at: number, iv: Uint8Array, sealed: ArrayBuffer }

/** Where rows are: the database, or memory. */
export interface Rows {
  all(): Promise<Row[]>
  put(row: Row): Promise<void>
  remove(ids: string[]): Promise<void>
}

const table = 'rows'

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result)
    request.onerror = () => failed(request.error ?? new Error('the database failed'))
  })
}

/** Opens the browser's database. */
export async function database(): Promise<Rows> {
  const opening = indexedDB.open('proofdesk', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: 'id' })
  const db = await done(opening)
  const rows = (mode: IDBTransactionMode): IDBObjectStore => db.transaction(table, mode).objectStore(table)
  return {
    all: () => done(rows('readonly').getAll() as IDBRequest<Row[]>),
    put: async row => void await done(rows('readwrite').put(row)),
    remove: async ids => {
      const at = rows('readwrite')
      await Promise.all(ids.map(id => done(at.delete(id))))
    },
  }
}

/** Returns rows that end with the page. */
export function memory(): Rows {
  const rows = new Map<string, Row>()
  return {
    all: async () => [...rows.values()],
    put: async row => void rows.set(row.id, row),
    remove: async ids => ids.forEach(id => rows.delete(id)),
  }
}
