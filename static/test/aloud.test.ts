import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { Aloud } from '../sdk/flow/aloud'

/** A clock and a document as far as reading out needs them. The clock runs timers and stands still between. */
class Page {
  private now = 10_000
  private due = Infinity
  private run = (): void => {}

  constructor() {
    const style = { setProperty: () => {} }
    Object.assign(globalThis, {
      document: { createElement: () => ({ textContent: '', style, append() {}, setAttribute() {} }) },
      window: { setTimeout: this.set, clearTimeout: () => { this.due = Infinity } },
    })
    performance.now = () => this.now
  }

  private set = (run: () => void, after: number): number => {
    this.run = run
    this.due = this.now + after
    return 1
  }

  /** Lets a time pass. */
  pass(milliseconds: number): void {
    const end = this.now + milliseconds
    if (this.due <= end) {
      this.now = this.due
      this.due = Infinity
      this.run()
    }
    this.now = end
  }
}

test('a prompt is read out at once, and another once two seconds are over, unless a newer one comes before', () => {
  const page = new Page()
  const aloud = new Aloud()
  const heard: Array<string | null> = []
  const hear = (milliseconds: number): void => {
    page.pass(milliseconds)
    heard.push(aloud.elements[0]?.textContent ?? null)
  }
  aloud.say('Too blurry')
  hear(0)
  aloud.say('Too dark')
  hear(1999)
  aloud.say('Too much glare')
  hear(1)
  hear(5000)
  aloud.say('Too dark')
  hear(0)
  deepEqual(heard, ['Too blurry', 'Too blurry', 'Too much glare', 'Too much glare', 'Too dark'])
})

test('a warning is read out at once, and takes the place of a prompt that waits', () => {
  const page = new Page()
  const aloud = new Aloud()
  aloud.say('Too blurry')
  page.pass(0)
  aloud.say('Too dark')
  aloud.warn('This is the back of your ID')
  page.pass(5000)
  deepEqual(aloud.elements.map(element => element.textContent), ['Too blurry', 'This is the back of your ID'])
  aloud.say('Hold still')
  page.pass(0)
  deepEqual(aloud.elements.map(element => element.textContent), ['Hold still', ''])
})
