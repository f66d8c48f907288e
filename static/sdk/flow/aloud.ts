// What is read out by a screen reader while an applicant captures.
import { make, style } from '../screens/dom'

/** How often a prompt is read out at most, in milliseconds. */
const spoken = 2000

/** The style of what is only read out. */
const unseen = {
  position: 'absolute', 'inline-size': '1px', 'block-size': '1px', overflow: 'hidden', 'clip-path': 'inset(50%)',
}

/** Returns an element that a screen reader reads out when its text changes. */
function readOut(name: string, role: 'status' | 'alert'): HTMLElement {
  const made = make('p', name)
  style(made, unseen)
  made.setAttribute('role', role)
  return made
}

/** Reads prompts out when the reader has a moment, and warnings at once. */
export class Aloud {
  private readonly voice = readOut('voice', 'status')
  private readonly alarm = readOut('alarm', 'alert')
  readonly elements = [this.voice, this.alarm]
  private said = -spoken
  private timer = 0

  /** Reads a prompt out as soon as the last one has had its time, unless another comes before. */
  say(text: string): void {
    this.stop()
    this.alarm.textContent = ''
    if (!text || text === this.voice.textContent) return
    this.timer = window.setTimeout(() => {
      this.said = performance.now()
      this.voice.textContent = text
    }, Math.max(0, this.said + spoken - performance.now()))
  }

  /** Reads a warning out, once for as long as it stands. */
  warn(text: string): void {
    this.stop()
    if (text !== this.alarm.textContent) this.alarm.textContent = text
  }

  /** Reads nothing more out. */
  stop(): void { window.clearTimeout(this.timer) }
}
