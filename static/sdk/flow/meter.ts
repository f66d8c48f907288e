// Shows while somebody speaks how loud that is, and how many seconds are left.
import { make, style } from '../screens/dom'

/** A level and a countdown. Prompts say the same in words, so that nothing here is read out. */
export class Meter {
  private readonly bar = make('span', 'level')
  private readonly left = make('span', 'remaining')
  readonly element = make('div', 'meter', make('span', 'scale', this.bar), this.left)

  constructor(seconds: number) {
    this.element.setAttribute('aria-hidden', 'true')
    this.show(0, seconds)
  }

  /** Shows a magnitude from 0 to 1, as loud as an ear finds it, and the seconds that are left. */
  show(peak: number, seconds: number): void {
    const level = Math.max(0, Math.min(1, 1 + Math.log10(Math.max(peak, 1e-3)) / 3))
    style(this.bar, { 'inline-size': `${Math.round(100 * level)}%` })
    this.bar.classList.toggle('loud', peak >= .99)
    this.left.textContent = clock(seconds)
  }
}

/** Counts seconds down. */
export class Countdown {
  private readonly left = make('span', 'remaining')
  private readonly timer = setInterval(() => this.show(), 250)
  private until = 0
  readonly element = make('div', 'meter', this.left)

  constructor() { this.element.setAttribute('aria-hidden', 'true') }

  /** Begins at a number of seconds. */
  from(seconds: number): void {
    this.until = performance.now() + 1000 * seconds
    this.show()
  }

  stop(): void { clearInterval(this.timer) }

  private show(): void { this.left.textContent = clock((this.until - performance.now()) / 1000) }
}

const clock = (seconds: number): string => `0:${String(Math.ceil(Math.max(0, seconds))).padStart(2, '0')}`
