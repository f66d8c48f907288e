// Two tabs of one browser and one of another fill in the same decision, while answers get lost and events come late. No
// word that was typed may vanish: it is in a tab, in what a browser keeps, or on the server.
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  blank, both, chosen, empty, type Filled, heard, type Kept, opened, refused, same, type Saved, seeing, typed,
} from '../src/draft'

/** Returns numbers from 0 to below n, the same for the same seed. */
function dice(seed: number): (n: number) => number {
  let state = seed
  return n => {
    state = (state + 0x6D2B79F5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

/** What a browser keeps: the words, and apart from them what is known of the server. */
class Storage {
  words?: Partial<Kept>
  note?: Partial<Kept> & { of?: string }

  read(): Kept | null {
    if (!this.words) return null
    const { of, ...kept } = { ...empty, ...this.words, ...this.note }
    return { ...kept, unsaved: kept.unsaved || of !== kept.writes.at(-1) }
  }

  write({ base, baseRev, seen, unsaved, ...words }: Kept, withWords: boolean): void {
    this.note = { base, baseRev, seen, unsaved, of: words.writes.at(-1) }
    if (withWords) this.words = words
  }
}

interface Sent { kept: Kept, name: string, answer?: { refusedFor?: Saved } }

class World {
  server: Saved = { ...blank, at: 0, rev: '', seen: [] }
  readonly tabs: Tab[]
  private names = 0

  constructor() {
    const [one, other] = [new Storage(), new Storage()]
    this.tabs = [one, one, other].map(storage => new Tab(this, storage))
  }

  name(): string { return `n${this.names++}` }

  take({ kept, name }: Sent): { refusedFor?: Saved } {
    const { server } = this
    const unseen = !same(server, blank) && server.rev !== name && !kept.seen.includes(server.rev) && !same(server, kept)
    if (unseen) return { refusedFor: server }
    const { outcome, reasons, overrides, note, comment, at, seen } = kept
    this.server = { outcome, reasons, overrides, note, comment, at, rev: name, seen }
    return {}
  }

  get text(): string { return JSON.stringify([this.server, this.tabs.map(({ known, storage }) => [known, storage])]) }
}

class Tab {
  known: Kept
  events = 0 // of the other tab that have not come yet
  sent?: Sent

  constructor(private readonly world: World, readonly storage: Storage) {
    this.known = empty
    this.opens()
  }

  /** Keeps what the server has, as the next change is one of that. */
  private opens(): void {
    const before = this.storage.read()
    this.known = opened(before, this.world.server)
    if (this.known.unsaved || before) this.keep(this.known.unsaved || !same(before!, this.known))
  }

  private keep(words = true): void {
    const before = JSON.stringify(this.storage.words)
    this.storage.write(this.known, words)
    if (JSON.stringify(this.storage.words) === before) return
    for (const tab of this.world.tabs ?? []) if (tab !== this && tab.storage === this.storage) tab.events++
  }

  types(field: 'note' | 'comment', word: string): void {
    const { outcome, reasons, overrides, note, comment } = this.known
    const mine: Filled = { outcome, reasons, overrides, note, comment, [field]: this.known[field] + word + ' ' }
    this.known = typed(this.storage.read(), this.known, mine, 1, this.world.name())
    this.keep()
  }

  hears(): void {
    if (!this.events) return
    this.events--
    const kept = this.storage.read()!
    const next = heard(this.known, kept)
    this.known = next
    if (next !== kept) this.keep()
  }

  saves(): void {
    if (this.sent || !this.known.unsaved || this.known.others.length > 0) return
    const name = this.world.name()
    this.known = seeing(this.known, name)
    this.keep(false)
    this.sent = { kept: this.known, name }
  }

  arrives(): void {
    if (this.sent && !this.sent.answer) this.sent.answer = this.world.take(this.sent)
  }

  loses(): void { this.sent = undefined }

  /** Gets the answer, or hears that there is none. */
  answered(): void {
    const { sent } = this
    this.sent = undefined
    if (!sent?.answer) return
    if (sent.answer.refusedFor) {
      const kept = this.storage.read()
      this.known = refused(kept ? heard(this.known, kept) : this.known, sent.answer.refusedFor)
      this.keep()
    } else {
      this.known = { ...this.known, base: sent.kept, baseRev: sent.name, unsaved: !same(this.known, sent.kept) }
      this.keep(false)
    }
  }

  chooses(): void {
    const [other] = this.known.others
    if (!other) return
    this.known = chosen(this.storage.read(), this.known, both(this.known, other), 1, this.world.name())
    this.keep()
  }

  reloads(): void {
    this.sent = undefined
    this.events = 0
    this.opens()
  }
}

test('no word is lost between two tabs, another browser and the server', () => {
  for (let seed = 0; seed < 400; seed++) {
    const roll = dice(seed)
    const world = new World()
    const words: string[] = []
    const log: string[] = []
    for (let round = 0; round < 60; round++) {
      const at = roll(world.tabs.length)
      const tab = world.tabs[at]
      const parts: [string, () => void][] = [
        ['types a note', () => tab.types('note', words[words.push(`w${words.length}x`) - 1])],
        ['types a comment', () => tab.types('comment', words[words.push(`w${words.length}x`) - 1])],
        ['hears', () => tab.hears()],
        ['hears', () => tab.hears()],
        ['saves', () => tab.saves()],
        ['saves', () => tab.saves()],
        ['arrives', () => tab.arrives()],
        ['arrives', () => tab.arrives()],
        ['is answered', () => tab.answered()],
        ['is answered', () => tab.answered()],
        ['loses the answer', () => tab.loses()],
        ['chooses', () => tab.chooses()],
        ['reloads', () => tab.reloads()],
      ]
      const [name, run] = parts[roll(parts.length)]
      run()
      log.push(`${at} ${name} → ${tab.known.note}| ${tab.known.comment}| ${tab.known.others.length}`)
      const lost = words.filter(word => !world.text.includes(word))
      equal(lost.join(), '', `seed ${seed}: ${lost} lost after\n${log.join('\n')}`)
    }
  }
})

test('who goes on elsewhere after all was saved is asked nothing', () => {
  for (let seed = 0; seed < 50; seed++) {
    const roll = dice(seed)
    const world = new World()
    for (let round = 0; round < 20; round++) {
      const tab = world.tabs[roll(world.tabs.length)]
      tab.reloads()
      tab.types(roll(2) ? 'note' : 'comment', `w${round}x`)
      tab.saves()
      tab.arrives()
      tab.answered()
      equal(tab.known.others.length, 0, `seed ${seed}, round ${round}`)
      equal(world.text.includes(`w${round}x`) && !tab.known.unsaved, true, `seed ${seed}, round ${round}`)
    }
  }
})
