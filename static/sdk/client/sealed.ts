// What a tab keeps in the browser's database, so that a reload costs nothing: sealed with a key made of one that the
// browser keeps and of bytes in this tab's session, and that no script can read. Where the browser denies that, it is
// kept in memory.

import { hexOf, toHex } from './hex'
import { database, memory, type Row, type Rows } from './rows'
import { within } from './within'

/** How long the database may take to open, in milliseconds. */
const patience = 2000

/** After how long an entry whose tab is gone is removed, in milliseconds. A tab that was killed may come back. */
const orphaned = 600_000

/** Keeps entries of this tab by name. */
export class Sealed {
  private constructor(
    private readonly rows: Rows, private readonly tab: string, private failed: () => void,
    private readonly key?: CryptoKey,
  ) {}

  /**
   * Opens what this tab keeps, and removes what tabs that are gone have left. Failed is called where the browser keeps
   * nothing, and the first time that it keeps an entry no more.
   */
  static async open(failed: () => void = () => {}): Promise<Sealed> {
    const opening = database()
    try {
      const { rows, secret } = await within(patience, opening)
      const { tab, key } = await keyOfTab(secret)
      const sealed = new Sealed(rows, tab, failed, key)
      await within(patience, sealed.sweep()).catch(() => {}) // the next tab will
      return sealed
    } catch { // denied, full, or too slow
      opening.then(({ rows }) => rows.close(), () => {})
      failed()
      return new Sealed(memory(), 'memory', () => {})
    }
  }

  /** Keeps an entry in place of the one of its name. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    const id = `${this.tab}/${name}`
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const sealed = this.key
      ? await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(id) }, this.key, bytes as BufferSource)
      : bytes.slice().buffer
    const row = { id, tab: this.tab, at: Date.now(), iv, sealed }
    try {
      await within(patience, this.rows.put(row))
    } catch { // the disk is full
      this.failed()
      this.failed = () => {}
    }
  }

  /** Returns the entries whose names begin with a text, in the order of their names. */
  async entries(start: string): Promise<{ name: string, bytes: Uint8Array }[]> {
    const from = `${this.tab}/`
    const found = await within(patience, this.rows.all(from + start)).catch(() => [])
    const opened = await Promise.all(found.map(async row => ({
      name: row.id.slice(from.length),
      bytes: await this.unseal(row).catch(() => null), // not written by this code
    })))
    return opened.flatMap(({ name, bytes }) => bytes ? [{ name, bytes }] : []).sort((a, b) => a.name < b.name ? -1 : 1)
  }

  /** Removes the entries whose names begin with a text. */
  remove(start: string): Promise<void> {
    return within(patience, this.rows.remove(`${this.tab}/${start}`)).catch(() => undefined)
  }

  private async unseal({ id, iv, sealed }: Row): Promise<Uint8Array> {
    if (!this.key) return new Uint8Array(sealed)
    const algorithm = { name: 'AES-GCM', iv: iv as BufferSource, additionalData: utf8(id) }
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, this.key, sealed))
  }

  /** Gives the database back. */
  close(): void { this.rows.close() }

  private async sweep(): Promise<void> {
    const { held = [] } = await navigator.locks.query()
    const tabs = new Set((await this.rows.ids()).map(id => id.split('/')[0]))
    for (const tab of tabs) { // one after the other, as each may have a film
      if (tab === this.tab || held.some(({ name }) => name === lockOf(tab))) continue
      for (const { id, at } of await this.rows.all(tab + '/')) {
        if (Date.now() - at > orphaned) await this.rows.remove(id)
      }
    }
  }
}

const utf8 = (text: string): BufferSource => new TextEncoder().encode(text) as BufferSource
const lockOf = (tab: string): string => 'proofdesk.' + tab
const stored = 'proofdesk.key'

/** Returns the key of this tab, which stays with it over a reload. A copy of the tab gets another. */
async function keyOfTab(secret: CryptoKey): Promise<{ tab: string, key: CryptoKey }> {
  const kept = sessionStorage.getItem(stored) ?? ''
  for (const own of [kept, toHex(crypto.getRandomValues(new Uint8Array(32)))]) {
    if (!/^[0-9a-f]{64}$/.test(own)) continue
    const salt = Uint8Array.from(own.match(/../g)!, pair => parseInt(pair, 16))
    const tab = (await hexOf(salt)).slice(0, 16)
    if (!await holds(lockOf(tab))) continue
    sessionStorage.setItem(stored, own)
    const how = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8('proofdesk rows') }
    const to = { name: 'AES-GCM', length: 256 }
    return { tab, key: await crypto.subtle.deriveKey(how, secret, to, false, ['encrypt', 'decrypt']) }
  }
  throw new Error('no key')
}

const locked = new Set<string>() // by this page

/** Takes a lock for as long as the page is there, and reports whether nobody else had it. */
function holds(name: string): Promise<boolean> {
  if (locked.has(name)) return Promise.resolve(true)
  return new Promise((told, failed) => {
    navigator.locks.request(name, { ifAvailable: true }, lock => {
      told(lock !== null)
      if (!lock) return undefined
      locked.add(name)
      return new Promise<void>(() => {})
    }).catch(failed)
  })
}
